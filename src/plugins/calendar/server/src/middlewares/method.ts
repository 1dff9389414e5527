import type { Context } from 'koa';

/**
 * The method that is meant: of a POST what `X-HTTP-Method-Override`, else `_method` in the query,
 * says; in capitals.
 */
export function meantMethod(ctx: Context): string {
  if (ctx.method !== 'POST') return ctx.method;
  const query = new URLSearchParams(ctx.querystring);
  const said = ctx.get('X-HTTP-Method-Override') || query.get('_method') || ctx.method;
  return said.trim().toUpperCase();
}
