import { z } from 'zod';
import { isValues, type Values } from '../content-types/rows';
import { isId, isPostType, MAX_ID, newSchemaOf, type RecordType } from '../settings/record-types';
import { type FieldKind, InvalidValue, type ReadContext, ref, unrecognizedKeys } from './kind';
import { csvItems } from './number';
import { listIn } from './raw-input';

const DIGITS = /^\s*\d+\s*$/;

/**
 * One entry of a list of references: an id, a slug or name, or the values of a record, which is
 * created unless its external id exists.
 */
export type Reference = { id: number } | { text: string } | { record: Values };

function idOf(digits: string | number): Reference {
  const id = Number(digits);
  if (!isId(id)) throw new InvalidValue('unknown_reference', { item: String(digits) });
  return { id };
}

/** A reference by id; its other values are ignored or, if strict, refused (D9.10). */
function named(item: Values, strict: boolean | undefined): Reference {
  const { id } = item;
  if (typeof id !== 'number' && typeof id !== 'string') throw new InvalidValue('not_references');
  const names = strict ? unrecognizedKeys(item, { id: true }) : [];
  if (names.length > 0) throw new InvalidValue('not_read_within', { names: names.join(', ') });
  return idOf(id);
}

/** Whether an id is empty or zero, as in a form's hidden field, which counts as none. */
const isNone = (id: unknown) => id === 0 || (typeof id === 'string' && /^\s*0*\s*$/.test(id));

function inObject({ id, ...record }: Values, strict: boolean | undefined): Reference[] {
  if (Object.keys(record).some((key) => /^\d+$/.test(key)))
    throw new InvalidValue('mixed_references');
  if (isNone(id)) return Object.keys(record).length === 0 ? [] : [{ record }];
  return id === undefined || id === null ? [{ record }] : [named({ id, ...record }, strict)];
}

function referenceIn(item: unknown, { strict }: ReadContext): Reference[] {
  if (typeof item === 'number') return item === 0 ? [] : [idOf(item)];
  if (isValues(item)) return inObject(item, strict);
  if (typeof item !== 'string') throw new InvalidValue('not_references');
  const words = item.trim();
  if (words === '' || words === '0') return [];
  return [/^\d+$/.test(words) ? idOf(words) : { text: words }];
}

/** The entries of an array, of a CSV text, or of a single value. */
function entries(sent: unknown): unknown[] {
  return listIn(sent) ?? (typeof sent === 'string' ? csvItems(sent) : [sent]);
}

/** Whether the entries that are objects contain nothing but ids. */
export const hasOnlyIds = (sent: unknown): boolean =>
  entries(sent).every(
    (item) => !isValues(item) || unrecognizedKeys(item, { id: true }).length === 0,
  );

/** What an entry says about the id; undefined for a new record. */
function idIn(item: unknown): unknown {
  if (!isValues(item)) return item;
  return isNone(item.id) && Object.keys(item).length > 1 ? undefined : item.id;
}

/** The ids of a list without duplicates, and without those that count as none; undefined if an entry is not an id. */
export function idsOf(sent: unknown): number[] | undefined {
  const named = entries(sent)
    .map(idIn)
    .filter((id) => !isNone(id));
  const isId = (id: unknown) =>
    typeof id === 'number' || (typeof id === 'string' && DIGITS.test(id));
  return named.every(isId) ? [...new Set(named.map(Number))] : undefined;
}

function read(sent: unknown, context: ReadContext): Reference[] {
  const items = entries(sent);
  const most = context.settings.limits.ids;
  if (items.length > most) throw new InvalidValue('too_many', { most });
  return items.flatMap((item) => referenceIn(item, context));
}

/** Patterns for the digits of one id, and of several ids separated by commas. */
const ONE = /^\s*\d*\s*$/;
const MANY = /^[\d,\s]*$/;

/** The schema of a text: ids or, for terms, also names (D12 row 13). */
const wordsOf = (type: RecordType, pattern: RegExp) =>
  isPostType(type) ? z.string().regex(pattern) : z.string();

/** D4.13: identifies an existing record by its external id. */
const byExternalId = z.object({ external_id: z.string().min(1), source: z.string().optional() });

/** The schemas of a reference in JSON: id, text, served object, external id, or new record. */
const formsOf = (type: RecordType, pattern: RegExp) => [
  z.int().min(0).max(MAX_ID),
  wordsOf(type, pattern),
  z.object({ id: z.union([z.int(), z.string()]).meta({ type: ['integer', 'string'] }) }),
  ...(isPostType(type) ? [byExternalId] : []),
  z.unknown().meta(ref(newSchemaOf(type))),
];

/** Spec 2: references in every form of D12 rows 5, 12 and 13; `""`, `[]` and 0 clear them. */
export const references = (type: RecordType): FieldKind<Reference[], number[]> => ({
  schema: z.array(z.union([z.int(), wordsOf(type, MANY)])),
  json: z.union([...formsOf(type, MANY), z.array(z.union(formsOf(type, ONE)))]),
  stored: z.array(z.int()),
  bounds: ({ ids: most }) => ({ maxItems: most }),
  read,
});
