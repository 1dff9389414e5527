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

const isEncoded = (part: string) => decodedOrNul(part) !== undefined;

/** The decoded text, or nothing where the percent-encoding is broken or hides a NUL. */
export function decoded(part: string): string | undefined {
  const text = decodedOrNul(part);
  return text?.includes('\0') ? undefined : text;
}

/** JavaScript decodes broken input a hundred times more slowly than valid input, so no more are reported. */
const MAX_NAMED = 100;

/** D9.7: the parameters whose encoding is broken, by name; parsers would guess or keep them silently. */
export function brokenParams(querystring: string): Record<string, Message> {
  const faults: Record<string, Message> = {};
  let broken = 0;
  for (const pair of querystring.split('&')) {
    if (!/[%\0]/.test(pair) || decoded(pair.replaceAll('+', ' ')) !== undefined) continue;
    broken += 1;
    if (broken > MAX_NAMED) break;
    const key = pair.split('=')[0] ?? '';
    const name = (decoded(key) ?? key.replace(/%00/g, '')).split('[')[0] ?? key;
    faults[name || '?'] = { text: isEncoded(pair) ? 'holds_nul' : 'not_encoded' };
  }
  return faults;
}

/** The name of each parameter by its steps: `venue[city]` is `venue`, `city`. */
const namesIn = (querystring: string): string[][] =>
  querystring.split('&').map((pair) => (readable(pair.split('=')[0] ?? '') ?? '').split(/[[\]]/));

const naming = (names: string[][], text: MessageKey): Record<string, Message> =>
  Object.fromEntries(names.map(([name = '']) => [name, { text }]));

/**
 * D9.10: parameters with a property of every JavaScript object (`constructor`) in their name: the parser
 * silently drops them, so that they cannot override it.
 */
export function prototypeKeys(querystring: string): Record<string, Message> {
  const left = namesIn(querystring).filter((steps) => steps.some((step) => step in {}));
  return naming(left, 'not_read');
}

/**
 * What of a form is not read as it was sent: broken encodings, and `__proto__`, the one name that its parser
 * drops: within a field (D4.9), and strictly (D9.10) as that of a field.
 */
export function formFaults(form: string, strict: boolean): Record<string, Message> {
  const broken = brokenParams(form);
  if (Object.keys(broken).length > 0) return broken;
  const names = namesIn(form);
  const within = names.filter(([, ...steps]) => steps.includes(PROTO));
  const ignored = names.filter(([name]) => strict && name === PROTO);
  return { ...naming(within, 'rule.proto'), ...naming(ignored, 'not_read') };
}

/** The pairs of a form by the field that they say something of. */
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

/** The password of an event, the key of a personal feed, and the link to a preview. */
const SECRETS = ['password', 'key', 'token'] as const;

type Secret = (typeof SECRETS)[number];

/** A query without its secrets, and each of them: the value; several or a nested one: a list; nothing sent: absent. */
export interface SecretQuery extends Partial<Record<Secret, string | string[]>> {
  rest: string;
}

const readable = (part: string) => decoded(part.replaceAll('+', ' '));

const valueIn = (pair: string) => readable(pair.slice(pair.indexOf('=') + 1)) ?? '';

const SECRET_NAME = /^(password|key|token)(\[|$)/;

/** Characters of a name that are looked at: the longest secret, each letter percent-encoded, with a bracket has fewer. */
const MAX_NAME_LENGTH = 30;

const decodedLetter = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));

/** Which secret a pair names, and whether it is nested; costs little whatever stands there. */
function secretIn(pair: string): { secret: Secret; nested: boolean } | undefined {
  if (!/^[%pkt]/.test(pair)) return undefined;
  const [name = ''] = pair.slice(0, MAX_NAME_LENGTH).split('=', 1);
  const [, secret, bracket] =
    SECRET_NAME.exec(name.replace(/%([\da-f]{2})/gi, decodedLetter)) ?? [];
  return secret ? { secret: secret as Secret, nested: bracket !== '' } : undefined;
}

/** D10.7, D14.7: takes secrets out of a query string, so that no log and no memory ever holds them. */
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

/** Whether an address holds a secret; the first expression rules out most addresses. */
export const hasSecretParam = (address: string): boolean =>
  /password|key|token|%/i.test(address) &&
  address
    .slice(address.indexOf('?') + 1)
    .split('&')
    .some((pair) => secretIn(pair));

/** What a request may say at most; parsers would cut the rest without a word. */
export const MAX_VALUES = 10_000;
export const MAX_ITEMS = 1000;
export const MAX_DEPTH = 20;

/** What a request has too much of; `excess` says why of the fields that alone are too much, so that they are named. */
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

/** Which limit a value exceeds. Works level by level, so that no depth can exhaust the stack. */
function excessOf(root: object, deepest = MAX_DEPTH): Message | undefined {
  let level: object[] = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const values = level.flatMap((container) => Object.values(container));
    count += values.length;
    if (depth > deepest) return { text: 'too_deep', values: { deepest: MAX_DEPTH } };
    if (count > MAX_VALUES) return { text: 'too_many', values: { most: MAX_VALUES } };
    level = values.filter(isContainer);
  }
  return undefined;
}

/**
 * The values of a JSON body; throws CalendarError 400 when it is broken, too much, or no object. No field is
 * called `__proto__`: it is ignored (D9.5) or, strictly (D9.10), refused.
 */
export function readJson(text: string, strict = false): Values {
  const value = parsed(text, brokenJson);
  if (!isValues(value)) throw noObject();
  if (excessOf(value))
    throw tooComplex(Object.keys(value), (field) => excessOf({ [field]: value[field] }));
  if (strict && Object.hasOwn(value, PROTO)) throw ignoredParams([PROTO]);
  Reflect.deleteProperty(value, PROTO);
  return value;
}

/** The items of a list, also as parsers of forms leave one with large indexes: an object with the keys 0, 1, …. */
export function listIn(sent: unknown): unknown[] | undefined {
  if (Array.isArray(sent)) return sent;
  if (typeof sent !== 'object' || sent === null) return undefined;
  const isListed = Object.keys(sent).every((key) => /^\d+$/.test(key));
  return isListed ? Object.values(sent) : undefined;
}

const anyObject = z.record(z.string(), z.unknown());

/** A JSON object, also as its text in a form; `""`, `[]` and `{}` clear it. */
export const object: FieldKind<object | null, unknown> = {
  schema: z.union([anyObject, z.string()]),
  json: z.union([anyObject, z.string(), z.tuple([])]),
  stored: z.unknown(),
  read(sent) {
    const value =
      typeof sent === 'string' && sent !== ''
        ? parsed(sent, () => new InvalidValue('not_object'))
        : sent;
    if (value === '' || (Array.isArray(value) && value.length === 0)) return null;
    if (!isValues(value)) throw new InvalidValue('not_object');
    const excess = excessOf(value, MAX_DEPTH - 1);
    if (excess) throw new InvalidValue(excess.text, excess.values);
    return Object.keys(value).length === 0 ? null : value;
  },
};
