import type { Context, Next } from 'koa';
import { readAnswerShape } from '../params/answer-shape';
import { sparse } from '../representation/sparse';
import { isOurs } from './edge';

/** Those set since, by the names that they are sent under. */
function headersSince(ctx: Context, before: string[]): Record<string, string> {
  // Every outgoing message of Node's has it; its types know it of requests only.
  const message = ctx.res as typeof ctx.res & { getRawHeaderNames(): string[] };
  const names = message
    .getRawHeaderNames()
    .filter((name) => !before.includes(name.toLowerCase()) && !/^content-/i.test(name));
  return Object.fromEntries(names.map((name) => [name, String(ctx.res.getHeader(name))]));
}

const isShown = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !('pipe' in body) && !Buffer.isBuffer(body);

/**
 * Spec 1: clients of WordPress ask for some of the keys, or for status and headers in the body.
 * Refusals keep all their keys, and are wrapped like everything else.
 */
export const shape = () => async (ctx: Context, next: Next) => {
  if (!isOurs(ctx.path)) return next();
  const { fields, envelope } = readAnswerShape(ctx.querystring);
  const before = ctx.res.getHeaderNames();
  await next();
  const { body, status } = ctx;
  if (!isShown(body)) return;
  const shown = fields.length > 0 && status < 400 ? sparse(body, fields) : body;
  if (!envelope) {
    if (shown !== body) ctx.body = shown;
    return;
  }
  ctx.state.enveloped = status;
  ctx.body = { body: shown, status, headers: headersSince(ctx, before) };
  ctx.status = 200;
};
