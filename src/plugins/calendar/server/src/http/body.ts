import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import type { z } from 'zod';
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
import { credentialOf } from './caller';
import { brokenOff } from './errors';
import { readForm, readFormFields, readParts } from './form';
import { BODY_METHODS, isBatch, isStrict, readContext } from './request';

const given = (values: Values) =>
  Object.entries(values).filter(([, value]) => value !== null && value !== undefined);

/** D9.6: merges values; path takes precedence over body over query. `null` means "not sent". */
export const mergeSent = (path: Values, body: Values, query: Values): Values =>
  Object.fromEntries([query, body, path].flatMap(given));

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECOMPRESS = new Map<string, Decompress>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)], // RFC 9110 8.4.1.3: the same as gzip.
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

const tooLarge = () => refuse(413, 'rest_body_too_large');

async function received(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // If the loop ends early, the stream must stay open: destroying it would close the connection
  // before the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) throw tooLarge();
  }
  return Buffer.concat(chunks);
}

async function decompress(bytes: Buffer, encoding: string, most: number): Promise<Buffer> {
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  const unpack = DECOMPRESS.get(encoding);
  if (!unpack) throw refuse(415, 'rest_unsupported_media_type');
  try {
    return await unpack(bytes, { maxOutputLength: most });
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : refuse(400, 'rest_bad_request');
  }
}

/**
 * Reads and decompresses the body. Throws CalendarError 413 beyond `most` bytes (sent or unpacked), 400 if
 * incomplete.
 */
async function bodyBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const whole = Promise.race([received(request, most), brokenOff(request)]);
  const bytes = await whole.catch((error) => {
    throw error.code === 'ECONNRESET' ? refuse(400, 'rest_bad_request') : error;
  });
  return decompress(bytes, encoding, most);
}

const unsupported = () => refuse(415, 'rest_unsupported_media_type');

/** Decodes UTF-8 without a byte order mark. Throws CalendarError 400. */
function textOf(bytes: Buffer, code: MessageKey = 'rest_bad_request'): string {
  if (!isUtf8(bytes)) throw refuse(400, code);
  return new TextDecoder().decode(bytes);
}

/** How a body is read. */
interface Reading {
  type: string;
  /** D9.10: whether unknown values are kept, so that the refusal can name them. */
  strict: boolean;
  /** The levels around the bodies that it contains. */
  around: number;
}

/** D8.16: the body of an operation is in the operation, this in the list, and that in the batch. */
const AROUND_OPERATION = 3;

/** Parses a multipart body in memory, whose size is limited, so that there are no temporary files. */
function multipart(body: Buffer, { type, strict }: Reading): Values {
  const fields: [string, string][] = [];
  const files: Values = {};
  for (const { name, filename, bytes } of readParts(body, type)) {
    if (filename === undefined) fields.push([name, textOf(bytes)]);
    // Only `image` takes a file; if strict, other files are kept so that the refusal can name them.
    // Browsers send an empty one without a name if none was chosen.
    else if ((name === 'image' || strict) && (bytes.length > 0 || filename !== '')) {
      if (strict && Object.hasOwn(files, name))
        throw invalidParams({ [name]: { text: 'not_one_value' } });
      files[name] = new SentFile(filename, bytes);
    }
  }
  return { ...readFormFields(fields, strict), ...files };
}

/** Parses the body by its content type. Throws CalendarError 415 for other types and charsets. */
function read(bytes: Buffer, reading: Reading): Values {
  const { type, strict } = reading;
  const kind = type.replace(/;.*/s, '').trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw unsupported();
  if (/^application\/([\w.-]+\+)?json$/.test(kind)) {
    return readJson(textOf(bytes, 'rest_invalid_json'), reading);
  }
  if (kind === 'application/x-www-form-urlencoded') return readForm(textOf(bytes), strict);
  if (kind === 'multipart/form-data') return multipart(bytes, reading);
  throw unsupported();
}

/** Reads the values of the body, at most `most` bytes. Throws CalendarError 400, 413 or 415. */
export async function sentBody(ctx: Context, most: number): Promise<Values> {
  const bytes = await bodyBytes(ctx.req, most);
  const around = isBatch(ctx.state.calendar) ? AROUND_OPERATION : 0;
  const reading = { type: ctx.get('Content-Type'), strict: isStrict(ctx.req), around };
  const begun = performance.now();
  try {
    return bytes.length > 0 ? read(bytes, reading) : {};
  } finally {
    ctx.state.parsingTime = performance.now() - begun;
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** D9.10: throws CalendarError 400 if a DELETE has values in its body; the address alone names the record. */
async function requireNoValues(ctx: Context): Promise<void> {
  const sent = given(await sentBody(ctx, settings().limits.body));
  if (sent.length > 0) throw ignoredParams(sent.map(([name]) => name));
}

/** D9.1: reads the bodies of writing routes, before authorisation. */
export const body = () => async (ctx: Context, next: Next) => {
  if (!ctx.state.calendar) return next();
  if (ctx.method === 'DELETE' && isStrict(ctx.req) && hasBody(ctx.req)) await requireNoValues(ctx);
  if (!BODY_METHODS.includes(ctx.method)) return next();
  Object.assign(ctx.request, { body: await sentBody(ctx, settings().limits.body) });
  delete ctx.req.headers['content-type']; // Already read: Strapi's parser must not wait for it.
  return next();
};

/** The query's parameters, including secrets removed from it, except the feed key. */
export function sentQuery(ctx: Context): Values {
  const { broken: _, key, ...secrets } = ctx.state.secrets ?? {};
  const { feedKey } = credentialOf(ctx);
  return { ...parametersIn(ctx.query), ...secrets, ...(feedKey === undefined && { key }) };
}

/** D9.10: throws CalendarError 400 if the query of a write contains a secret, which only its body may. */
export function withoutSecrets(ctx: Context): Context {
  const { broken: _, ...secrets } = ctx.state.secrets ?? {};
  const names = Object.keys(secrets);
  if (isStrict(ctx.req) && names.length > 0) throw ignoredParams(names);
  return ctx;
}

/**
 * D9.6: all values sent with a write. The id or slug in the path is not included, so that a `slug` in the body can
 * rename the record. Only for the language, the query takes precedence over the body (D7.1).
 */
export function sentValues(ctx: Context): Values {
  const { body } = ctx.request as { body?: Values };
  const { external_id } = ctx.params;
  const { i18n_language } = ctx.query;
  return mergeSent({ external_id, i18n_language }, body ?? {}, parametersIn(ctx.query));
}

/** Parses parameters from body and query; the body takes precedence. Throws CalendarError 400. */
export const readSent = <Shape extends Params>(ctx: Context, shape: Shape) =>
  readParams(shape, { ...sentQuery(ctx), ...sentValues(ctx) }, readContext(ctx));

/** Parses what a page of the admin sent. Throws ValidationError 400 with one sentence per fault, which begins with its name. */
export function validated<Output>(schema: z.ZodType<Output>, sent: unknown): Output {
  const { success, data, error } = schema.safeParse(Object(sent));
  if (success) return data;
  const faults = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  throw new errors.ValidationError(faults.join('; '));
}

/** The record named by the path; for an external id, `source` may be in query or body. */
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

/** D9.10: throws CalendarError 400 that names a parameter sent with different values in path, body and query. */
export function requireAgreement(ctx: Context): void {
  const { body } = ctx.request as { body?: Values };
  const effective = sentValues(ctx);
  const sent = [body ?? {}, parametersIn(ctx.query)].flatMap(given);
  const overridden = sent.filter(
    ([name, value]) => comparable(value) !== comparable(effective[name]),
  );
  if (overridden.length > 0) throw ignoredParams(overridden.map(([name]) => name));
}
