import { countOfDate, DAY, shiftMonths } from './parts';
import { countOf, type WallTime, wallOfCount } from './wall-time';

/** How an event is held again: each day or week, each month on its date, or on its weekday (the second Tuesday). */
export const REPEATS = ['day', 'week', 'month-date', 'month-weekday'] as const;

export type Repeat = (typeof REPEATS)[number];

const WEEK = 7;
const MONTHS = 12;

/** The same clock time so many days later; beyond the year 9999 what is no wall time, as every save says. */
export const laterBy = (wall: WallTime, days: number): WallTime =>
  new Date(countOf(wall) + days * DAY).toISOString().slice(0, -5).replace('T', ' ');

/** The same clock time on a day, `YYYY-MM-DD`. */
export const onDay = (wall: WallTime, day: string): WallTime => `${day} ${wall.slice(11)}`;

/** The whole days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((countOf(`${to} 00:00:00`) - countOf(`${from} 00:00:00`)) / DAY);

const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number];

/** The day of a month so many months later; nothing where that month has none (RFC 5545 3.3.10 leaves it out). */
function onDate(day: string, months: number): number | undefined {
  const [year, month, date] = partsOf(day);
  const at = year * MONTHS + month - 1 + months;
  return countOfDate(Math.floor(at / MONTHS), (at % MONTHS) + 1, date);
}

/** The same weekday of a month so many months later: the second stays the second, a fifth is the last. */
function onWeekday(day: string, months: number): number {
  const [, , date] = partsOf(day);
  const weekday = new Date(countOf(`${day} 00:00:00`)).getUTCDay();
  const first = shiftMonths(countOf(`${day.slice(0, 7)}-01 00:00:00`), months);
  const last = shiftMonths(first, 1) - DAY;
  const nth = Math.ceil(date / WEEK);
  if (nth > 4) return last - ((new Date(last).getUTCDay() - weekday + WEEK) % WEEK) * DAY;
  return first + (((weekday - new Date(first).getUTCDay() + WEEK) % WEEK) + (nth - 1) * WEEK) * DAY;
}

const NEXT: Record<Repeat, (day: string, step: number) => number | undefined> = {
  day: (day, step) => countOf(`${day} 00:00:00`) + step * DAY,
  week: (day, step) => countOf(`${day} 00:00:00`) + step * WEEK * DAY,
  'month-date': onDate,
  'month-weekday': onWeekday,
};

/** The days on which something is held again that is held on this one first: `times` in all, this one left out. */
export function repeatedDays(first: string, every: Repeat, times: number): string[] {
  const days: string[] = [];
  for (let step = 1; days.length < times - 1 && step < times * MONTHS; step += 1) {
    const count = NEXT[every](first, step);
    if (count !== undefined) days.push(wallOfCount(count).slice(0, 10));
  }
  return days;
}
