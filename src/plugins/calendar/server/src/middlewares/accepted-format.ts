import type { IncomingMessage } from 'node:http';
import type { Request } from 'koa';
import { LRUCache } from 'lru-cache';
import { FEED_FORMATS, FEEDS, type Format } from '../settings/formats';

const TYPES = FEED_FORMATS.map((format) => FEEDS[format].type as string);

/** What was read of `Accept` before: clients send few, and each again and again. */
const read = new LRUCache<string, Format>({ max: 100 });

/** Koa's reading of a request, without the rest of a context. JSON for whoever takes anything. */
function preferred(request: IncomingMessage): Format {
  const koa = Object.assign(Object.create(strapi.server.app.request), { req: request }) as Request;
  const type = koa.accepts(['application/json', ...TYPES]);
  return FEED_FORMATS.find((format) => FEEDS[format].type === type) ?? 'json';
}

/** RFC 9110 12.5.1: the format that the caller would rather have, where several are offered. */
export function acceptedFormat(request: IncomingMessage): Format {
  const sent = request.headers.accept ?? '';
  if (!TYPES.some((type) => sent.includes(type))) return 'json'; // Also `text/*`: browsers are shown JSON.
  const known = read.get(sent);
  if (known) return known;
  const format = preferred(request);
  read.set(sent, format);
  return format;
}
