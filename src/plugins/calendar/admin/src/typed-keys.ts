import { pastedParts, type WallTimeParts } from './wall-time';

/** Keys that are part of a date or a time: digits of Europe, Arabia and Persia, signs, halves of the day. */
const PART = /^[\d٠-٩۰-۹\-/.: صمaphm]$/i;

const EASTERN = /[٠-٩۰-۹]/g;

/** The keys pressed so far and one more; nothing behind one that moves, deletes or chooses. */
export function keysWith(keys: string, key: string): string {
  if (key === 'Shift') return keys; // French keyboards have digits on it.
  return PART.test(key) ? keys + key : '';
}

const western = (keys: string) =>
  keys.replace(EASTERN, (digit) => String((digit.codePointAt(0) ?? 0) & 15));

const two = (digits = '') => digits.padStart(2, '0');

/** How inputs of dates and times are drawn: in which order, and whether with halves of the day. */
export interface InputFormat {
  dayFirst: boolean;
  halves: boolean;
}

/** As the browser draws them: by its own language, whatever that of the page is. */
export function browserFormat(): InputFormat {
  const parts = new Intl.DateTimeFormat().formatToParts();
  const at = (name: string) => parts.findIndex(({ type }) => type === name);
  const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return { dayFirst: at('day') < at('month'), halves: hour12 === true };
}

/** Where there is no such month in the order that inputs are drawn in, a date is of the other one. */
const isMonth = (digits: string) => Number(digits) >= 1 && Number(digits) <= 12;

/** A day, a month and a year, or the year first. */
function dateIn(keys: string, isEastern: boolean, { dayFirst }: InputFormat, isPasted = false) {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d\d)$/.exec(keys) ?? [];
  if (year) return `${year}-${two(month)}-${day}`;
  const yearLast = /^(\d\d?)[-/.](\d\d?)[-/.](\d{4})$|^(\d\d)(\d\d)(\d{4})$/.exec(keys);
  const [first, second, y] = yearLast?.slice(1).filter(Boolean) ?? [];
  if (!first || !second) return undefined;
  const [d, m] = isEastern || dayFirst ? [first, second] : [second, first];
  if (!isMonth(m)) return isMonth(d) ? `${y}-${two(d)}-${two(m)}` : yearFirst(keys);
  if (!isEastern && !isPasted && first.length + second.length === 4) return undefined; // Read well.
  return `${y}-${two(m)}-${two(d)}`;
}

/** Of eight digits that are no date with its year behind. */
const yearFirst = (keys: string) =>
  /^\d{8}$/.test(keys) ? keys.replace(/(....)(..)(..)/, '$1-$2-$3') : undefined;

/** `held` is what the input holds: the half of the day stays where none is typed. */
function timeIn(keys: string, isEastern: boolean, held: string, { halves }: InputFormat) {
  const form = isEastern
    ? /^(\d\d?(?=:)|\d\d):?(\d\d) ?([صم])?$/
    : /^(\d)[:.h](\d\d) ?(?:([ap])m?)?$/i;
  const [, hour, minute, half] = form.exec(keys) ?? [];
  if (!hour) return undefined;
  const later = half ? /[مp]/i.test(half) : held >= '12';
  if (half || (!isEastern && halves && held)) {
    return `${two(String((Number(hour) % 12) + (later ? 12 : 0)))}:${minute}`;
  }
  return halves && !isEastern ? undefined : `${two(hour)}:${minute}`;
}

/**
 * The date or the time in keys of which a browser would read something else. Chromium puts digits from left
 * to right into the parts that it draws, whatever stands between them: 2026-11-28 becomes a day of the year
 * 1128, 1/25/2026 the fifth of December, 28/11/2026, where the month comes first, the eighth of February, and
 * 2:15 five past nine in the evening. And it reads none of the digits that Arabic and Persian keyboards may
 * have; those write the day first.
 */
export function typedParts(keys: string, held: string, drawn: InputFormat): Partial<WallTimeParts> {
  const text = western(keys);
  const isEastern = text !== keys;
  const date = pastedParts(dateIn(text, isEastern, drawn) ?? '')?.date;
  const time = pastedParts(timeIn(text, isEastern, held, drawn) ?? '')?.time;
  return { ...(date && { date }), ...(time && { time }) };
}

/** Whether they are a time that a 12-hour clock reads as another one until its half of the day is there. */
export const awaitsHalf = (keys: string, { halves }: InputFormat) =>
  halves && /^\d[:.h]\d\d ?$/i.test(keys);

/** Marks of direction, which programs write around dates: nobody sees them. */
const UNSEEN = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A date, a time, or both, as tables and pages write them; a time may have its half of the day behind it. */
const WRITTEN =
  /^(\d{8}|\d+(?:[-/.]\d+){2})?(?:^|$|[,،]?\s+)(?:(\d\d?)[:.h](\d\d)(?::(\d\d))?(?:\s?(?:([ap])\.?\s?m\.?|([صم])))?)?$/iu;

function clockOf(hour: string, [minute, second = '00']: string[], half: string) {
  const isLater = /[pم]/i.test(half);
  const hours = half ? (Number(hour) % 12) + (isLater ? 12 : 0) : Number(hour);
  return `${two(String(hours))}:${minute}:${second}`;
}

/** `12.11` is a time, or a day without its year. */
export const mayBeDay = (text: string) => /^\s*\d\d?\.\d\d?\s*$/.test(text);

/** The halves in a pasted text: its date in the order that inputs are drawn in, unless it is none in that. */
export function pastedHere(text: string, drawn: InputFormat): Partial<WallTimeParts> | undefined {
  const given = text.replace(UNSEEN, '').trim();
  const signs = western(given);
  const isPlain = pastedParts(signs);
  if (isPlain) return isPlain;
  const [, day, hour, minute = '', second, latin, arabic] = WRITTEN.exec(signs) ?? [];
  const date = day && dateIn(day, signs !== given, drawn, true);
  const time = hour && clockOf(hour, [minute, second ?? '00'], latin ?? arabic ?? '');
  if ((day && !date) || (!date && !time)) return undefined;
  return pastedParts([date, time].filter(Boolean).join(' '));
}
