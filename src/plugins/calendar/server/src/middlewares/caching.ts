import type { Context, Next } from 'koa';
import { etagOf, isKnown } from '../representation/etag';
import { isOurs, type Sent } from './edge';

const READING = ['GET', 'HEAD'];

/** The bytes of a body that will be sent; nothing for a stream, which is not ours. */
function contentOf(body: unknown): string | Buffer | undefined {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  if (typeof body !== 'object' || body === null || 'pipe' in body) return undefined;
  return JSON.stringify(body);
}

/** Whether the answer may depend on more than the address; a password in it opens what is closed. */
const isPersonal = (ctx: Context, authorization: string) =>
  authorization !== '' ||
  Boolean(ctx.state.auth?.credentials) ||
  (ctx.state.sent as Sent | undefined)?.password !== undefined;

/** What was answered, also where an envelope around it is sent with 200. */
const statusOf = (ctx: Context): number => ctx.state.enveloped ?? ctx.status;

/** D12, row 23: anybody may keep what everybody is told, and must ask whether it still holds. */
function policyOf(ctx: Context, personal: boolean, read: boolean): string {
  if (personal) return 'private, no-store';
  return read && statusOf(ctx) === 200 ? 'public, no-cache' : 'no-store';
}

function validate(ctx: Context) {
  const content = contentOf(ctx.body);
  if (statusOf(ctx) !== 200 || content === undefined) return;
  const etag = etagOf(content);
  ctx.body = content;
  ctx.set('ETag', etag);
  const known = ctx.get('If-None-Match');
  if (known && isKnown(known, etag)) ctx.status = 304;
}

/** RFC 9110 and 9111: who may keep an answer, its validator, and 304 for those who have it already. */
export const caching = () => async (ctx: Context, next: Next) => {
  if (!isOurs(ctx.path)) return next();
  const read = READING.includes(ctx.method);
  const authorization = ctx.get('Authorization');
  await next();
  ctx.vary('Origin');
  ctx.vary('Authorization');
  const policy = policyOf(ctx, isPersonal(ctx, authorization), read);
  if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', policy);
  if (read) validate(ctx);
};
