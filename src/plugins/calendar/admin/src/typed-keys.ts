import { pastedParts, type WallTimeParts } from './wall-time';

/** Keys that are part of a date or a time: digits of Europe, Arabia and Persia, signs, halves of the day. */
const PART = /^[\d٠-٩۰-۹\-/.: صم]$/;

const EASTERN = /[٠-٩۰-۹]/g;

/** The keys pressed so far and one more; nothing behind one that moves, deletes or chooses. */
export function keysWith(keys: string, key: string): string {
  if (key === 'Shift') return keys; // French keyboards have digits on it.
  return PART.test(key) ? keys + key : '';
}

const western = (keys: string) =>
  keys.replace(EASTERN, (digit) => String((digit.codePointAt(0) ?? 0) & 15));

const two = (digits = '') => digits.padStart(2, '0');

/** A day, a month and a year, or the year first. */
function dateIn(keys: string, isEastern: boolean) {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d\d)$/.exec(keys) ?? [];
  if (year) return `${year}-${two(month)}-${day}`;
  const dayFirst = /^(\d\d?)[-/.](\d\d?)[-/.](\d{4})$|^(\d\d)(\d\d)(\d{4})$/.exec(keys);
  if (!isEastern || !dayFirst) return undefined;
  const [d, m, y] = dayFirst.slice(1).filter(Boolean);
  return `${y}-${two(m)}-${two(d)}`;
}

function timeIn(keys: string) {
  const [, hour, minute, half] = /^(\d\d?(?=:)|\d\d):?(\d\d) ?([صم])?$/.exec(keys) ?? [];
  if (!hour) return undefined;
  if (!half) return `${two(hour)}:${minute}`;
  return `${two(String((Number(hour) % 12) + (half === 'م' ? 12 : 0)))}:${minute}`;
}

/**
 * The date or the time in keys of which a browser would read something else: it puts digits from left to
 * right into the parts that it draws, so that 2026-11-28 becomes a day of the year 1128, and reads none of
 * the digits that Arabic and Persian keyboards may have. Those write the day first.
 */
export function typedParts(keys: string): Partial<WallTimeParts> {
  const text = western(keys);
  const isEastern = text !== keys;
  const date = pastedParts(dateIn(text, isEastern) ?? '')?.date;
  const time = isEastern ? pastedParts(timeIn(text) ?? '')?.time : undefined;
  return { ...(date && { date }), ...(time && { time }) };
}
