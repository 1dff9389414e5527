import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import type { DataVersion } from '../database/data-version-postgres';
import { createCache, publicUrl } from '../database/site';
import { dataVersion } from '../database/snapshot';
import { hasSecretParam } from '../kinds/raw-input';
import { CalendarError } from '../messages/errors';
import { matchesEtag } from '../resources/answer';
import { validUntil } from '../resources/event/window';
import { acceptedFormat, hostsNamed } from './address';
import { encodingOf, sharedCacheControl } from './caching';
import { ipKeyOf, requestIdOf } from './caller';
import { CACHEABLE_METHODS, headerNames, isStrict, koaRequest, parsedPathOf } from './edge';
import { isRefused } from './errors';
import { consume, isCounting } from './rate-limit';

/** An answer as it was sent, but for what belongs to one request. */
export interface CachedResponse {
  /** The version of the data of which it was made (`database/snapshot.ts`). */
  version: number;
  /** Milliseconds; a clock that was put back may be before it. */
  began: number;
  /** Milliseconds; from then on another answer may be right. */
  until: number;
  /** Inside, as the log writes it. */
  url: string;
  etag: string;
  /** Status and headers as they are sent, complete but for those that are told each caller. */
  head: string;
  /** Names and values in turn, as Node takes them, for who has the body already (304). */
  unchanged: string[];
  /** Bytes; a text, of a character for each, goes out with the head at once. */
  body: Buffer | string;
}

const MAX_ANSWERS = 20_000;

/** Bytes that an answer takes besides its key, headers and body. */
const OVERHEAD = 1024;

/** Bytes up to which Node sends head and body from its stack. */
const SMALL = 12 * 1024;

/** One answer may take this part of the whole. */
const MAX_SHARE = 1 / 8;

const sizeOf = ({ head, unchanged, body }: CachedResponse, key: string) =>
  key.length + head.length + unchanged.join('').length + body.length + OVERHEAD;

const newCache = (size: number) =>
  new LRUCache<string, CachedResponse>({
    max: MAX_ANSWERS,
    maxSize: size,
    maxEntrySize: Math.ceil(size * MAX_SHARE),
    sizeCalculation: sizeOf,
  });

/** D8.12: what is kept under these settings; none where nothing is to be kept. */
const cachedResponses = createCache(newCache);

/** An anonymous request: its cache key holds everything that its response depends on. */
const isAnonymous = (request: IncomingMessage) =>
  CACHEABLE_METHODS.includes(request.method ?? '') &&
  !hasSecretParam(request.url ?? '') &&
  hostsNamed(request) === 1 &&
  request.headers.authorization === undefined &&
  request.headers['x-http-method-override'] === undefined &&
  request.headers['content-length'] === undefined &&
  request.headers['transfer-encoding'] === undefined &&
  !isRefused(request);

/** The cache key of a request; undefined where its response may be personal. No header can contain the separator. */
function cacheKeyOf(request: IncomingMessage): string | undefined {
  if (!isAnonymous(request)) return undefined;
  const { url, headers, socket } = request;
  const { 'x-forwarded-host': host = '', 'x-forwarded-proto': protocol = '' } = headers;
  const forwarded = strapi.server.app.proxy ? `${host}\n${protocol}` : ''; // Koa reads them where it trusts a proxy.
  const encoding = encodingOf(request);
  const format = acceptedFormat(request);
  const strict = isStrict(request);
  return `${url}\n${headers.host}\n${headers.origin ?? ''}\n${encoding}\n${format}\n${strict}\n${'encrypted' in socket}\n${forwarded}\n${publicUrl()}`;
}

/** Headers of one response alone, and those that are computed when it is sent: they are not stored with it. */
const OF_ONE_REQUEST =
  /^(?:x-request-id|ratelimit(?:-.*)?|retry-after|content-length|cache-control|date)$/i;

const OF_BODY = /^content-(?:type|encoding)$/i;

/** Whether everybody may have the answer, now and until something changes. */
const isCacheable = ({ state, status, response }: Context) =>
  status === 200 &&
  state.enveloped === undefined &&
  !state.negotiated &&
  response.get('Cache-Control') === 'public, no-cache' &&
  response.get('ETag') !== '' &&
  !response.get('Set-Cookie');

/** The headers that every caller is sent; Node has checked their values when they were set. */
function headersOf({ res }: Context): Pick<CachedResponse, 'head' | 'unchanged'> {
  const unchanged: string[] = [];
  let head = 'HTTP/1.1 200 OK\r\n';
  for (const name of headerNames(res)) {
    if (OF_ONE_REQUEST.test(name)) continue;
    const value = String(res.getHeader(name));
    head += `${name}: ${value}\r\n`;
    if (!OF_BODY.test(name)) unchanged.push(name, value);
  }
  return { head, unchanged };
}

/** RFC 9110 13.1.2: those who have the answer already are told that it still holds. */
function validate(ctx: Context) {
  const ifNoneMatch = ctx.get('If-None-Match');
  if (!CACHEABLE_METHODS.includes(ctx.method) || !ifNoneMatch || ctx.status !== 200) return;
  if (!matchesEtag(ifNoneMatch, ctx.response.get('ETag'))) return;
  ctx.status = 304;
  ctx.remove('Content-Encoding');
}

interface PendingEntry {
  key: string;
  /** Milliseconds. */
  began: number;
  before: DataVersion | undefined;
}

/** Kept only when nothing has changed since the reading began, and until `ctx.state.until` (milliseconds) at most. */
async function store(ctx: Context, { key, began, before }: PendingEntry) {
  if (!before || !isCacheable(ctx)) return;
  const now = await dataVersion();
  const until = Math.min(validUntil(ctx.query, began), ctx.state.until ?? Infinity, now?.due ?? 0);
  if (now?.number !== before.number || Date.now() >= until) return;
  if (began < now.since) return; // By a clock that was put back, of before what this version has published.
  const body = Buffer.isBuffer(ctx.body) ? ctx.body : Buffer.from(ctx.body as string);
  cachedResponses()?.set(key, {
    version: now.number,
    began,
    until,
    url: ctx.url,
    etag: ctx.response.get('ETag'),
    ...headersOf(ctx),
    body: body.length > SMALL ? body : body.toString('latin1'),
  });
  const policy = sharedCacheControl(until);
  if (policy) ctx.set('Cache-Control', policy);
}

/**
 * D8.12: keeps answers to everybody, as bytes, for `serveCached` to give out. All other 304 are
 * given here, where an answer is complete.
 */
export const responseCache = () => async (ctx: Context, next: Next) => {
  const isCaching = cachedResponses() && parsedPathOf(ctx) !== undefined;
  const key = isCaching ? cacheKeyOf(ctx.req) : undefined;
  const began = Date.now();
  const before = key === undefined ? undefined : await dataVersion();
  await next();
  if (key !== undefined) await store(ctx, { key, began, before });
  validate(ctx);
};

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** D10.8: a request counts as every other, and is told so by these headers; nothing for who has nothing left. */
async function countRequest({ request }: Exchange): Promise<string[] | undefined> {
  const headers: string[] = [];
  const set = (name: string, value: string) => headers.push(name, value);
  try {
    await consume({ set }, ipKeyOf(koaRequest(request)));
    return headers;
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}

/** Writes the line that Strapi's logger writes of other requests. */
function log({ request, response }: Exchange, { url }: CachedResponse) {
  if (!strapi.log.isLevelEnabled('http')) return;
  strapi.log.http(`${request.method} ${url} (0 ms) ${response.statusCode}`);
}

/**
 * All of Node's versions have it, and put it behind `writeHead`, which would check each header again:
 * a sixth of what the answer costs.
 */
type Stored = ServerResponse & { _storeHeader(head: string, headers: string[]): void };

function send({ request, response }: Exchange, cached: CachedResponse, rateLimitHeaders: string[]) {
  const { head, unchanged, body, until, etag } = cached;
  const policy = sharedCacheControl(until) ?? 'public, no-cache';
  const headers = [
    'X-Request-Id',
    requestIdOf(request),
    'Cache-Control',
    policy,
    ...rateLimitHeaders,
  ];
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) {
    response.writeHead(304, unchanged.concat(headers)).end();
    return;
  }
  headers.push('Content-Length', String(body.length));
  (response as Stored)._storeHeader(head, headers);
  response.end(request.method === 'HEAD' ? undefined : body, 'latin1');
}

/** Whether the kept answer was given; an exchange that is not answered goes the usual way. */
async function serve(exchange: Exchange, cached: CachedResponse): Promise<boolean> {
  const data = dataVersion();
  const now = data instanceof Promise ? await data : data;
  const at = Date.now();
  if (now?.number !== cached.version || at < cached.began || at >= cached.until) return false;
  const rateLimitHeaders = isCounting() ? await countRequest(exchange) : [];
  if (!rateLimitHeaders) return false;
  send(exchange, cached, rateLimitHeaders);
  log(exchange, cached);
  return true;
}

/**
 * D8.12: what is kept is given out before Koa and all of Strapi's middlewares, which cost ten times as
 * much as sending it. At register, when Strapi's own is the one listener for requests.
 */
export function serveCached(): void {
  const { httpServer } = strapi.server;
  const [koa, ...others] = httpServer.listeners('request') as ((...exchange: unknown[]) => void)[];
  if (!koa || others.length > 0) throw new Error('More than Strapi listens for requests.');
  httpServer.off('request', koa);
  httpServer.on('request', (request, response) => {
    const answers = cachedResponses();
    const key = answers && cacheKeyOf(request);
    const cached = key === undefined ? undefined : answers?.get(key);
    if (!cached) return koa(request, response);
    serve({ request, response }, cached).then(
      (done) => done || koa(request, response),
      (error) => {
        strapi.log.error(`An answer from memory: ${error.stack}`);
        if (!response.headersSent) koa(request, response);
      },
    );
  });
}
