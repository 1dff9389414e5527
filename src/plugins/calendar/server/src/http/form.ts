import qs from 'qs';
import type { Values } from '../content-types/rows';
import {
  decoded,
  formFaults,
  MAX_DEPTH,
  MAX_ITEMS,
  MAX_VALUES,
  pairsByField,
  tooComplex,
} from '../kinds/raw-input';
import { invalidParams, refuse } from '../messages/errors';
import type { Message } from '../messages/t';

const LIMITS = {
  depth: MAX_DEPTH,
  allowPrototypes: true,
  strictDepth: true,
  arrayLimit: MAX_ITEMS,
  parameterLimit: MAX_VALUES,
  throwOnLimitExceeded: true,
} as const;

const isExcess = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'RangeError';

/** The parser's limit that a form exceeds, if any. */
function excessOf(form: string): Message | undefined {
  try {
    qs.parse(form, LIMITS);
  } catch (error) {
    if (isExcess(error) && /depth/i.test(error.message))
      return { text: 'too_deep', values: { deepest: MAX_DEPTH } };
    return { text: 'too_many', values: { most: MAX_ITEMS } };
  }
  return undefined;
}

const NESTING = /\[|%5b/i;

const stepsOf = (pair: string) => (pair.split('=', 1)[0] ?? '').split(NESTING).length;

/** Whether parsing would take long: each step of a name, of which `venue[city]` has two, costs as much as a value. */
function isTooLong(form: string): boolean {
  const pairs = form.split('&');
  if (pairs.length > MAX_VALUES) return true;
  return pairs.reduce((steps, pair) => steps + stepsOf(pair), 0) > MAX_VALUES;
}

/**
 * The values of an urlencoded form, whose names are written as in PHP: `venue[city]`,
 * `organizer[0][email]`, `categories[]`. Throws CalendarError 400 for invalid encodings, for too
 * many or too deeply nested values and, if strict (D9.10), for names that the parser drops.
 */
export function readForm(text: string, strict = false): Values {
  if (isTooLong(text)) throw tooComplex();
  const faults = formFaults(text, strict);
  if (Object.keys(faults).length > 0) throw invalidParams(faults);
  try {
    return qs.parse(text, LIMITS);
  } catch (error) {
    if (!isExcess(error)) throw error;
    const fields = pairsByField(text);
    throw tooComplex(fields.keys(), (field) => excessOf(fields.get(field) ?? ''));
  }
}

/** The values of flat fields whose names are PHP's, in the order in which they were sent. */
export const readFormFields = (fields: [name: string, value: string][], strict: boolean) =>
  readForm(fields.map((field) => field.map(encodeURIComponent).join('=')).join('&'), strict);

/** RFC 7578: a part of a multipart form: a text or, with a file name, a file. */
interface Part {
  name: string;
  filename?: string;
  bytes: Buffer;
}

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/** After a boundary: two dashes behind the last part, else the rest of its line (RFC 2046 5.1.1). */
const AFTER_BOUNDARY = /^(?:(--)|[ \t]{0,16}\r\n)/;

const MAX_PADDING = 18;

/** Bytes of a part's headers that are parsed; clients send a tenth. */
const MAX_HEAD = 4096;

/** A parameter of a header: in quotation marks, or without, as .NET writes all of them. */
const PARAMETER = /;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** Undoes the encoding of quotation marks, which browsers percent-encode and other clients escape. */
const unquoted = (name: string) =>
  name.replace(/\\(["\\])/g, '$1').replace(/%(?:0a|0d|22)/gi, decodeURIComponent);

/** RFC 8187: a value such as `utf-8''caf%C3%A9.png`; undefined if it is not one. */
const extended = (value = '') =>
  /^utf-8'/i.test(value) ? decoded(value.replace(/^[^']*'[^']*'/, '')) : undefined;

const headerIn = (head: string, name: string) =>
  new RegExp(`^${name}[ \\t]*:(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';

const unreadable = () => refuse(400, 'rest_bad_request');

/** The part between two boundaries, from the end of the first one's line. */
function partIn(bytes: Buffer): Part {
  const blank = bytes.subarray(0, MAX_HEAD).indexOf('\r\n\r\n');
  const head = bytes.toString('utf8', 0, Math.max(blank, 0)).replace(/\r\n[ \t]+/g, ' '); // Unfolded.
  const content = bytes.subarray(blank + 4);
  const disposition = headerIn(head, 'content-disposition');
  const given: Record<string, string> = {};
  for (const [, key = '', quoted, bare = ''] of disposition.matchAll(PARAMETER))
    given[key.toLowerCase()] = quoted ?? bare;
  const { name, filename, 'filename*': encoded } = given;
  const isField = /^form-data\b/i.test(disposition) && name !== undefined;
  if (!isField || name.includes('\uFFFD')) throw unreadable();
  const isEncoded = /^base64$/i.test(headerIn(head, 'content-transfer-encoding'));
  return {
    name: unquoted(name),
    filename: extended(encoded) ?? (filename === undefined ? undefined : unquoted(filename)),
    bytes: isEncoded ? Buffer.from(content.toString('latin1'), 'base64') : content,
  };
}

/**
 * The parts of a multipart form, as browsers and other clients write it: Node's own parser refuses names without
 * quotation marks, `filename*`, and texts that contain the boundary. Throws CalendarError 400.
 */
export function readParts(body: Buffer, type: string): Part[] {
  const [, quoted, boundary = quoted] = BOUNDARY.exec(type) ?? [];
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const bytes = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts: Part[] = [];
  let begin: number | undefined; // Of the part: the line end before its headers.
  let at = boundary === undefined ? -1 : bytes.indexOf(delimiter);
  while (at !== -1) {
    const end = at + delimiter.length;
    const [after, last] =
      AFTER_BOUNDARY.exec(bytes.toString('latin1', end, end + MAX_PADDING)) ?? [];
    if (after !== undefined) {
      if (begin !== undefined) parts.push(partIn(bytes.subarray(begin, at)));
      if (last) return parts;
      begin = end + after.length - 2;
    }
    at = bytes.indexOf(delimiter, after === undefined ? end : (begin ?? end));
  }
  throw unreadable();
}
