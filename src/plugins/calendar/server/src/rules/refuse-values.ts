import type { Values } from '../content-types/rows';
import { inYears } from '../kinds/dates/wall-time';
import { unstorable } from '../kinds/text/unstorable';
import { type RecordType, uidOf } from '../settings/record-types';
import type { Settings } from '../settings/settings';
import { refusal } from './refusal';

/** Both databases keep integers in 32 bits. */
const LARGEST_INTEGER = 2 ** 31 - 1;

/** Where Strapi's columns end on PostgreSQL; slugs are cut (D4.6). */
const LONGEST: Record<string, number> = { string: 255, email: 255 };

/** D9.7: HTML and Markdown, rendered anew for every answer. */
const RENDERED = ['description', 'excerpt'];

const isTooLong = (field: string, value: unknown, most: number) =>
  RENDERED.includes(field) && typeof value === 'string' && Buffer.byteLength(value) > most;

const tooLarge = (value: unknown) => typeof value === 'number' && Math.abs(value) > LARGEST_INTEGER;

/** Years that are not written with four digits: PostgreSQL's dates would come back unreadable. */
const isBeyondYears = (value: unknown) => {
  const time = value instanceof Date ? value.getTime() : Date.parse(String(value));
  return !Number.isNaN(time) && !inYears(time);
};

/** D4.9, D9.7: what neither database can hold, and texts that cost too much, are refused by name. */
export function refuseValues(type: RecordType, data: Values): void {
  const { attributes } = strapi.contentType(uidOf(type));
  const { limits } = strapi.config.get('plugin::calendar') as Settings;
  const most = limits.description;
  for (const [field, value] of Object.entries(data)) {
    if (isTooLong(field, value, most))
      throw refusal({ field, text: 'rule.bytes', values: { most } });
    const text = unstorable(value);
    if (text) throw refusal({ field, text });
    const kind = attributes[field]?.type ?? '';
    const longest = LONGEST[kind] ?? Number.POSITIVE_INFINITY;
    if (field !== 'slug' && typeof value === 'string' && value.length > longest) {
      throw refusal({ field, text: 'too_long', values: { longest } });
    }
    if (kind === 'datetime' && isBeyondYears(value)) throw refusal({ field, text: 'rule.years' });
    if (kind === 'integer' && (tooLarge(value) || tooLarge(Number(value)))) {
      throw refusal({ field, text: 'rule.integer' });
    }
  }
}
