export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A day of the week, 0 Sunday to 6 Saturday, and where to look for it. */
export type Weekday = { day: number; where: 'from today' | 'after today' | 'before today' };

/** What a date text says, piece by piece; everything in milliseconds but `months`. */
export type DateParts = {
  /** The count (`countOf`) of the named day's midnight. */
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
