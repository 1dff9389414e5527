import { z } from 'zod';
import { isValues, type Values } from '../content-types/rows';
import { CalendarError, ignoredParams, refuse } from '../messages/errors';
import type { Message, MessageKey } from '../messages/t';
import { type FieldKind, InvalidValue, PROTO } from './kind';

function decodedOrNul(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The decoded text; undefined if its percent-encoding is invalid or contains a NUL. */
export function decoded(part: string): string | undefined {
  const text = decodedOrNul(part);
  return text?.includes('\0') ? undefined : text;
}

/** The most faults that are reported: decoding invalid input is a hundred times slower than valid input. */
const MAX_NAMED = 100;

/** D9.7: the parameters with invalid percent-encoding or a NUL, by name; parsers would guess or keep them silently. */
export function brokenParams(querystring: string): Record<string, Message> {
  const faults: Record<string, Message> = {};
  let broken = 0;
  for (const pair of querystring.split('&')) {
    if (!/[%\0]/.test(pair) || decoded(pair.replaceAll('+', ' ')) !== undefined) continue;
    broken += 1;
    if (broken > MAX_NAMED) break;
    const key = pair.split('=')[0] ?? '';
    const name = (decoded(key) ?? key.replace(/%00/g, '')).split('[')[0] ?? key;
    faults[name || '?'] = { text: decodedOrNul(pair) === undefined ? 'not_encoded' : 'holds_nul' };
  }
  return faults;
}

/** The name of each parameter, split into steps: `venue[city]` becomes `venue`, `city`. */
const namesIn = (querystring: string): string[][] =>
  querystring.split('&').map((pair) => (readable(pair.split('=')[0] ?? '') ?? '').split(/[[\]]/));

const naming = (names: string[][], text: MessageKey): Record<string, Message> =>
  Object.fromEntries(names.map(([name = '']) => [name, { text }]));

/**
 * D9.10: parameters with a property of every JavaScript object (`constructor`) in their name, which the parser silently
 * drops to protect that property.
 */
export function prototypeKeys(querystring: string): Record<string, Message> {
  const left = namesIn(querystring).filter((steps) => steps.some((step) => step in {}));
  return naming(left, 'not_read');
}

/**
 * The parts of a form that are not read as they were sent: invalid encodings, and `__proto__`, the only name that its
 * parser drops. Within a field it is always a fault (D4.9), as a field's name only if strict (D9.10).
 */
export function formFaults(form: string, strict: boolean): Record<string, Message> {
  const broken = brokenParams(form);
  if (Object.keys(broken).length > 0) return broken;
  const names = namesIn(form);
  const within = names.filter(([, ...steps]) => steps.includes(PROTO));
  const ignored = names.filter(([name]) => strict && name === PROTO);
  return { ...naming(within, 'rule.proto'), ...naming(ignored, 'not_read') };
}

/** The pairs of a form, joined by field: `venue[city]=Lyon` belongs to `venue`. */
export function pairsByField(form: string): Map<string, string> {
  const fields = new Map<string, string[]>();
  const names = namesIn(form);
  for (const [at, pair] of form.split('&').entries()) {
    const name = names[at]?.[0] ?? '';
    const pairs = fields.get(name) ?? [];
    pairs.push(pair);
    fields.set(name, pairs);
  }
  return new Map([...fields].map(([name, pairs]) => [name, pairs.join('&')]));
}

/** The parameters for the password of an event, the key of a personal feed, and the link to a preview. */
const SECRETS = ['password', 'key', 'token'] as const;

type Secret = (typeof SECRETS)[number];

/** A query without its secrets, and their values: a list if sent nested or repeatedly, absent if not sent. */
export interface SecretQuery extends Partial<Record<Secret, string | string[]>> {
  rest: string;
}

const readable = (part: string) => decoded(part.replaceAll('+', ' '));

const valueIn = (pair: string) => readable(pair.slice(pair.indexOf('=') + 1)) ?? '';

const SECRET_NAME = /^(password|key|token)(\[|$)/;

/** The characters of a name to examine: more than the longest secret has with all letters percent-encoded. */
const MAX_NAME_LENGTH = 30;

const decodedLetter = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));

/** The secret that a pair names, and whether in brackets. Examines only the beginning, so that long pairs are cheap. */
function secretIn(pair: string): { secret: Secret; nested: boolean } | undefined {
  if (!/^[%pkt]/.test(pair)) return undefined;
  const [name = ''] = pair.slice(0, MAX_NAME_LENGTH).split('=', 1);
  const [, secret, bracket] =
    SECRET_NAME.exec(name.replace(/%([\da-f]{2})/gi, decodedLetter)) ?? [];
  return secret ? { secret: secret as Secret, nested: bracket !== '' } : undefined;
}

/** D10.7, D14.7: removes secrets from a query string, so that no log and no cache contains them. */
export function takeSecrets(querystring: string): SecretQuery {
  const rest: string[] = [];
  const sent: { secret: Secret; nested: boolean; value: string }[] = [];
  for (const pair of querystring.split('&')) {
    const named = secretIn(pair);
    if (!named) rest.push(pair);
    else if (pair.includes('=')) sent.push({ ...named, value: valueIn(pair) });
  }
  const taken: SecretQuery = { rest: rest.join('&') };
  for (const secret of sent.length > 0 ? SECRETS : []) {
    const [only, ...more] = sent.filter((one) => one.secret === secret);
    if (!only) continue;
    const values = [only, ...more].map(({ value }) => value);
    taken[secret] = more.length > 0 || only.nested ? values : only.value;
  }
  return taken;
}

/** Whether a URL contains a secret; the regular expression quickly rules out most URLs. */
export const hasSecretParam = (address: string): boolean =>
  /password|key|token|%/i.test(address) &&
  address
    .slice(address.indexOf('?') + 1)
    .split('&')
    .some((pair) => secretIn(pair));

/** The limits of what a request contains; parsers would silently cut off the rest. */
export const MAX_VALUES = 10_000;
export const MAX_ITEMS = 1000;
export const MAX_DEPTH = 20;

/** The refusal of a request with too many or too deeply nested values; it names fields that `excess` explains. */
export function tooComplex(
  fields: Iterable<string> = [],
  excess: (field: string) => Message | undefined = () => undefined,
): CalendarError {
  const params: Record<string, Message> = {};
  for (const field of fields) {
    const why = excess(field);
    if (why) params[field] = why;
    if (Object.keys(params).length >= MAX_NAMED) break;
  }
  const refusal = { status: 400, code: 'rest_bad_request', text: 'body.too_complex' } as const;
  return new CalendarError(Object.keys(params).length > 0 ? { ...refusal, params } : refusal);
}

const brokenJson = () => refuse(400, 'rest_invalid_json');

const noObject = () =>
  new CalendarError({ status: 400, code: 'rest_bad_request', text: 'body.not_object' });

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

function parsed(text: string, refusal: () => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal();
  }
}

const inside = (level: object[]) => level.flatMap((container) => Object.values(container));

const sizeOf = (container: object) =>
  Array.isArray(container) ? container.length : Object.keys(container).length;

/** The limit that a value exceeds, if any. Iterates level by level, so that deep nesting cannot exhaust the stack. */
export function excessOf(root: object, deepest = MAX_DEPTH): Message | undefined {
  let level: object[] = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return { text: 'too_deep', values: { deepest: MAX_DEPTH } };
    for (const container of level) count += sizeOf(container); // To list half a million values takes longer than to parse them.
    if (count > MAX_VALUES) return { text: 'too_many', values: { most: MAX_VALUES } };
    level = inside(level).filter(isContainer);
  }
  return undefined;
}

/** Empties what is nested in that many containers. */
function cutBelow(root: object, deepest: number) {
  let level: object[] = [root];
  for (let depth = 1; depth < deepest; depth += 1) level = inside(level).filter(isContainer);
  for (const container of level as Values[])
    for (const [key, value] of Object.entries(container))
      if (isContainer(value)) container[key] = [];
}

/**
 * The values of a JSON body. Throws CalendarError 400 if it is invalid, too complex or not an object. `__proto__` is
 * never a field: it is ignored (D9.5) or, if strict, refused (D9.10). `around`: the levels around the bodies that it
 * contains; one that is too deep is refused by itself, for which enough of it is kept.
 */
export function readJson(text: string, { strict = false, around = 0 } = {}): Values {
  const value = parsed(text, brokenJson);
  if (!isValues(value)) throw noObject();
  const deepest = around ? MAX_VALUES : MAX_DEPTH;
  if (excessOf(value, deepest))
    throw tooComplex(Object.keys(value), (field) => excessOf({ [field]: value[field] }, deepest));
  if (around) cutBelow(value, around + MAX_DEPTH + 1);
  if (strict && Object.hasOwn(value, PROTO)) throw ignoredParams([PROTO]);
  Reflect.deleteProperty(value, PROTO);
  return value;
}

/** The items of an array, or of the object with keys 0, 1, … that form parsers make of large indexes. */
export function listIn(sent: unknown): unknown[] | undefined {
  if (Array.isArray(sent)) return sent;
  if (typeof sent !== 'object' || sent === null) return undefined;
  const keys = Object.keys(sent);
  const isListed = keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
  return isListed ? Object.values(sent) : undefined;
}

const anyObject = z.record(z.string(), z.unknown());

/** The object that was sent, or that its text is; null if it is empty. */
export function readObject(sent: unknown): object | null {
  const value =
    typeof sent === 'string' && sent !== ''
      ? parsed(sent, () => new InvalidValue('not_object'))
      : sent;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return null;
  if (!isValues(value)) throw new InvalidValue('not_object');
  const excess = excessOf(value, MAX_DEPTH - 1);
  if (excess) throw new InvalidValue(excess.text, excess.values);
  return Object.keys(value).length === 0 ? null : value;
}

/** A JSON object, or its text in a form; `""`, `[]` and `{}` clear it. */
export const object: FieldKind<object | null, unknown> = {
  schema: z.union([anyObject, z.string()]),
  json: z.union([anyObject, z.string(), z.tuple([])]),
  stored: z.unknown(),
  read: readObject,
};
