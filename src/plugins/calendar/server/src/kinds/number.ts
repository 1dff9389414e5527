import { z } from 'zod';
import { LARGEST_ID } from '../settings/record-types';
import { InvalidValue, type Kind, oneText, withDefault } from './kind';

const WHOLE = /^\+?\d+(\.0+)?(e\d{1,2})?$/i;

/** A whole number from 1, as `page`; `1.0` and `1e1` are whole too (Spec 4.2). */
export const count: Kind<number> = {
  meaning: z.int().min(1),
  read(sent) {
    const written = oneText(sent);
    const value = Number(written);
    if (!WHOLE.test(written) || value < 1 || !Number.isSafeInteger(value)) {
      throw new InvalidValue('not_count');
    }
    return value;
  },
};

/** Spec 8: the first page, ten records on it. */
export const paging = { page: withDefault(count, 1), per_page: withDefault(count, 10) };

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i;

/** A decimal number between two others, both included. */
export const decimal = (least: number, most: number): Kind<number> => ({
  meaning: z.number().min(least).max(most).meta({ format: 'double' }),
  read(sent) {
    const written = oneText(sent);
    const value = Number(written);
    if (!DECIMAL.test(written) || value < least || value > most) {
      throw new InvalidValue('not_coordinate', { least, most });
    }
    return value;
  },
});

const DIGITS = /^\d{1,10}$/;

/** An id, or 0. */
const id = (sent: unknown): number => {
  const text = oneText(sent);
  if (!DIGITS.test(text) || Number(text) > LARGEST_ID) throw new InvalidValue('not_id');
  return Number(text);
};

/** A number, or its digits. */
const idOrDigits = (digits: RegExp) =>
  z.union([z.int().min(0).max(LARGEST_ID), z.string().regex(digits)]);

/** Spec 2: a registered user's id; 0 is nobody. */
export const author: Kind<number> = { meaning: idOrDigits(DIGITS), read: id };

const isCleared = (sent: unknown) => sent === '' || (Array.isArray(sent) && sent.length === 0);

/** The id of one record; `""`, `[]` and 0 clear it. */
export const oneReference: Kind<number | null> = {
  meaning: idOrDigits(/^\d{0,10}$/),
  read: (sent) => (isCleared(sent) ? null : id(sent) || null),
};

/** Degrees of latitude (`most` 90) or longitude (180); `""` clears them. */
export const degrees = (most: number): Kind<number | null> => ({
  meaning: z.union([z.number().min(-most).max(most), z.string().regex(/^(-?\d+(\.\d+)?)?$/)]),
  read(sent) {
    if (sent === '') return null;
    const value = Number(oneText(sent));
    if (!(Math.abs(value) <= most)) throw new InvalidValue('not_degrees', { most });
    return value;
  },
});
