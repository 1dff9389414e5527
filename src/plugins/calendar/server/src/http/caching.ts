import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Next, Request } from 'koa';
import { settings } from '../database/site';
import { formatParams, language } from '../kinds/choice';
import type { Params } from '../kinds/kind';
import { readParams } from '../kinds/read';
import { identifier, identifierText } from '../kinds/text/text';
import { CalendarError } from '../messages/errors';
import type { Key } from '../records/named-record';
import type { Asked, Precondition } from '../records/write-request';
import { etagOf, isAny, versionOf, weakened } from '../resources/etag';
import { readAnswerShape } from '../resources/sparse';
import { placeOf } from '../settings/formats';
import type { RecordType } from '../settings/record-types';
import { sentValues } from './body';
import { viewOf } from './caller';
import { isOurs, languageRead, type Sent } from './edge';

const READING = ['GET', 'HEAD'];

/** The bytes of a body that will be sent; nothing for a stream, which is not ours. */
export function contentOf(body: unknown): string | Buffer | undefined {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  if (typeof body !== 'object' || body === null || 'pipe' in body) return undefined;
  return JSON.stringify(body);
}

/** What opens something that is closed. */
const holdsSecret = ({ password, token }: Partial<Sent> = {}) =>
  password !== undefined || token !== undefined;

/** Whether the answer may depend on more than the address. */
const isPersonal = (ctx: Context, authorization: string) =>
  authorization !== '' || Boolean(ctx.state.auth?.credentials) || holdsSecret(ctx.state.sent);

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

/** What GET answers the caller at the address of a request; throws CalendarError. */
export type Served = (ctx: Context) => Promise<object>;

/** What the description of a resource says of the address of one record. */
interface Single {
  type: RecordType;
  single?: Params;
}

const EXTERNAL = { external_id: identifierText, source: identifier };

/** What a request names by its path; of an external id `source` says whose it is, wherever it is sent. */
export function keyOf(ctx: Context): Key {
  const { id, slug } = ctx.params;
  if (id !== undefined) return { id };
  if (slug !== undefined) return { slug };
  const context = { now: new Date(), settings: settings() };
  const { external_id = '', source } = readParams(EXTERNAL, sentValues(ctx), context);
  return { externalId: external_id, source: source ?? '' };
}

/** What a request asks of the record at its address, before its parameters are judged (D9.1). */
export function oneAsked(ctx: Context) {
  const { password } = ctx.state.sent as Sent;
  return {
    key: keyOf(ctx),
    language: languageRead(ctx),
    password: typeof password === 'string' ? password : undefined,
  };
}

/** What the answer is written for; throws CalendarError 400 where a parameter is wrong. */
export function viewAsked(ctx: Context, { type, single }: Single, now: Date) {
  const params = { ...single, ...formatParams(placeOf(type)), i18n_language: language };
  const { password } = ctx.state.sent as Sent;
  const context = { now, settings: settings() };
  const { i18n_language } = readParams(params, { ...ctx.query, password }, context);
  return viewOf(ctx, i18n_language, now);
}

/** What GET would be asked here; nothing where its parameters are wrong. */
function asked(ctx: Context, resource: Single): Asked | undefined {
  try {
    const view = viewAsked(ctx, resource, new Date());
    return { ...oneAsked(ctx), view, fields: readAnswerShape(ctx.querystring).fields };
  } catch (error) {
    if (error instanceof CalendarError && error.status < 500) return undefined;
    throw error;
  }
}

/** RFC 9110 13.1.1: the version that a write is of, where its caller names one. */
export function preconditionOf(ctx: Context, resource: Single): Precondition | undefined {
  const ifMatch = ctx.get('If-Match');
  return !ifMatch || isAny(ifMatch) ? undefined : { ifMatch, asked: asked(ctx, resource) };
}
