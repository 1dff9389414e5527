import {
  DAY,
  dayStart,
  instantOfMillis,
  localMillis,
  nextDayStart,
  wallOf,
  wallOfMillis,
} from './wall-time';

/** A day of the week, 0 Sunday to 6 Saturday, and where to look for it. */
export type Weekday = { day: number; where: 'from today' | 'after today' | 'before today' };

/** What a date text says, piece by piece; everything in milliseconds but `months`. */
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
  /** Words such as `tomorrow` begin at midnight, `+1 day` keeps the hour. */
  fromMidnight?: boolean;
  /** "next week", within which a weekday is then looked for. */
  inWeek?: boolean;
  months: number;
  days: number;
  /** Hours, minutes and seconds pass on the clock of the world, not on the wall. */
  elapsed: number;
};

export type Words = Record<string, string | undefined>;

/** One form of text (a sticky pattern) and the parts it says; undefined when they cannot be. */
export type DateForm = [
  pattern: RegExp,
  read: (words: Words, soFar: DateParts) => Partial<DateParts> | undefined,
];

export const noParts: DateParts = { months: 0, days: 0, elapsed: 0 };

const SAID_ONCE = ['date', 'clock', 'offset', 'weekday', 'edge'] as const;

/** Both together; undefined when they contradict one another. */
export function joinParts(soFar: DateParts, more: Partial<DateParts>): DateParts | undefined {
  const isTwice = SAID_ONCE.some((key) => soFar[key] !== undefined && more[key] !== undefined);
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

/** Local milliseconds so many months later; days that the month lacks run over, so Jan 31 + 1 is Mar 3, as in PHP. */
export const shiftMonths = (millis: number, months: number): number =>
  new Date(millis).setUTCMonth(new Date(millis).getUTCMonth() + months);

/** D5.9: the same wall time so many months later. */
export const addMonths = (instant: Date, months: number, zone: string): Date =>
  instantOfMillis(shiftMonths(localMillis(wallOf(instant, zone)), months), zone);

/** A day's midnight in local milliseconds; undefined for a date that does not exist (years 1 to 9999). */
export function millisOfDate(year: number, month: number, day: number): number | undefined {
  if (year < 1 || year > 9999 || day < 1 || day > FULL_MONTH) return undefined;
  const millis = new Date(0).setUTCFullYear(year, month - 1, day);
  return new Date(millis).getUTCMonth() === month - 1 ? millis : undefined;
}

/** A stretch of time, without the instant at which it ends. */
export interface Span {
  from: Date;
  to: Date;
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (millis: number) => ((((millis / DAY + 3) % 7) + 7) % 7) + 1;

/** As engines have it: the property until Node 20, the method since. */
interface WithWeeks {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** The weekday with which weeks begin for those who speak the language (CLDR): 1 is Monday, 7 Sunday. */
export function firstWeekday(language: string): number {
  const locale: Intl.Locale & WithWeeks = new Intl.Locale(language);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** The spans of which people speak by name, as the clocks of the zone have them. */
export function namedSpans(now: Date, zone: string, firstDay: number) {
  const midnight = localMillis(`${wallOf(now, zone).slice(0, 10)} 00:00:00`);
  const at = (millis: number) => instantOfMillis(millis, zone);
  const week = midnight - ((weekdayOf(midnight) - firstDay + 7) % 7) * DAY;
  const month = localMillis(`${wallOfMillis(midnight).slice(0, 7)}-01 00:00:00`);
  return {
    today: { from: dayStart(now, zone), to: nextDayStart(now, zone) },
    'this-week': { from: at(week), to: at(week + 7 * DAY) },
    'next-week': { from: at(week + 7 * DAY), to: at(week + 14 * DAY) },
    'this-month': { from: at(month), to: at(shiftMonths(month, 1)) },
  } satisfies Record<string, Span>;
}

/** From the first of two days to the end of the other, `YYYY-MM-DD`; a side may be open. */
export const daySpan = (days: { from?: string; to?: string }, zone: string): Partial<Span> => ({
  ...(days.from && { from: instantOfMillis(localMillis(`${days.from} 00:00:00`), zone) }),
  ...(days.to && { to: instantOfMillis(localMillis(`${days.to} 00:00:00`) + DAY, zone) }),
});

const dayOf = (millis: number) => wallOfMillis(millis).slice(0, 10);

/** Six weeks, as calendars draw a month, whatever the month and the day with which weeks begin. */
const DRAWN_DAYS = 42;

/** The days of the week or month in which a day is, and all those that a calendar draws with them. */
export function drawnDays(day: string, span: 'week' | 'month', firstDay: number) {
  const weekOf = (millis: number) => millis - ((weekdayOf(millis) - firstDay + 7) % 7) * DAY;
  const midnight = localMillis(`${day} 00:00:00`);
  const first = span === 'week' ? weekOf(midnight) : localMillis(`${day.slice(0, 7)}-01 00:00:00`);
  const last = span === 'week' ? first + 6 * DAY : shiftMonths(first, 1) - DAY;
  const begin = weekOf(first);
  const end = span === 'week' ? last : begin + (DRAWN_DAYS - 1) * DAY;
  return { from: dayOf(first), to: dayOf(last), drawn: { from: dayOf(begin), to: dayOf(end) } };
}
