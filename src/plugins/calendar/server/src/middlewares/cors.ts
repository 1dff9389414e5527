import type { Context, Next } from 'koa';
import { isOurs } from './edge';

const ANY = '*';

/** The origins whose pages may read an address: "any" is meant for the interface alone. */
export const originsOf = (allowed: string[]) => (ctx: Context) =>
  isOurs(ctx.path) ? allowed : allowed.filter((origin) => origin !== ANY);

/** Strapi's own middleware, inside this one, says `*` to whoever names no origin, at every address. */
export const cors = () => async (ctx: Context, next: Next) => {
  if (isOurs(ctx.path)) return next();
  try {
    await next();
  } finally {
    if (ctx.response.get('Access-Control-Allow-Origin') === ANY) {
      ctx.remove('Access-Control-Allow-Origin');
      ctx.remove('Access-Control-Allow-Credentials');
      ctx.remove('Access-Control-Expose-Headers');
    }
  }
};
