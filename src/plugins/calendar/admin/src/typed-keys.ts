import { dateInNumbers } from './date-words';
import { pastedParts, type WallTimeParts } from './wall-time';

/** Characters of a date or time: ASCII, Arabic and Persian digits, separators, and letters of AM/PM. */
const PART = /^[\d٠-٩۰-۹\-/.: صمaphm]$/i;

const EASTERN = /[٠-٩۰-۹]/g;

/** Appends a key to the sequence; any other key (moving, deleting, choosing) resets it. */
export function keysWith(keys: string, key: string): string {
  if (key === 'Shift') return keys; // French keyboards have digits on it.
  return PART.test(key) ? keys + key : '';
}

const western = (keys: string) =>
  keys.replace(EASTERN, (digit) => String((digit.codePointAt(0) ?? 0) & 15));

const twoDigits = (digits = '') => digits.padStart(2, '0');

/** The format of the browser's date and time inputs: order of the parts, and whether with AM/PM. */
export interface InputFormat {
  dayFirst: boolean;
  halves: boolean;
  /** Whether the browser takes AM where neither is typed, as Firefox does; others wait for one. */
  takesMorning?: boolean;
}

/** Whether the digits can be a month; otherwise day and month are swapped. */
const isMonth = (digits: string) => Number(digits) >= 1 && Number(digits) <= 12;

/** A year of two digits is one of this century. */
const fullYear = (year: string) => year.padStart(4, '20');

/**
 * Parses a date with the year first or last. `isWhole`: whether no digit can follow, as in a pasted text; before, a year
 * of two digits is the beginning of one of four.
 */
function dateIn(keys: string, isEastern: boolean, { dayFirst }: InputFormat, isWhole = false) {
  const [, year, month, day] = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)$/.exec(keys) ?? [];
  if (year) return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const yearLast = /^(\d\d?)[-/.](\d\d?)[-/.](\d{4}|\d\d)$|^(\d\d)(\d\d)(\d{4})$/.exec(keys);
  const [first, second, written] = yearLast?.slice(1).filter(Boolean) ?? [];
  if (!first || !second || !written || (written.length === 2 && !isWhole)) return undefined;
  const y = fullYear(written);
  const [d, m] = isEastern || dayFirst ? [first, second] : [second, first];
  if (!isMonth(m)) return isMonth(d) ? `${y}-${twoDigits(d)}-${twoDigits(m)}` : yearFirst(keys);
  if (!isEastern && !isWhole && first.length + second.length === 4) return undefined; // The browser reads it correctly.
  return `${y}-${twoDigits(m)}-${twoDigits(d)}`;
}

/** Eight digits read as YYYYMMDD, when they are no date with the year last. */
const yearFirst = (keys: string) =>
  /^\d{8}$/.test(keys) ? keys.replace(/(....)(..)(..)/, '$1-$2-$3') : undefined;

/** Parses a time. `current`: the input's value, whose AM/PM is kept when none is typed. */
function timeIn(keys: string, isEastern: boolean, current: string, drawn: InputFormat) {
  const { halves, takesMorning } = drawn;
  const form = isEastern
    ? /^(?:(\d\d?(?=:)|\d\d|\d(?=\d\d ?[صم])):?(\d\d) ?)?([صم])?$/
    : /^(\d|\d\d(?=.{3} ?[ap]))[:.h](\d\d) ?(?:([ap])m?)?$/i;
  const [hh, mm] = halves ? [current.slice(0, 2), current.slice(3)] : [];
  const [typed, hour = hh, minute = mm, half] = form.exec(keys) ?? [];
  if (!typed || !hour) return undefined;
  const later = half ? /[مp]/i.test(half) : current >= '12';
  const isTaken = takesMorning && hour < '3'; // The browser reads 2:15 as 21:05, and 3:15 correctly.
  if (half || (!isEastern && halves && (current || isTaken))) {
    return `${twoDigits(String((Number(hour) % 12) + (later ? 12 : 0)))}:${minute}`;
  }
  return halves && !isEastern ? undefined : `${twoDigits(hour)}:${minute}`;
}

/** An Arabic AM or PM, behind which another time begins. */
const TYPED_HALF = /[صم]$/;

const DIGIT = /[\d٠-٩۰-۹]/;

function partsIn(keys: string, held: string, drawn: InputFormat): Partial<WallTimeParts> {
  const text = western(keys);
  const isEastern = text !== keys || /[صم]/.test(keys);
  const date = pastedParts(dateIn(text, isEastern, drawn) ?? '')?.date;
  const time = pastedParts(timeIn(text, isEastern, held, drawn) ?? '')?.time;
  return { ...(date && { date }), ...(time && { time }) };
}

/**
 * Parses typed keys that a browser would misread. Chromium fills digits into the parts from left to right and
 * ignores separators: 2026-11-28 becomes a day in the year 1128, 1/25/2026 December 5, 28/11/2026 (month first)
 * February 8, and 2:15 9:05 PM. WebKit stays in the minutes, and ignores the PM of 07:30 PM. Both ignore the digits of
 * Arabic and Persian keyboards altogether; dates in those are read day first. Firefox reads dates as Chromium does, and
 * ignores the letters of Arabic AM/PM. What is typed again behind a whole date or time, in its place, begins anew.
 */
export function typedParts(keys: string, held: string, drawn: InputFormat): Partial<WallTimeParts> {
  const parts = partsIn(keys, held, drawn);
  if (Object.keys(parts).length > 0) return parts;
  const isWhole = (before: string) =>
    TYPED_HALF.test(before) || Object.keys(partsIn(before, held, drawn)).length > 0;
  for (let at = keys.length - 1; at > 0; at -= 1)
    if (DIGIT.test(keys.charAt(at)) && isWhole(keys.slice(0, at)))
      return partsIn(keys.slice(at), held, drawn);
  return {};
}

const SHORT_YEAR = /^\d\d?[-/.]\d\d?[-/.]\d\d$/;

/**
 * The date of an input that loses the focus, with the last keys in it: behind a year of two digits nothing follows. Browsers
 * show 5/12/26 in the year 26, and misread it where they misread the year 2026. Undefined for an incomplete date.
 */
export function leftDate(keys: string, shown: string, drawn: InputFormat): string | undefined {
  const text = western(keys);
  const typed = SHORT_YEAR.test(text) && dateIn(text, text !== keys, drawn, true);
  return pastedParts(typed || shown.replace(/^00(?=\d\d-)/, '20'))?.date;
}

/** Whether the keys are a time that a 12-hour input misreads until AM or PM follows. */
export const awaitsHalf = (keys: string, { halves, takesMorning }: InputFormat) =>
  halves && !takesMorning && /^\d[:.h]\d\d ?$/i.test(keys);

/** Invisible direction marks, which programs put around dates. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A pasted text without those and blanks around it, its digits in ASCII. */
export const plainDigits = (text: string) => western(text.replace(DIRECTION_MARKS, '').trim());

/** Words and signs between a date and its time. A dash may also lead to the end of a period: `5.3.2027 - 12.03`. */
const BETWEEN =
  /(?:[,،]?\s+(?:at|a\s+las|[aà]\u0300?|في|الساعة|[-–—|@·](?=\s+\d\d?\s?[^\s\d.])))+\s+(?=\d)/giu;

const MINUTES = String.raw`(?:[:.]|\s?h\s?)(\d\d)(?::(\d\d))?`;

/** AM or PM, in Arabic also as a word, or the h of 24 hours. */
const HALF = String.raw`([ap])\.?\s?m\.?|([صم])(?:باح\p{M}?ا?\p{M}?|ساء\p{M}?)?|h(?:rs?)?\.?`;

/** A date, a time with minutes or one of those, or both, as written in tables and pages. */
const WRITTEN = new RegExp(
  String.raw`^(\d{8}|\d+(?:[-/.]\d+){2})?(?:^|$|[,،]?\s+)(?:(\d\d?)(?!$)(?:${MINUTES})?(?:\s?(?:${HALF}))?)?$`,
  'iu',
);

function clockOf(
  hour: string,
  [minute = '00', second = '00']: (string | undefined)[],
  half: string,
) {
  const isLater = /[pم]/i.test(half);
  const hours = half ? (Number(hour) % 12) + (isLater ? 12 : 0) : Number(hour);
  return `${twoDigits(String(hours))}:${minute}:${second}`;
}

/** Whether the text is ambiguous: `12.11` may be a time, or a day without its year. */
export const mayBeDay = (text: string) => /^\s*\d\d?\.\d\d?\s*$/.test(text);

/**
 * An instant as programs write it: ISO 8601, RFC 3339, or the form of iCalendar. Behind hours and minutes alone,
 * separated by a blank from the date, an offset may also be the end of a period.
 */
const INSTANT =
  /^(\d{4})-?(\d\d)-?(\d\d)([T ])(\d\d):?(\d\d)(:?\d\d(?:[.,]\d+)?)?\s?(?:Z|UTC|GMT|([+-](?:0\d|1[0-4])):?([0-5]\d)?)$/i;

/** Milliseconds of an instant in a pasted text; undefined for a text without an offset. */
export function pastedInstant(text: string): number | undefined {
  const digits = plainDigits(text);
  const [, year, month, day, between, hour, minute, rest, hours, minutes = '00'] =
    INSTANT.exec(digits) ?? [];
  if (hours && between === ' ' && !rest) return undefined;
  const second = rest?.replace(':', '').slice(0, 2) ?? '00';
  const { date, time } = pastedParts(`${year}-${month}-${day} ${hour}:${minute}:${second}`) ?? {};
  if (!date || !time) return undefined;
  return Date.parse(`${date}T${time}${hours ? `${hours}:${minutes}` : 'Z'}`);
}

/**
 * Date and time in a pasted text, in the input's order of day and month unless only the other one is valid; or with the
 * name of the month.
 */
export function pastedWallTime(
  text: string,
  drawn: InputFormat,
): Partial<WallTimeParts> | undefined {
  const trimmed = text.replace(DIRECTION_MARKS, '').trim();
  const ascii = western(trimmed);
  const said = ascii.replace(BETWEEN, ' ');
  const digits = dateInNumbers(said) ?? said;
  const isPlain = pastedParts(digits);
  if (isPlain) return isPlain;
  const [, day, hour, minute, second, latin, arabic] = WRITTEN.exec(digits) ?? [];
  const date = day && dateIn(day, ascii !== trimmed, drawn, true);
  const time = hour && clockOf(hour, [minute, second], latin ?? arabic ?? '');
  if ((day && !date) || (!date && !time)) return undefined;
  return pastedParts([date, time].filter(Boolean).join(' '));
}
