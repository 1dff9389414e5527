import { type RecordType, uidOf } from '../settings/record-types';
import { refusal } from './refusal';

/** Both databases keep integers in 32 bits. */
const LARGEST_INTEGER = 2 ** 31 - 1;

const hasNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\u0000');
  if (value instanceof Date || typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => hasNul(key) || hasNul(inner));
};

const tooLarge = (value: unknown) => typeof value === 'number' && Math.abs(value) > LARGEST_INTEGER;

/** D4.9: what neither database can hold is refused here, or it would come back as a driver's error. */
export function refuseValues(type: RecordType, data: Record<string, unknown>): void {
  const { attributes } = strapi.contentType(uidOf(type));
  for (const [field, value] of Object.entries(data)) {
    if (hasNul(value)) throw refusal({ field, text: 'rule.nul' });
    const isInteger = attributes[field]?.type === 'integer';
    if (isInteger && (tooLarge(value) || tooLarge(Number(value)))) {
      throw refusal({ field, text: 'rule.integer' });
    }
  }
}
