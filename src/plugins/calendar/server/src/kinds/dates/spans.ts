import { DAY, shiftMonths } from './date-parts';
import { dayStart, nextDayStart } from './day';
import { countOf, instantOfCount, wallOf, wallOfCount } from './wall-time';

/** A stretch of time, without the instant at which it ends. */
export interface Span {
  from: Date;
  to: Date;
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (count: number) => ((((count / DAY + 3) % 7) + 7) % 7) + 1;

/** As engines have it: the property until Node 20, the method since. */
interface WithWeeks {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** The weekday with which weeks begin for those who speak the language (CLDR): 1 is Monday, 7 Sunday. */
export function firstWeekday(language: string): number {
  const locale = new Intl.Locale(language) as unknown as WithWeeks;
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** The spans of which people speak by name, as the clocks of the zone have them. */
export function namedSpans(now: Date, zone: string, firstDay: number) {
  const midnight = countOf(`${wallOf(now, zone).slice(0, 10)} 00:00:00`);
  const at = (count: number) => instantOfCount(count, zone);
  const week = midnight - ((weekdayOf(midnight) - firstDay + 7) % 7) * DAY;
  const month = countOf(`${wallOfCount(midnight).slice(0, 7)}-01 00:00:00`);
  return {
    today: { from: dayStart(now, zone), to: nextDayStart(now, zone) },
    'this-week': { from: at(week), to: at(week + 7 * DAY) },
    'next-week': { from: at(week + 7 * DAY), to: at(week + 14 * DAY) },
    'this-month': { from: at(month), to: at(shiftMonths(month, 1)) },
  } satisfies Record<string, Span>;
}

/** From the first of two days to the end of the other, `YYYY-MM-DD`; a side may be open. */
export const daySpan = (days: { from?: string; to?: string }, zone: string): Partial<Span> => ({
  ...(days.from && { from: instantOfCount(countOf(`${days.from} 00:00:00`), zone) }),
  ...(days.to && { to: instantOfCount(countOf(`${days.to} 00:00:00`) + DAY, zone) }),
});
