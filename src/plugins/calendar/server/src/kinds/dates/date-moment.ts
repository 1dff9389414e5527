import { DAY, type DateParts, type Weekday } from './date-parts';
import { shiftMonths } from './months';

/** Where the parts lead from a count of now (`countOf`), `elapsed` and `offset` left aside. */
export function countOfParts(parts: DateParts, now: number): number {
  const clock = parts.clock ?? (keepsHour(parts) ? timeOfDay(now) : 0);
  const shifted = shiftDate(parts.date ?? now - timeOfDay(now), parts);
  const { weekday } = parts;
  if (!weekday) return shifted + clock;
  const found = parts.inWeek ? inWeekOf(shifted, weekday.day) : nearest(shifted, weekday);
  return found + clock;
}

/** Whether the parts name a day and nothing within it. */
export const isWholeDay = (parts: DateParts) =>
  parts.clock === undefined && parts.elapsed === 0 && !keepsHour(parts);

const keepsHour = ({ date, fromMidnight }: DateParts) => date === undefined && !fromMidnight;

const timeOfDay = (count: number) => ((count % DAY) + DAY) % DAY;

function shiftDate(date: number, { months, days, edge }: DateParts): number {
  if (!edge) return shiftMonths(date, months) + days;
  const firstOfMonth = shiftMonths(new Date(date + days).setUTCDate(1), months);
  return edge === 'first' ? firstOfMonth : shiftMonths(firstOfMonth, 1) - DAY;
}

function nearest(date: number, { day, where }: Weekday): number {
  const ahead = (day - new Date(date).getUTCDay() + 7) % 7;
  if (where === 'before today') return date + (ahead - 7) * DAY;
  return date + (ahead === 0 && where === 'after today' ? 7 : ahead) * DAY;
}

/** Weeks begin on Monday. */
function inWeekOf(date: number, day: number): number {
  const sinceMonday = (new Date(date).getUTCDay() + 6) % 7;
  return date + (((day + 6) % 7) - sinceMonday) * DAY;
}
