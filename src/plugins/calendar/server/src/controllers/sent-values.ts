import type { Context } from 'koa';

export const sentValues = (ctx: Context): Record<string, unknown> => ({
  ...ctx.query,
  ...((ctx.request as { body?: object }).body ?? {}),
});
