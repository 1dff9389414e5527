import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Values } from '../content-types/rows';
import { type DataVersion, dataVersion } from '../database/data-version';
import { publishedAddress, settings } from '../database/site';
import { holdsSecret } from '../kinds/query-string';
import { isTagged } from '../resources/etag';
import type { Settings } from '../settings/settings';
import { acceptedFormat } from './address';
import { encodingOf } from './caching';
import { readPath } from './edge';
import { isRefused } from './errors';

/** D5.7: what is read by the clock, when it is not a plain date. */
const DATES = [
  ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
  ...['modified_after', 'modified_before'],
];

/** D5.4: the forms that say the same whenever they are read: dates, wall times, instants, UNIX seconds. */
const PLAIN = /^(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?|\d{8,10})$/;

/** Parameters with which an answer follows the clock to the second. */
const TO_THE_SECOND = ['strict_dates', 'only_with_upcoming'];

const SECOND = 1000;

/** A day of any zone begins at one of these moments, and so does a clock change. */
const QUARTER_HOUR = 15 * 60 * SECOND;

const followsSeconds = ([name, value]: [string, unknown]) =>
  TO_THE_SECOND.includes(name) ||
  (DATES.includes(name) && !(typeof value === 'string' && PLAIN.test(value)));

/**
 * D5.9: until when an answer holds that was begun at `now` (milliseconds), as far as the clock is
 * concerned: lists begin today unless they are told otherwise. At such a moment itself: no longer.
 */
export function validUntil(query: Values, now: number): number {
  const step = Object.entries(query).some(followsSeconds) ? SECOND : QUARTER_HOUR;
  return Math.ceil(now / step) * step;
}

/** An answer as it was sent, but for what belongs to one request. */
export interface KeptAnswer {
  /** Of the data (`database/data-version.ts`). */
  version: number;
  /** Milliseconds; from then on another answer may be right. */
  until: number;
  /** Inside, as the log writes it. */
  url: string;
  etag: string;
  /** Names and values in turn, as Node takes them. */
  headers: string[];
  /** The same, of those that tell about the body. */
  content: string[];
  body: Buffer;
}

const MOST_ANSWERS = 20_000;

/** Bytes that an answer takes besides its key, headers and body. */
const OVERHEAD = 1024;

/** One answer may take this part of the whole. */
const LARGEST = 1 / 8;

const sizeOf = ({ headers, content, body }: KeptAnswer, key: string) =>
  key.length + [...headers, ...content].join().length + body.length + OVERHEAD;

const newCache = (size: number) =>
  new LRUCache<string, KeptAnswer>({
    max: MOST_ANSWERS,
    maxSize: size,
    maxEntrySize: Math.ceil(size * LARGEST),
    sizeCalculation: sizeOf,
  });

let chosen: Settings | undefined;
let cache: ReturnType<typeof newCache> | undefined;

/** D8.12: what is kept under these settings; none where nothing is to be kept. */
export function keptAnswers(): ReturnType<typeof newCache> | undefined {
  const now = settings();
  if (chosen !== now) {
    chosen = now;
    cache = now.cache.size > 0 ? newCache(now.cache.size) : undefined;
  }
  return cache;
}

export const READING = ['GET', 'HEAD'];

/** A request that anybody may have sent: all that its answer depends on stands in its key. */
const isAnybodys = (request: IncomingMessage) =>
  READING.includes(request.method ?? '') &&
  !holdsSecret(request.url ?? '') &&
  request.headers.host !== undefined &&
  request.headers.authorization === undefined &&
  request.headers['x-http-method-override'] === undefined &&
  request.headers['content-length'] === undefined &&
  request.headers['transfer-encoding'] === undefined &&
  !isRefused(request);

/** What a trusted proxy says of the address that was used (Koa's `app.proxy`). */
const forwarded = ({ headers }: IncomingMessage) =>
  strapi.server.app.proxy ? `${headers['x-forwarded-host']} ${headers['x-forwarded-proto']}` : '';

const isSecure = ({ socket }: IncomingMessage) => 'encrypted' in socket;

/** By what the answer to a request is known; nothing where it may be meant for somebody. */
export function keyOf(request: IncomingMessage): string | undefined {
  if (!isAnybodys(request)) return undefined;
  const { url, headers } = request;
  const taken = encodingOf(request);
  const format = acceptedFormat(request);
  return `${url}\n${headers.host}\n${headers.origin}\n${taken}\n${format}\n${isSecure(request)}\n${forwarded(request)}\n${publishedAddress()}`;
}

/** RFC 9111 5.2.2.10: a host may let shared caches give an answer for a while without asking; else nothing. */
export function sharedPolicy(until: number): string | undefined {
  const age = Math.min(settings().cache.sharedAge, Math.floor((until - Date.now()) / 1000));
  return age > 0 ? `public, max-age=0, s-maxage=${age}` : undefined;
}

/** What one request is told, and no other; and what is said when an answer is sent. */
const OF_ONE_REQUEST =
  /^(?:x-request-id|ratelimit(?:-.*)?|retry-after|content-length|cache-control|date)$/i;

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
