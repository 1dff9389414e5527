import qs from 'qs';
import type { Values } from '../content-types/rows';
import {
  formFaults,
  MAX_DEPTH,
  MAX_ITEMS,
  MAX_VALUES,
  pairsByField,
  tooComplex,
} from '../kinds/raw-input';
import { invalidParams } from '../messages/errors';
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

/**
 * The values of an urlencoded form, whose names are written as in PHP: `venue[city]`,
 * `organizer[0][email]`, `categories[]`. Throws CalendarError 400 for invalid encodings, for too
 * many or too deeply nested values and, if strict (D9.10), for names that the parser drops.
 */
export function readForm(text: string, strict = false): Values {
  if (text.split('&').length > MAX_VALUES) throw tooComplex(); // Parsing so many names would take seconds.
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
export const readFields = (fields: [name: string, value: string][], strict = false) =>
  readForm(fields.map((field) => field.map(encodeURIComponent).join('=')).join('&'), strict);
