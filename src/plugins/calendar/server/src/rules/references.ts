import type { Values } from '../content-types/rows';
import { LARGEST_ID, REFERENCES, type RecordType } from '../settings/record-types';
import { refusal } from './refusal';

export const isId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= LARGEST_ID;

function ids(field: string, value: unknown): number[] {
  const list = value ?? [];
  if (!Array.isArray(list) || !list.every(isId)) throw refusal({ field, text: 'rule.references' });
  return [...new Set(list)];
}

function id(field: string, value: unknown): number | null {
  if (value === null || value === 0 || value === '') return null;
  if (!isId(value)) throw refusal({ field, text: 'rule.reference' });
  return value;
}

/** D4.4: references are lists of ids without doubles; ids that match no record may stand. */
export function referencesIn(type: RecordType, data: Values) {
  const lists = type === 'event' ? Object.keys(REFERENCES) : [];
  const singles = { event: 'post_parent', category: 'parent' }[type as string];
  const sent = (field: string) => data[field] !== undefined;
  return Object.fromEntries([
    ...lists.filter(sent).map((field) => [field, ids(field, data[field])]),
    ...[singles]
      .filter((field) => field !== undefined && sent(field))
      .map((field) => [field as string, id(field as string, data[field as string])]),
  ]);
}
