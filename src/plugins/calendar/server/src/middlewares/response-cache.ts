import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { CalendarError } from '../errors/calendar-error';
import { validUntil } from '../params/valid-until';
import { isTagged } from '../representation/etag';
import { settings } from '../services/settings';
import type { Settings } from '../settings/settings';
import { type DataVersion, dataVersion } from '../store/data-version';
import { addressOf } from './client-of';
import { encodingOf } from './compression';
import { readPath } from './edge';
import { spend } from './quota';
import { isRefused } from './refused-request';
import { requestIdOf } from './request-id';

/** An answer as it was sent, but for what belongs to one request. */
interface Kept {
  version: number;
  /** Milliseconds; from then on another answer may be right. */
  until: number;
  /** Inside, as the log writes it. */
  url: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** What one request is told, and no other. */
const OF_ONE_REQUEST = /^(?:x-request-id|ratelimit-.*|retry-after|content-length|date)$/i;

const MOST_ANSWERS = 20_000;

/** What an answer takes besides its body and headers. */
const OVERHEAD = 1024;

/** One answer may take this part of the whole. */
const LARGEST = 1 / 8;

const READING = ['GET', 'HEAD'];

/** A request that anybody may have sent: what its answer depends on stands in its key. */
const isAnybodys = ({ req, method, path }: Context) =>
  READING.includes(method) &&
  readPath(path) !== undefined &&
  req.headers.host !== undefined &&
  req.headers.authorization === undefined &&
  req.headers['x-http-method-override'] === undefined &&
  req.headers['content-length'] === undefined &&
  req.headers['transfer-encoding'] === undefined &&
  !isRefused(req);

const keyOf = (ctx: Context) =>
  [
    ctx.req.url,
    ctx.req.headers.host,
    ctx.app.proxy ? ctx.get('X-Forwarded-Host') : '',
    ctx.protocol,
    ctx.get('Origin'),
    encodingOf(ctx),
  ].join('\n');

const sizeOf = ({ headers, body }: Kept, key: string) =>
  key.length + headers.join().length + body.length + OVERHEAD;

const newCache = ({ cache: { size } }: Settings) =>
  new LRUCache<string, Kept>({
    max: MOST_ANSWERS,
    maxSize: size,
    maxEntrySize: Math.ceil(size * LARGEST),
    sizeCalculation: sizeOf,
  });

/** Whether everybody may have the answer, now and until something changes. */
const isEverybodys = ({ state, status, response }: Context) =>
  status === 200 &&
  state.enveloped === undefined &&
  response.get('Cache-Control') === 'public, no-cache' &&
  response.get('ETag') !== '' &&
  !response.get('Set-Cookie');

function headersOf({ res }: Context): Kept['headers'] {
  // Every outgoing message of Node's has it; its types know it of requests only.
  const message = res as unknown as { getRawHeaderNames(): string[] };
  const names = message.getRawHeaderNames().filter((name) => !OF_ONE_REQUEST.test(name));
  return names.map((name) => [name, String(res.getHeader(name))]);
}

/** D10.8: whoever has nothing left is told so on the usual way. */
async function mayAsk(ctx: Context): Promise<boolean> {
  try {
    await spend(ctx, addressOf(ctx));
    return true;
  } catch (error) {
    if (error instanceof CalendarError) return false;
    throw error;
  }
}

function send(ctx: Context, { url, headers, body }: Kept) {
  ctx.url = url;
  for (const [name, value] of headers) ctx.res.setHeader(name, value);
  ctx.set('X-Request-Id', requestIdOf(ctx));
  ctx.body = body;
}

/** RFC 9110 13.1.2: those who have the answer already are told that it still holds. */
function validate(ctx: Context) {
  const known = ctx.get('If-None-Match');
  const etag = ctx.response.get('ETag');
  if (!READING.includes(ctx.method) || !known || ctx.status !== 200) return;
  if (!isTagged(known, etag)) return;
  ctx.status = 304;
  ctx.remove('Content-Encoding');
}

/** RFC 9111 5.2.2.10: a host may let shared caches serve an answer for a while without asking. */
function tellShared(ctx: Context, until: number) {
  const { sharedAge } = settings().cache;
  const age = Math.min(sharedAge, Math.floor((until - Date.now()) / 1000));
  if (age > 0) ctx.set('Cache-Control', `public, max-age=0, s-maxage=${age}`);
}

interface Asked {
  key: string;
  began: number;
  before: DataVersion | undefined;
}

/** Kept only when nothing has changed since the reading began. */
async function keep(cache: LRUCache<string, Kept>, ctx: Context, { key, began, before }: Asked) {
  if (!before || !isEverybodys(ctx)) return undefined;
  const after = await dataVersion();
  const until = Math.min(validUntil(ctx.query, began), after?.due ?? 0);
  if (after?.number !== before.number || Date.now() >= until) return undefined;
  const body = Buffer.from(ctx.body as string | Buffer);
  const kept = { version: after.number, until, url: ctx.url, headers: headersOf(ctx), body };
  cache.set(key, kept);
  return kept;
}

/**
 * D8.9: answers to everybody are kept while they hold, as bytes: behind the log, before all else, so
 * that one that is kept costs next to nothing. All 304 are given here, where an answer is complete.
 */
export const responseCache = () => {
  let chosen: Settings | undefined;
  let cache: LRUCache<string, Kept> | undefined;

  /** The answers that were kept under these settings; none where nothing is to be kept. */
  function current() {
    if (chosen !== settings()) {
      chosen = settings();
      cache = chosen.cache.size > 0 ? newCache(chosen) : undefined;
    }
    return cache;
  }

  async function answer(ctx: Context, next: Next) {
    const answers = isAnybodys(ctx) ? current() : undefined;
    if (!answers) return next();
    const key = keyOf(ctx);
    const began = Date.now();
    const before = await dataVersion();
    const kept = answers.get(key);
    const holds = kept && kept.version === before?.number && began < kept.until;
    if (holds && (await mayAsk(ctx))) {
      send(ctx, kept);
      return tellShared(ctx, kept.until);
    }
    await next();
    const now = await keep(answers, ctx, { key, began, before });
    if (now) tellShared(ctx, now.until);
  }

  return async (ctx: Context, next: Next) => {
    await answer(ctx, next);
    validate(ctx);
  };
};
