import type { Field } from './field';
import { oneText, Unreadable } from './param';

const LARGEST = 2 ** 31 - 1;
const WHOLE = /^\d{1,10}$/;

/** An id, or 0. */
const id = (sent: unknown): number => {
  const text = oneText(sent);
  if (!WHOLE.test(text) || Number(text) > LARGEST) throw new Unreadable('not_id');
  return Number(text);
};

/** A number, or its digits as `pattern` takes them. */
const idSchema = (pattern: string) => ({
  anyOf: [
    { type: 'integer', minimum: 0, maximum: LARGEST },
    { type: 'string', pattern },
  ],
});

/** Spec 2: a registered user's id; 0 is nobody. */
export const author: Field<number> = { schema: idSchema('^\\d{1,10}$'), read: id };

const isCleared = (sent: unknown) => sent === '' || (Array.isArray(sent) && sent.length === 0);

/** The id of one record; `""`, `[]` and 0 clear it. */
export const oneReference: Field<number | null> = {
  schema: idSchema('^\\d{0,10}$'),
  read: (sent) => (isCleared(sent) ? null : id(sent) || null),
};

/** Degrees of latitude (`most` 90) or longitude (180); `""` clears them. */
export const degrees = (most: number): Field<number | null> => ({
  schema: {
    anyOf: [
      { type: 'number', minimum: -most, maximum: most },
      { type: 'string', pattern: '^(-?\\d+(\\.\\d+)?)?$' },
    ],
  },
  read(sent) {
    if (sent === '') return null;
    const value = Number(oneText(sent));
    if (!(Math.abs(value) <= most)) throw new Unreadable('not_degrees', { most });
    return value;
  },
});
