import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Next, Request } from 'koa';
import { weakened } from '../representation/etag';
import { contentOf } from './caching';

/** Bytes below which packing gains nothing. */
const WORTH = 1024;

/** As good as gzip's standard, and as fast: the highest takes fifty times as long. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const PACKERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, QUALITY),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

type Encoding = keyof typeof PACKERS;

/** What was read of `Accept-Encoding` before: clients send few, and each again and again. */
const read = new Map<string, Encoding | undefined>();
const MOST_READ = 100;

/** Koa's reading of a request, without the rest of a context. */
function taken(request: IncomingMessage): Encoding | undefined {
  const koa = Object.assign(Object.create(strapi.server.app.request), { req: request }) as Request;
  return (['br', 'gzip'] as const).find((encoding) => koa.acceptsEncodings(encoding) === encoding);
}

/** RFC 9110 12.5.3: how the caller takes a body packed; the better one, where both are taken. */
export function encodingOf(request: IncomingMessage): Encoding | undefined {
  const sent = String(request.headers['accept-encoding'] ?? '');
  if (!sent || read.has(sent)) return read.get(sent);
  if (read.size >= MOST_READ) read.clear();
  const encoding = taken(request);
  read.set(sent, encoding);
  return encoding;
}

async function pack(ctx: Context) {
  const encoding = encodingOf(ctx.req);
  const content = contentOf(ctx.body);
  if (!encoding || content === undefined || Buffer.byteLength(content) < WORTH) return;
  ctx.body = await PACKERS[encoding](Buffer.from(content));
  ctx.set('Content-Encoding', encoding);
  const etag = ctx.response.get('ETag');
  if (etag) ctx.set('ETag', weakened(etag));
}

/** The interface's answers are packed for those who take them so; a proxy that packs finds nothing to do. */
export const compression = () => async (ctx: Context, next: Next) => {
  await next();
  if (!ctx.state.calendar) return;
  ctx.state.negotiated = /accept-encoding/i.test(ctx.response.get('Vary')); // By whoever packs by themselves.
  if (ctx.state.negotiated) return;
  ctx.vary('Accept-Encoding');
  if (!ctx.response.get('Content-Encoding')) await pack(ctx);
};
