import type { Context, Next } from 'koa';
import { etagOf, versionOf } from '../representation/etag';
import { isOurs, type Sent } from './edge';

const READING = ['GET', 'HEAD'];

/** The bytes of a body that will be sent; nothing for a stream, which is not ours. */
export function contentOf(body: unknown): string | Buffer | undefined {
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

/** Of one record: its revision where this caller may know it (D8.4). */
export interface Tagged {
  revision: number | undefined;
}

function tag(ctx: Context) {
  const content = contentOf(ctx.body);
  if (![200, 201].includes(statusOf(ctx)) || content === undefined) return;
  const { revision } = (ctx.state.tagged ?? {}) as Partial<Tagged>;
  ctx.body = content;
  ctx.set('ETag', etagOf(versionOf(content, revision)));
}

/** A POST may mean GET; nobody may keep its answer. */
const wrote = (ctx: Context) => ctx.state.tagged && !READING.includes(ctx.method);

/** RFC 9110 and 9111: who may keep an answer, and its validator. */
export const caching = () => async (ctx: Context, next: Next) => {
  if (!isOurs(ctx.path)) return next();
  const read = READING.includes(ctx.method);
  const authorization = ctx.get('Authorization');
  await next();
  ctx.vary('Origin');
  ctx.vary('Authorization');
  const policy = policyOf(ctx, isPersonal(ctx, authorization), read);
  if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', policy);
  if (read || wrote(ctx)) tag(ctx);
};
