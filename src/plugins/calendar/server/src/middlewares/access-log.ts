import type { Context, Next } from 'koa';
import { decoded } from '../params/raw-query';

const SECRET = /password|token|secret|code/i;

/** D10.7: an address without what nobody else may know. */
export function withoutSecrets(address: string): string {
  const [path = '', query] = address.split(/\?(.*)/s);
  if (!query) return path;
  const shown = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=');
    return SECRET.test(decoded(name) ?? 'password') ? `${name}=…` : pair;
  });
  return `${path}?${shown.join('&')}`;
}

/** Strapi's own line for each request, by the address that the caller used. */
export const accessLog = () => async (ctx: Context, next: Next) => {
  const start = Date.now();
  await next();
  const address = withoutSecrets(ctx.originalUrl);
  strapi.log.http(`${ctx.method} ${address} (${Date.now() - start} ms) ${ctx.status}`);
};
