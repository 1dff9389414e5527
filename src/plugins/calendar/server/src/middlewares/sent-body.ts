import { isUtf8 } from 'node:buffer';
import type { Context } from 'koa';
import type { Values } from '../content-types/rows';

import { readJson } from '../kinds/object';
import { SentFile } from '../kinds/picture';
import { refuse } from '../messages/errors';
import { readFields, readForm } from '../params/form';
import { bodyBytes } from './body-bytes';

/** The one field that takes a file. */
const PICTURE = 'image';

const unsupported = () => refuse(415, 'rest_unsupported_media_type');

/** The text without a byte order mark, or nothing where it is not UTF-8. */
const textOf = (bytes: Buffer) => (isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined);

function json(bytes: Buffer): Values {
  const text = textOf(bytes);
  if (text === undefined) throw refuse(400, 'rest_invalid_json');
  return readJson(text);
}

function form(bytes: Buffer): Values {
  const text = textOf(bytes);
  if (text === undefined) throw refuse(400, 'rest_bad_request');
  return readForm(text);
}

/** Held in memory, since no body is larger than the limit: there are no files to clean up. */
async function multipart(bytes: Buffer, type: string): Promise<Values> {
  const data = await new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw refuse(400, 'rest_bad_request');
    });
  const fields: [string, string][] = [];
  const files: Values = {};
  for (const [name, value] of data) {
    if (typeof value === 'string') fields.push([name, value]);
    else if (name === PICTURE && value.size > 0)
      files[name] = new SentFile(value.name, Buffer.from(await value.arrayBuffer()));
  }
  // The parser writes this sign where the bytes were no UTF-8.
  if (fields.some((field) => field.join().includes('\uFFFD')) && !isUtf8(bytes))
    throw refuse(400, 'rest_bad_request');
  return { ...readFields(fields), ...files };
}

/** What the body's type says how to read it; other types and other character sets: 415. */
async function read(bytes: Buffer, type: string): Promise<Values> {
  const [kind = ''] = type.toLowerCase().split(';');
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw unsupported();
  if (/^application\/([\w.-]+\+)?json$/.test(kind.trim())) return json(bytes);
  if (kind.trim() === 'application/x-www-form-urlencoded') return form(bytes);
  if (kind.trim() === 'multipart/form-data') return multipart(bytes, type);
  throw unsupported();
}

/** The values of the request's body, of at most so many bytes; throws CalendarError 400, 413 or 415. */
export async function sentBody(ctx: Context, most: number): Promise<Values> {
  const bytes = await bodyBytes(ctx.req, most);
  return bytes.length > 0 ? read(bytes, ctx.get('Content-Type')) : {};
}
