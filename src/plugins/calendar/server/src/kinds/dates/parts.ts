import type { Values } from '../../content-types/rows';
import {
  DAY,
  dayStart,
  instantOfMillis,
  localMillis,
  midnightOf,
  monthStartOf,
  nextDayStart,
  type WallTime,
  wallOf,
  wallOfMillis,
} from './wall-time';

/** A day of the week, 0 Sunday to 6 Saturday, and where to look for it. */
export type Weekday = { day: number; where: 'from today' | 'after today' | 'before today' };

/** The parsed pieces of a date text, in milliseconds except for `months`. */
export type DateParts = {
  /** The named day's midnight (`localMillis`). */
  date?: number;
  /** Since midnight. */
  clock?: number;
  /** East of UTC. */
  offset?: number;
  weekday?: Weekday;
  /** "first day of", "last day of". */
  edge?: 'first' | 'last';
  /** Set by words such as `tomorrow`, which mean midnight; `+1 day` keeps the time of day. */
  fromMidnight?: boolean;
  /** Set by "next week", within which a weekday is then searched. */
  inWeek?: boolean;
  months: number;
  days: number;
  /** Hours, minutes and seconds, added to the instant and not to the wall time. */
  elapsed: number;
};

export type Words = Record<string, string | undefined>;

/** A form of text (sticky pattern) and how it is read into parts; undefined when invalid. */
export type DateForm = [
  pattern: RegExp,
  read: (words: Words, soFar: DateParts) => Partial<DateParts> | undefined,
];

export const noParts: DateParts = { months: 0, days: 0, elapsed: 0 };

const UNREPEATABLE = ['date', 'clock', 'offset', 'weekday', 'edge'] as const;

/** Merges parts; undefined when both set the same one. */
export function joinParts(soFar: DateParts, more: Partial<DateParts>): DateParts | undefined {
  const isTwice = UNREPEATABLE.some((key) => soFar[key] !== undefined && more[key] !== undefined);
  if (isTwice) return undefined;
  return {
    ...soFar,
    ...more,
    months: soFar.months + (more.months ?? 0),
    days: soFar.days + (more.days ?? 0),
    elapsed: soFar.elapsed + (more.elapsed ?? 0),
  };
}

const FULL_MONTH = 31;

/** Adds months to local milliseconds. Missing days overflow as in PHP: January 31 plus one month is March 3. */
export const shiftMonths = (millis: number, months: number): number =>
  new Date(millis).setUTCMonth(new Date(millis).getUTCMonth() + months);

/** D5.9: the same wall time so many months later. */
export const addMonths = (instant: Date, months: number, zone: string): Date =>
  instantOfMillis(shiftMonths(localMillis(wallOf(instant, zone)), months), zone);

/**
 * D5.2: the end of an event. `start` and `end` have been moved out of gaps; an end that only the moved start passes keeps
 * its distance to the start. `sent`: both times before.
 */
export function endBehind(
  start: WallTime | null,
  end: WallTime | null,
  { start_date, end_date }: Values,
): WallTime | null {
  if (!start || !end || end >= start) return end;
  const length = localMillis(String(end_date)) - localMillis(String(start_date));
  return length < 0 ? end : wallOfMillis(localMillis(start) + length);
}

/** A day's midnight in local milliseconds; undefined for a date that does not exist (years 1 to 9999). */
export function millisOfDate(year: number, month: number, day: number): number | undefined {
  if (year < 1 || year > 9999 || day < 1 || day > FULL_MONTH) return undefined;
  const millis = new Date(0).setUTCFullYear(year, month - 1, day);
  return new Date(millis).getUTCMonth() === month - 1 ? millis : undefined;
}

/** A period; `to` is exclusive. */
export interface Span {
  from: Date;
  to: Date;
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (millis: number) => ((((millis / DAY + 3) % 7) + 7) % 7) + 1;

/** The midnight at which the week of a midnight begins. */
const weekOf = (midnight: number, firstDay: number) =>
  midnight - ((weekdayOf(midnight) - firstDay + 7) % 7) * DAY;

/** A property up to Node 20, a method since. */
interface WithWeeks {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** The first day of the week in a language (CLDR): 1 is Monday, 7 Sunday. */
export function firstWeekday(language: string): number {
  const locale: Intl.Locale & WithWeeks = new Intl.Locale(language);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** Named periods (today, this week …) in a zone. */
export function namedSpans(now: Date, zone: string, firstDay: number) {
  const midnight = midnightOf(wallOf(now, zone));
  const at = (millis: number) => instantOfMillis(millis, zone);
  const week = weekOf(midnight, firstDay);
  const month = monthStartOf(wallOfMillis(midnight));
  return {
    today: { from: dayStart(now, zone), to: nextDayStart(now, zone) },
    'this-week': { from: at(week), to: at(week + 7 * DAY) },
    'next-week': { from: at(week + 7 * DAY), to: at(week + 14 * DAY) },
    'this-month': { from: at(month), to: at(shiftMonths(month, 1)) },
  } satisfies Record<string, Span>;
}

/** The period from the start of `from` to the end of `to` (`YYYY-MM-DD`); either may be missing. */
export const daySpan = (days: { from?: string; to?: string }, zone: string): Partial<Span> => ({
  ...(days.from && { from: instantOfMillis(midnightOf(days.from), zone) }),
  ...(days.to && { to: instantOfMillis(midnightOf(days.to) + DAY, zone) }),
});

const dayOf = (millis: number) => wallOfMillis(millis).slice(0, 10);

/** Six weeks, in which calendars show any month. */
const DRAWN_DAYS = 42;

/** First and last day of the week or month around a day, and of the grid in which a calendar shows it. */
export function drawnDays(day: string, span: 'week' | 'month', firstDay: number) {
  const midnight = midnightOf(day);
  const first = span === 'week' ? weekOf(midnight, firstDay) : monthStartOf(day);
  const last = span === 'week' ? first + 6 * DAY : shiftMonths(first, 1) - DAY;
  const begin = weekOf(first, firstDay);
  const end = span === 'week' ? last : begin + (DRAWN_DAYS - 1) * DAY;
  return { from: dayOf(first), to: dayOf(last), drawn: { from: dayOf(begin), to: dayOf(end) } };
}
