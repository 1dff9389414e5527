import { z } from 'zod';
import type { MessageKey } from '../messages/t';
import { MAX_ID } from '../settings/record-types';
import {
  type Bounds,
  type FieldKind,
  InvalidValue,
  type Kind,
  oneText,
  type ReadContext,
  withDefault,
} from './kind';
import { listIn } from './raw-input';

const WHOLE_NUMBER = /^\+?\d+(\.0+)?(e\d{1,2})?$/i;

/** A whole number from 1, as `page`; `1.0` and `1e1` are whole too (Spec 4.2). */
export const count: Kind<number> = {
  schema: z.int().min(1),
  read(sent) {
    const written = oneText(sent);
    const value = Number(written);
    if (!WHOLE_NUMBER.test(written) || value < 1) throw new InvalidValue('not_count');
    const most = Number.MAX_SAFE_INTEGER;
    if (value > most) throw new InvalidValue('count_too_large', { most });
    return value;
  },
};

/** Spec 8: the first page, ten records on it. */
export const paging = { page: withDefault(count, 1), per_page: withDefault(count, 10) };

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A decimal number between two others, both included. */
export const decimal = (least: number, most: number): Kind<number> => ({
  schema: z.number().min(least).max(most).meta({ format: 'double' }),
  read(sent) {
    const written = oneText(sent);
    const value = Number(written);
    if (!DECIMAL.test(written) || value < least || value > most) {
      throw new InvalidValue('not_between', { least, most });
    }
    return value;
  },
});

const DIGITS = /^\d{1,10}$/;

/** An id or 0. Throws InvalidValue for anything else. */
const readId = (sent: unknown): number => {
  const text = oneText(sent);
  if (!DIGITS.test(text) || Number(text) > MAX_ID) throw new InvalidValue('not_id');
  return Number(text);
};

/** The schema of an id, as a number or as digits. */
const idOrDigits = (digits: RegExp) =>
  z.union([z.int().min(0).max(MAX_ID), z.string().regex(digits)]);

/** Spec 2: the id of a registered user; 0 means none. */
export const author: FieldKind<number> = {
  schema: idOrDigits(DIGITS),
  stored: z.int(),
  read: readId,
};

const isCleared = (sent: unknown) => sent === '' || (Array.isArray(sent) && sent.length === 0);

/** The id of one record; `""`, `[]` and 0 clear it. */
export const oneReference: FieldKind<number | null> = {
  schema: idOrDigits(/^\d{0,10}$/),
  stored: z.int(),
  read: (sent) => (isCleared(sent) ? null : readId(sent) || null),
};

/** Degrees of latitude (`most` 90) or longitude (180); `""` clears them. */
export const degrees = (most: number) =>
  ({
    schema: z.union([z.number().min(-most).max(most), z.string().regex(/^(-?\d+(\.\d+)?)?$/)]),
    stored: z.number(),
    read(sent: unknown) {
      if (sent === '') return null;
      const written = oneText(sent);
      const value = Number(written);
      if (!DECIMAL.test(written) || Math.abs(value) > most)
        throw new InvalidValue('not_degrees', { most });
      return value;
    },
  }) satisfies FieldKind<number | null>;

/** RFC 4180: an item of a CSV text, in quotation marks if it contains a comma; those within are doubled. */
const CSV_ITEM = /,(?:\s*"([^"]*(?:""[^"]*)*)"\s*(?=,|$)|([^,]*))/g;

/** The items of a CSV text. Quotation marks around an item without a comma are part of it, and so are doubled ones. */
export const csvItems = (text: string): string[] =>
  [...`,${text}`.matchAll(CSV_ITEM)].map(([, quoted, plain = '']) => {
    if (quoted === undefined) return plain;
    return quoted.includes(',') ? quoted.replaceAll('""', '"') : `"${quoted}"`;
  });

/**
 * The items of a CSV text, of a list, or of a list of CSV texts, without blanks and duplicates.
 * Throws InvalidValue, also for no items or too many.
 */
function itemsOf(
  sent: unknown,
  { settings }: ReadContext,
  otherwise: MessageKey = 'not_items',
): string[] {
  const list = listIn(sent) ?? [sent];
  if (!list.every((item) => typeof item === 'string' || typeof item === 'number')) {
    throw new InvalidValue(otherwise);
  }
  const items = list.flatMap((item) => csvItems(String(item))).map((item) => item.trim());
  const given = [...new Set(items.filter((item) => item !== ''))];
  if (given.length === 0) throw new InvalidValue('not_empty');
  if (given.length > settings.limits.ids) {
    throw new InvalidValue('too_many_ids', { most: settings.limits.ids });
  }
  return given;
}

const bounds: Bounds = ({ ids: most }) => ({ maxItems: most });

/** Ids, slugs or names, which are looked up afterwards (D7.6). */
export const items: Kind<string[]> = {
  schema: z.array(z.union([z.int(), z.string().min(1)])),
  bounds,
  read: itemsOf,
};

const id = z.int().min(1);

const isId = (item: string) => /^\d+$/.test(item) && Number(item) > 0;

/** Ids from 1; like `items`, but only digits. */
export const idItems: Kind<string[]> = {
  schema: z.array(id),
  bounds,
  read(sent, context) {
    const given = itemsOf(sent, context, 'not_ids');
    if (!given.every(isId)) throw new InvalidValue('not_ids');
    return given;
  },
};

/** One id, which is looked up afterwards. */
export const idItem: Kind<string[]> = {
  schema: id,
  read(sent, context) {
    const given = itemsOf(sent, context, 'not_one_id');
    if (given.length > 1) throw new InvalidValue('not_one_value');
    if (!given.every(isId)) throw new InvalidValue('not_one_id');
    return given;
  },
};

/** The id of a category, which is looked up afterwards; 0 means none and is read as `[]`. */
export const parentItem: Kind<string[]> = {
  schema: z.int().min(0),
  read: (sent, context) => (isZero(sent) ? [] : idItem.read(sent, context)),
  toParam: (given) => given.join(',') || '0',
};

const isZero = (sent: unknown) =>
  (typeof sent === 'string' || typeof sent === 'number') && /^0+$/.test(oneText(sent));
