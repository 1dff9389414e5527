import type { Context, Next } from 'koa';
import { validUntil } from '../params/valid-until';
import { isTagged } from '../representation/etag';
import { type DataVersion, dataVersion } from '../store/data-version';
import { readPath } from './edge';
import { keptAnswers, keyOf, READING, sharedPolicy } from './kept-answers';

/** What one request is told, and no other; and what is said when an answer is sent. */
const OF_ONE_REQUEST =
  /^(?:x-request-id|ratelimit-.*|retry-after|content-length|cache-control|date)$/i;

const OF_BODY = /^content-(?:type|encoding)$/i;

/** Whether everybody may have the answer, now and until something changes. */
const isEverybodys = ({ state, status, response }: Context) =>
  status === 200 &&
  state.enveloped === undefined &&
  !state.negotiated &&
  response.get('Cache-Control') === 'public, no-cache' &&
  response.get('ETag') !== '' &&
  !response.get('Set-Cookie');

const namesIn = ({ res }: Context): string[] =>
  // Every outgoing message of Node's has it; its types know it of requests only.
  (res as typeof res & { getRawHeaderNames(): string[] }).getRawHeaderNames();

const headersOf = (ctx: Context, isWanted: (name: string) => boolean) =>
  namesIn(ctx)
    .filter((name) => !OF_ONE_REQUEST.test(name) && isWanted(name))
    .flatMap((name) => [name, String(ctx.res.getHeader(name))]);

/** RFC 9110 13.1.2: those who have the answer already are told that it still holds. */
function validate(ctx: Context) {
  const known = ctx.get('If-None-Match');
  if (!READING.includes(ctx.method) || !known || ctx.status !== 200) return;
  if (!isTagged(known, ctx.response.get('ETag'))) return;
  ctx.status = 304;
  ctx.remove('Content-Encoding');
}

interface Asked {
  key: string;
  /** Milliseconds. */
  began: number;
  before: DataVersion | undefined;
}

/** Kept only when nothing has changed since the reading began. */
async function keep(ctx: Context, { key, began, before }: Asked) {
  if (!before || !isEverybodys(ctx)) return;
  const after = await dataVersion();
  const until = Math.min(validUntil(ctx.query, began), after?.due ?? 0);
  if (after?.number !== before.number || Date.now() >= until) return;
  keptAnswers()?.set(key, {
    version: after.number,
    until,
    url: ctx.url,
    etag: ctx.response.get('ETag'),
    headers: headersOf(ctx, (name) => !OF_BODY.test(name)),
    content: headersOf(ctx, (name) => OF_BODY.test(name)),
    body: Buffer.from(ctx.body as string | Buffer),
  });
  const policy = sharedPolicy(until);
  if (policy) ctx.set('Cache-Control', policy);
}

/**
 * D8.12: keeps answers to everybody, as bytes, for `serve-kept.ts` to give out. All other 304 are
 * given here, where an answer is complete.
 */
export const responseCache = () => async (ctx: Context, next: Next) => {
  const isKept = keptAnswers() && readPath(ctx.path) !== undefined;
  const key = isKept ? keyOf(ctx.req) : undefined;
  const began = Date.now();
  const before = key === undefined ? undefined : await dataVersion();
  await next();
  if (key !== undefined) await keep(ctx, { key, began, before });
  validate(ctx);
};
