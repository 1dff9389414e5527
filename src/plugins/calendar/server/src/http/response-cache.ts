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
import { ipKeyOf, requestIdOf } from './caller';
import { isRefused } from './errors';
import { consume, isCounting } from './rate-limit';
import { CACHEABLE_METHODS, isStrict, koaRequest, parsedPathOf } from './request';
import { encodingOf, headerNames, sharedCacheControl } from './response';

/** A cached response, without the headers of a single request. */
export interface CachedResponse {
  /** The version of the data it was made from (`database/snapshot.ts`). */
  version: number;
  /** Start of its request in milliseconds; compared in case the clock is set back. */
  began: number;
  /** Expiry in milliseconds. */
  until: number;
  /** The rewritten URL, for the access log. */
  url: string;
  etag: string;
  /** Status line and headers, without those of a single request. */
  head: string;
  /** Headers of a 304: alternating names and values, as Node accepts them. */
  unchanged: string[];
  /** The body; small ones as a latin1 text, which is sent in one write with the head. */
  body: Buffer | string;
}

const MAX_ANSWERS = 20_000;

/** Estimated bytes of an entry in addition to key, headers and body. */
const OVERHEAD = 1024;

/** Bytes up to which Node sends head and body in one write. */
const MAX_SMALL = 12 * 1024;

/** The largest share of the cache for one response. */
const MAX_SHARE = 1 / 8;

/** D8.12: the cache for the current settings; undefined if disabled. */
const cachedResponses = createCache(
  (size) =>
    new LRUCache<string, CachedResponse>({
      max: MAX_ANSWERS,
      maxSize: size,
      maxEntrySize: Math.ceil(size * MAX_SHARE),
      sizeCalculation: ({ head, unchanged, body }, key) =>
        key.length + head.length + unchanged.join('').length + body.length + OVERHEAD,
    }),
);

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
  const forwarded = strapi.server.app.proxy ? `${host}\n${protocol}` : ''; // Koa reads them only behind a trusted proxy.
  const encoding = encodingOf(request);
  const format = acceptedFormat(request);
  const strict = isStrict(request);
  return `${url}\n${headers.host}\n${headers.origin ?? ''}\n${encoding}\n${format}\n${strict}\n${'encrypted' in socket}\n${forwarded}\n${publicUrl()}`;
}

/** Headers that are not cached, because they belong to one response or are computed when sending. */
const OF_ONE_REQUEST =
  /^(?:x-request-id|ratelimit(?:-.*)?|retry-after|content-length|cache-control|date)$/i;

const BODY_HEADERS = /^content-(?:type|encoding)$/i;

/** Whether the response is public and can be cached. */
const isCacheable = ({ state, status, response }: Context) =>
  status === 200 &&
  state.enveloped === undefined &&
  !state.negotiated &&
  response.get('Cache-Control') === 'public, no-cache' &&
  response.get('ETag') !== '' &&
  !response.get('Set-Cookie');

/** The cacheable headers; Node validated their values when they were set. */
function headersOf({ res }: Context): Pick<CachedResponse, 'head' | 'unchanged'> {
  const unchanged: string[] = [];
  let head = 'HTTP/1.1 200 OK\r\n';
  for (const name of headerNames(res)) {
    if (OF_ONE_REQUEST.test(name)) continue;
    const value = String(res.getHeader(name));
    head += `${name}: ${value}\r\n`;
    if (!BODY_HEADERS.test(name)) unchanged.push(name, value);
  }
  return { head, unchanged };
}

/** RFC 9110 13.1.2: answers 304 if `If-None-Match` matches. */
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

/** Caches a response if no data has changed since its request began, until `ctx.state.until` (milliseconds) at most. */
async function store(ctx: Context, { key, began, before }: PendingEntry) {
  if (!before || !isCacheable(ctx)) return;
  const now = await dataVersion();
  const until = Math.min(validUntil(ctx.query, began), ctx.state.until ?? Infinity, now?.due ?? 0);
  if (now?.number !== before.number || Date.now() >= until) return;
  if (began < now.since) return; // The clock was set back: the response may lack publications of this version.
  const body = Buffer.isBuffer(ctx.body) ? ctx.body : Buffer.from(ctx.body as string);
  cachedResponses()?.set(key, {
    version: now.number,
    began,
    until,
    url: ctx.url,
    etag: ctx.response.get('ETag'),
    ...headersOf(ctx),
    body: body.length > MAX_SMALL ? body : body.toString('latin1'),
  });
  const policy = sharedCacheControl(until);
  if (policy) ctx.set('Cache-Control', policy);
}

/** D8.12: caches public responses as bytes for `serveCached`; also answers 304 for all other responses. */
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

/** D10.8: counts a request; returns its rate limit headers, or undefined if the client has no points left. */
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

/** Writes the same access log line as Strapi's logger. */
function log({ request, response }: Exchange, { url }: CachedResponse) {
  if (!strapi.log.isLevelEnabled('http')) return;
  strapi.log.http(`${request.method} ${url} (0 ms) ${response.statusCode}`);
}

/**
 * Node's internal function below `writeHead`, present in all versions; skips validating each header again, which takes
 * a sixth of the response's cost.
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

/** Serves a cached response if it is fresh; returns whether it did. */
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
 * D8.12: serves cached responses before Koa and Strapi's middlewares, which cost ten times as much as sending them.
 * Called in `register`, when Strapi's is the only request listener.
 */
export function serveCached(): void {
  const { httpServer } = strapi.server;
  const [koa, ...others] = httpServer.listeners('request') as ((...exchange: unknown[]) => void)[];
  if (!koa || others.length > 0) throw new Error('More than Strapi listens for requests.');
  httpServer.off('request', koa);
  httpServer.on('request', (request, response) => {
    if (request.socket.destroyed) return; // Disconnected, with requests left in its last packet.
    const answers = cachedResponses();
    const key = answers && cacheKeyOf(request);
    const cached = key === undefined ? undefined : answers?.get(key);
    if (!cached) return koa(request, response);
    serve({ request, response }, cached).then(
      (done) => done || koa(request, response),
      (error) => {
        strapi.log.error(`A cached response failed: ${error.stack}`);
        if (!response.headersSent) koa(request, response);
      },
    );
  });
}
