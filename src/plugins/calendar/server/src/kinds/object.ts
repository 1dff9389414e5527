import { z } from 'zod';
import type { Values } from '../content-types/rows';
import { CalendarError, refuse } from '../messages/errors';

import { InvalidValue, type Kind } from './kind';

/** What a request may say at most; parsers would cut the rest without a word. */
export const MOST_VALUES = 10_000;
export const MOST_ITEMS = 1000;
export const DEEPEST = 20;

export const tooComplex = () =>
  new CalendarError({ status: 400, code: 'rest_bad_request', text: 'body.too_complex' });

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

/**
 * Removes every key `__proto__`, which would change an object that is copied by assignment, and says
 * whether the value is within the limits. Works level by level, so that no depth can exhaust the stack.
 */
function sanitize(root: object, deepest: number): boolean {
  let level: object[] = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    for (const container of level) Reflect.deleteProperty(container, '__proto__');
    const values = level.flatMap((container) => Object.values(container));
    count += values.length;
    if (depth > deepest || count > MOST_VALUES) return false;
    level = values.filter(isContainer);
  }
  return true;
}

/** The values of a JSON body; throws CalendarError 400 when it is broken, too much, or no object. */
export function readJson(text: string): Values {
  const value = parsed(text, brokenJson);
  if (!isContainer(value) || Array.isArray(value)) throw noObject();
  if (!sanitize(value, DEEPEST)) throw tooComplex();
  return value as Values;
}

const anyObject = z.record(z.string(), z.unknown());

/** A JSON object, also as its text in a form; `""`, `[]` and `{}` clear it. */
export const object: Kind<object | null> = {
  meaning: z.union([anyObject, z.string()]),
  json: z.union([anyObject, z.string(), z.tuple([])]),
  read(sent) {
    const value =
      typeof sent === 'string' && sent !== ''
        ? parsed(sent, () => new InvalidValue('not_object'))
        : sent;
    if (value === '' || (Array.isArray(value) && value.length === 0)) return null;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new InvalidValue('not_object');
    }
    if (!sanitize(value, DEEPEST - 1)) throw new InvalidValue('too_deep', { deepest: DEEPEST });
    return Object.keys(value).length === 0 ? null : value;
  },
};
