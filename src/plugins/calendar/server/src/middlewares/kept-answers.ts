import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { holdsSecret } from '../params/secret-query';
import { publishedAddress, settings } from '../services/settings';
import type { Settings } from '../settings/settings';
import { acceptedFormat } from './accepted-format';
import { encodingOf } from './compression';
import { isRefused } from './refused-request';

/** An answer as it was sent, but for what belongs to one request. */
export interface KeptAnswer {
  /** Of the data (`store/data-version.ts`). */
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
