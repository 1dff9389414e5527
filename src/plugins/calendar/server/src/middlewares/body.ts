import type { Context, Next } from 'koa';
import { settings } from '../services/settings';
import { sentBody } from './sent-body';

const WRITING = ['POST', 'PUT', 'PATCH'];

/** D9.1: reads the bodies of our writing routes, before anybody asks for rights. */
export const body = () => async (ctx: Context, next: Next) => {
  if (!ctx.state.calendar || !WRITING.includes(ctx.method)) return next();
  Object.assign(ctx.request, { body: await sentBody(ctx, settings().limits.body) });
  delete ctx.req.headers['content-type']; // It is read: Strapi's own parser must not wait for it.
  return next();
};
