import qs from 'qs';
import type { Values } from '../content-types/rows';
import { DEEPEST, MOST_ITEMS, MOST_VALUES, tooComplex } from '../kinds/object';
import { invalidParams } from '../messages/errors';
import { brokenParams } from './secret-query';

const LIMITS = {
  depth: DEEPEST,
  strictDepth: true,
  arrayLimit: MOST_ITEMS,
  parameterLimit: MOST_VALUES,
  throwOnLimitExceeded: true,
} as const;

/**
 * The values of an urlencoded form; names are PHP's: `venue[city]`, `organizer[0][email]`,
 * `categories[]`. Throws CalendarError 400 on broken encodings and on too much.
 */
export function readForm(text: string): Values {
  const broken = brokenParams(text);
  if (Object.keys(broken).length > 0) throw invalidParams(broken);
  try {
    return qs.parse(text, LIMITS);
  } catch (error) {
    if (error instanceof Error && error.name === 'RangeError') throw tooComplex();
    throw error;
  }
}

/** The values of flat fields whose names are PHP's, in the order in which they were sent. */
export const readFields = (fields: [name: string, value: string][]) =>
  readForm(fields.map((field) => field.map(encodeURIComponent).join('=')).join('&'));

const given = (values: Values) =>
  Object.entries(values).filter(([, value]) => value !== null && value !== undefined);

/** D9.6: of the same name path beats body beats query; `null` means "not sent" and beats nothing. */
export const mergeSent = (path: Values, body: Values, query: Values): Values =>
  Object.fromEntries([query, body, path].flatMap(given));
