import type { Context, Next } from 'koa';

/** Strapi's API tokens: 128 random bytes. */
const TOKEN = /^[0-9a-f]{256}$/i;

const passwordOf = (encoded: string) => {
  const pair = Buffer.from(encoded, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
};

/**
 * D10.8: clients that know Basic only send an API token as the password, under any name. Another
 * Basic header is the business of a proxy before us, and would make Strapi refuse a public page.
 */
export const basic = () => (ctx: Context, next: Next) => {
  const [, encoded] = /^basic +(\S+) *$/i.exec(ctx.get('Authorization')) ?? [];
  if (!ctx.state.calendar || !/^basic\b/i.test(ctx.get('Authorization'))) return next();
  const password = passwordOf(encoded ?? '');
  if (TOKEN.test(password)) ctx.req.headers.authorization = `Bearer ${password}`;
  else delete ctx.req.headers.authorization;
  return next();
};
