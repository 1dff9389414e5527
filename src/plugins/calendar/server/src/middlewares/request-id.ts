import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import { isOurs } from './edge';

/** What can stand in a header and in a line of the log. */
const SANE = /^[\w.:+/=-]{1,128}$/;

/** The caller's, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = String(headers['x-request-id'] ?? '');
  return SANE.test(sent) ? sent : randomUUID();
}

/** Every answer at our addresses says by which id the log knows it. */
export const requestId = () => (ctx: Context, next: Next) => {
  if (!isOurs(ctx.path)) return next();
  const id = requestIdOf(ctx.req);
  ctx.state.requestId = id;
  ctx.set('X-Request-Id', id);
  return next();
};
