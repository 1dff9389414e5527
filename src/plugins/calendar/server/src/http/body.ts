import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Context, Next } from 'koa';
import type { Values } from '../content-types/rows';
import { settings } from '../database/site';
import { type Params, readParams } from '../kinds/kind';
import { SentFile } from '../kinds/picture';
import { readJson } from '../kinds/raw-input';
import { identifier, identifierText } from '../kinds/text/text';
import { ignoredParams, invalidParams, refuse } from '../messages/errors';
import type { MessageKey } from '../messages/t';
import type { Key } from '../records/named-record';
import { parametersIn } from '../resources/answer';
import { feedKeyOf } from './caller';
import { BODY_METHODS, isStrict, type RequestSecrets, readContext } from './edge';
import { brokenOff } from './errors';
import { readFields, readForm } from './form';

const given = (values: Values) =>
  Object.entries(values).filter(([, value]) => value !== null && value !== undefined);

/** D9.6: of the same name path beats body beats query; `null` means "not sent" and beats nothing. */
export const mergeSent = (path: Values, body: Values, query: Values): Values =>
  Object.fromEntries([query, body, path].flatMap(given));

const DECOMPRESS: Record<
  string,
  (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip), // RFC 9110 8.4.1.3: the same.
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const tooLarge = () => refuse(413, 'rest_body_too_large');

async function received(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Left early, the stream must stay open: destroyed, it would take the answer with it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) throw tooLarge();
  }
  return Buffer.concat(chunks);
}

async function decompress(bytes: Buffer, encoding: string, most: number): Promise<Buffer> {
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  const unpack = DECOMPRESS[encoding];
  if (!unpack) throw refuse(415, 'rest_unsupported_media_type');
  try {
    return await unpack(bytes, { maxOutputLength: most });
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : refuse(400, 'rest_bad_request');
  }
}

/** The body, unpacked; more bytes than `most`, sent or unpacked: 413; broken off: 400. */
async function bodyBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const whole = Promise.race([received(request, most), brokenOff(request)]);
  const bytes = await whole.catch((error) => {
    throw error.code === 'ECONNRESET' ? refuse(400, 'rest_bad_request') : error;
  });
  return decompress(bytes, encoding, most);
}

const unsupported = () => refuse(415, 'rest_unsupported_media_type');

/** The text without a byte order mark; throws CalendarError 400 where it is not UTF-8. */
function textOf(bytes: Buffer, code: MessageKey = 'rest_bad_request'): string {
  if (!isUtf8(bytes)) throw refuse(400, code);
  return new TextDecoder().decode(bytes);
}

/** How a body is read. */
interface Reading {
  type: string;
  /** D9.10: whether what nobody reads is kept, so that it can be named. */
  strict: boolean;
}

/** Browsers send an empty file without a name where none was chosen. */
const wasChosen = ({ size, name }: File) => size > 0 || name !== '';

/** Held in memory, since no body is larger than the limit: there are no files to clean up. */
async function multipart(bytes: Buffer, { type, strict }: Reading): Promise<Values> {
  const data = await new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw refuse(400, 'rest_bad_request');
    });
  const fields: [string, string][] = [];
  const files: Values = {};
  for (const [name, value] of data) {
    if (typeof value === 'string') fields.push([name, value]);
    // `image` is the one field that takes a file; strict keeps others, so that they can be named.
    else if ((name === 'image' || strict) && wasChosen(value)) {
      if (strict && Object.hasOwn(files, name))
        throw invalidParams({ [name]: { text: 'not_one_value' } });
      files[name] = new SentFile(value.name, Buffer.from(await value.arrayBuffer()));
    }
  }
  // The parser writes this sign where the bytes were no UTF-8.
  if (fields.some((field) => field.join().includes('\uFFFD')) && !isUtf8(bytes))
    throw refuse(400, 'rest_bad_request');
  return { ...readFields(fields, strict), ...files };
}

/** What the body's type says how to read it; other types and other character sets: 415. */
async function read(bytes: Buffer, reading: Reading): Promise<Values> {
  const { type, strict } = reading;
  const kind = type.replace(/;.*/s, '').trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw unsupported();
  if (/^application\/([\w.-]+\+)?json$/.test(kind)) {
    return readJson(textOf(bytes, 'rest_invalid_json'), strict);
  }
  if (kind === 'application/x-www-form-urlencoded') return readForm(textOf(bytes), strict);
  if (kind === 'multipart/form-data') return multipart(bytes, reading);
  throw unsupported();
}

/** The values of the request's body, of at most so many bytes; throws CalendarError 400, 413 or 415. */
export async function sentBody(ctx: Context, most: number): Promise<Values> {
  const bytes = await bodyBytes(ctx.req, most);
  const reading = { type: ctx.get('Content-Type'), strict: isStrict(ctx.req) };
  return bytes.length > 0 ? read(bytes, reading) : {};
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** D9.10: what is deleted is named by the address alone, also its `source`; throws CalendarError 400. */
async function requireNoValues(ctx: Context): Promise<void> {
  const sent = given(await sentBody(ctx, settings().limits.body));
  if (sent.length > 0) throw ignoredParams(sent.map(([name]) => name));
}

/** D9.1: reads the bodies of our writing routes, before anybody asks for rights. */
export const body = () => async (ctx: Context, next: Next) => {
  if (!ctx.state.calendar) return next();
  if (ctx.method === 'DELETE' && isStrict(ctx.req) && hasBody(ctx.req)) await requireNoValues(ctx);
  if (!BODY_METHODS.includes(ctx.method)) return next();
  Object.assign(ctx.request, { body: await sentBody(ctx, settings().limits.body) });
  delete ctx.req.headers['content-type']; // It is read: Strapi's own parser must not wait for it.
  return next();
};

/** The query's parameters, secrets that were taken out of it among them; without the key that says who asks. */
export function sentQuery(ctx: Context): Values {
  const { broken: _, key, ...secrets } = (ctx.state.sent ?? {}) as Partial<RequestSecrets>;
  return { ...parametersIn(ctx.query), ...secrets, ...(feedKeyOf(ctx) === undefined && { key }) };
}

/** D9.10: a write whose query says no secret, which would be read in its body only; throws CalendarError 400. */
export function withoutSecrets(ctx: Context): Context {
  const { broken: _, ...secrets } = ctx.state.sent as RequestSecrets;
  const names = Object.keys(secrets);
  if (isStrict(ctx.req) && names.length > 0) throw ignoredParams(names);
  return ctx;
}

/**
 * D9.6: everything that was sent with a writing request, by name. An id or a slug in the path names the
 * record and is not among them, so that a `slug` in the body can rename it. The language alone is said
 * by the query before the body (D7.1).
 */
export function sentValues(ctx: Context): Values {
  const { body } = ctx.request as { body?: Values };
  const { external_id } = ctx.params;
  const { i18n_language } = ctx.query;
  return mergeSent({ external_id, i18n_language }, body ?? {}, parametersIn(ctx.query));
}

/** Parameters, wherever they were sent: a field of the body counts before the query. Throws CalendarError 400. */
export const readSent = <Shape extends Params>(ctx: Context, shape: Shape) =>
  readParams(shape, { ...sentQuery(ctx), ...sentValues(ctx) }, readContext(ctx));

/** What a request names by its path; of an external id `source` says whose it is, wherever it is sent. */
export function recordKeyOf(ctx: Context): Key {
  const { id, slug } = ctx.params;
  if (id !== undefined) return { id };
  if (slug !== undefined) return { slug };
  const params = { external_id: identifierText, source: identifier };
  const context = { now: new Date(), settings: settings() };
  const { external_id, source } = readParams(params, sentValues(ctx), context);
  return { externalId: external_id ?? '', source: source ?? '' };
}

const comparable = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/**
 * D9.10: of a name that address, body and query give other values only one counts. Throws CalendarError
 * 400 naming it.
 */
export function requireAgreement(ctx: Context): void {
  const { body } = ctx.request as { body?: Values };
  const counting = sentValues(ctx);
  const sent = [body ?? {}, parametersIn(ctx.query)].flatMap(given);
  const beaten = sent.filter(([name, value]) => comparable(value) !== comparable(counting[name]));
  if (beaten.length > 0) throw ignoredParams(beaten.map(([name]) => name));
}
