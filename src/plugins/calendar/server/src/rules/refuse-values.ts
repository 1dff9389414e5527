import { unstorable } from '../params/unstorable';
import { type RecordType, uidOf } from '../settings/record-types';
import { inYears } from '../time/wall-time';
import { refusal } from './refusal';

/** Both databases keep integers in 32 bits. */
const LARGEST_INTEGER = 2 ** 31 - 1;

/** Where Strapi's columns end on PostgreSQL; slugs are cut (D4.6). */
const LONGEST: Record<string, number> = { string: 255, email: 255 };

const tooLarge = (value: unknown) => typeof value === 'number' && Math.abs(value) > LARGEST_INTEGER;

/** Years that are not written with four digits: PostgreSQL's dates would come back unreadable. */
const isBeyondYears = (value: unknown) => {
  const time = value instanceof Date ? value.getTime() : Date.parse(String(value));
  return !Number.isNaN(time) && !inYears(time);
};

/** D4.9: what neither database can hold is refused here, or it would come back as a driver's error. */
export function refuseValues(type: RecordType, data: Record<string, unknown>): void {
  const { attributes } = strapi.contentType(uidOf(type));
  for (const [field, value] of Object.entries(data)) {
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
