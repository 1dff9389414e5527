import { createReadStream, ReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { settings } from '../database/site';
import {
  etagOf,
  jsonOf,
  pickFields,
  readAnswerShape,
  validatorOf,
  weakEtag,
} from '../resources/answer';
import { CACHEABLE_METHODS, isCalendarRequest, koaRequest } from './request';

/** RFC 8288: appends to the `Link` header. */
export function addLink(ctx: Context, link: string) {
  const existing = ctx.response.get('Link');
  ctx.set('Link', existing ? `${existing}, ${link}` : link);
}

/** Header names in the spelling in which they are sent. Node's types only have this method for requests. */
export const headerNames = (response: ServerResponse): string[] =>
  (response as typeof response & { getRawHeaderNames(): string[] }).getRawHeaderNames();

/** Headers set in addition to those named `before`, without those of the body. */
function headersSince(ctx: Context, before: string[]): Record<string, string> {
  const names = headerNames(ctx.res).filter(
    (name) => !before.includes(name.toLowerCase()) && !/^content-/i.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, String(ctx.res.getHeader(name))]));
}

const isPayload = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !('pipe' in body) && !Buffer.isBuffer(body);

/** Spec 1: implements WordPress's `_fields` and `_envelope`. Errors keep all their keys, but are enveloped too. */
export const shape = () => async (ctx: Context, next: Next) => {
  if (!isCalendarRequest(ctx)) return next();
  const { fields, envelope } = readAnswerShape(ctx.querystring);
  const before = ctx.res.getHeaderNames();
  await next();
  const { body, status } = ctx;
  if (!isPayload(body)) return;
  const shown = fields.length > 0 && status < 400 ? pickFields(body, fields) : body;
  if (!envelope) {
    if (shown !== body) ctx.body = shown;
    return;
  }
  ctx.state.enveloped = status;
  ctx.body = { body: shown, status, headers: headersSince(ctx, before) };
  ctx.status = 200;
};

/** The bytes of a body; undefined for streams, which are not the interface's. */
function bytesOf(body: unknown): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body;
  if (typeof body === 'string') return Buffer.from(body);
  return isPayload(body) ? jsonOf(body) : undefined;
}

/** The status of the response, also when it is inside an envelope sent with 200. */
const responseStatusOf = (ctx: Context): number => ctx.state.enveloped ?? ctx.status;

/**
 * D12, row 23: any cache may store a public response, and must revalidate it at each use. A response is personal
 * where it may depend on who asks, or on a password or token that opens something.
 */
function cacheControlOf(ctx: Context, authorization: string, isRead: boolean): string {
  const { password, token } = ctx.state.secrets ?? {};
  const isKnown = authorization !== '' || Boolean(ctx.state.auth?.credentials);
  if (isKnown || password !== undefined || token !== undefined) return 'private, no-store';
  return isRead && responseStatusOf(ctx) === 200 ? 'public, no-cache' : 'no-store';
}

/**
 * RFC 9111 5.2.2.10: `s-maxage`, if the host allows shared caches to answer without revalidating; undefined
 * otherwise.
 */
export function sharedCacheControl(until: number): string | undefined {
  const age = Math.min(settings().cache.sharedAge, Math.floor((until - Date.now()) / 1000));
  return age > 0 ? `public, max-age=0, s-maxage=${age}` : undefined;
}

function setEtag(ctx: Context) {
  const bytes = bytesOf(ctx.body);
  if (![200, 201].includes(responseStatusOf(ctx)) || !bytes) return;
  ctx.body = bytes;
  ctx.set('ETag', etagOf(validatorOf(bytes, ctx.state.tagged?.revision)));
}

/** Whether the response shows a record but must not be cached: a write, or a POST that means GET. */
const isTaggedWrite = (ctx: Context) => ctx.state.tagged && !CACHEABLE_METHODS.includes(ctx.method);

/** RFC 9110, 9111: sets `Cache-Control` and `ETag`; search engines are to show pages, not JSON. */
export const caching = () => async (ctx: Context, next: Next) => {
  if (!isCalendarRequest(ctx)) return next();
  const isRead = CACHEABLE_METHODS.includes(ctx.method);
  const authorization = ctx.get('Authorization');
  await next();
  ctx.vary('Origin, Authorization, Prefer');
  const policy = cacheControlOf(ctx, authorization, isRead);
  if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', policy);
  if (/json$/.test(ctx.response.type)) ctx.set('X-Robots-Tag', 'noindex');
  if (isRead || isTaggedWrite(ctx)) setEtag(ctx);
};

/** Bytes below which compression gains nothing. */
const MIN_COMPRESSED_SIZE = 1024;

/** As small and fast as gzip's default; the highest quality takes fifty times as long. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotli = promisify(brotliCompress);

const COMPRESSORS = { br: (bytes: Buffer) => brotli(bytes, QUALITY), gzip: promisify(gzip) };

type Encoding = keyof typeof COMPRESSORS | 'identity';

function negotiateEncoding(sent: string): Encoding {
  const koa = koaRequest({ headers: { 'accept-encoding': sent } });
  const accepted = (['br', 'gzip'] as const).find((each) => koa.acceptsEncodings(each) === each);
  return accepted ?? 'identity';
}

/** Cache of parsed `Accept-Encoding` headers; clients send few different ones. */
const encodings = new LRUCache<string, Encoding>({ max: 100, memoMethod: negotiateEncoding });

/** RFC 9110 12.5.3: the encoding accepted by the client, preferably brotli; `identity` without the header. */
export const encodingOf = ({ headers }: IncomingMessage): Encoding =>
  encodings.memo(String(headers['accept-encoding'] ?? ''));

async function compress(ctx: Context) {
  const encoding = encodingOf(ctx.req);
  const bytes = bytesOf(ctx.body);
  if (encoding === 'identity' || !bytes || bytes.length < MIN_COMPRESSED_SIZE) return;
  ctx.body = await COMPRESSORS[encoding](bytes);
  ctx.set('Content-Encoding', encoding);
  const etag = ctx.response.get('ETag');
  if (etag) ctx.set('ETag', weakEtag(etag));
}

/**
 * The interface's answers are compressed for clients that accept it; a compressing proxy finds nothing to do.
 * For a file, koa-send serves the compressed one beside it, if any (`scripts/pack.cjs`), but sets no `Vary`.
 */
export const compression = () => async (ctx: Context, next: Next) => {
  await next();
  if (!ctx.state.calendar && ctx.body instanceof ReadStream) ctx.vary('Accept-Encoding');
  if (!ctx.state.calendar) return;
  ctx.state.negotiated = /accept-encoding/i.test(ctx.response.get('Vary')); // Set by handlers that compress themselves.
  if (ctx.state.negotiated) return;
  ctx.vary('Accept-Encoding');
  if (!ctx.response.get('Content-Encoding')) await compress(ctx);
};

/** RFC 9110 14.1.2: a single range `first-last`, `first-` or `-suffix`. */
const RANGE = /^bytes\s*=\s*(?:(\d+)\s*-\s*(\d*)|-\s*(\d+))$/i;

/** The requested bytes; undefined if it is not a single valid range, so that all are sent. */
function rangeOf(size: number, range: string): { start: number; end: number } | undefined {
  const [sent, first, last, most] = RANGE.exec(range) ?? [];
  if (sent === undefined) return undefined;
  if (most !== undefined) return { start: Math.max(0, size - Number(most)), end: size - 1 };
  if (last && Number(last) < Number(first)) return undefined;
  return { start: Number(first), end: Math.min(Number(last || size), size - 1) };
}

function sendRange(ctx: Context, file: ReadStream, range: string) {
  const size = ctx.length;
  const part = rangeOf(size, range);
  if (!part) return;
  const { start, end } = part;
  file.destroy();
  if (start > end) {
    ctx.body = '';
    ctx.status = 416;
    ctx.set('Content-Range', `bytes */${size}`);
    return;
  }
  ctx.body = createReadStream(file.path, part);
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
  ctx.length = end - start + 1;
}

/**
 * RFC 9110 13 and 14: conditional and range requests for files. Strapi's own range support declares the
 * requested length even past the end of a file, and clients wait for the rest: it never sees `Range`.
 */
export async function serveRanges(ctx: Context, next: Next): Promise<void> {
  const { range, 'if-range': since } = ctx.req.headers;
  delete ctx.req.headers.range;
  await next();
  const { body } = ctx;
  if (ctx.status !== 200 || !(body instanceof ReadStream)) return;
  if (ctx.fresh) ctx.status = 304;
  else if (range !== undefined && ctx.method === 'GET') {
    if (since === undefined || since === ctx.response.get('Last-Modified'))
      sendRange(ctx, body, range);
  }
}
