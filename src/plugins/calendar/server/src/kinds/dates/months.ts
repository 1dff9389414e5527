import { countOf, instantOfCount, wallOf } from './wall-time';

const FULL_MONTH = 31;

/** A count (`countOf`) so many months later; days that the month lacks run over, so Jan 31 + 1 is Mar 3, as in PHP. */
export const shiftMonths = (count: number, months: number): number =>
  new Date(count).setUTCMonth(new Date(count).getUTCMonth() + months);

/** D5.9: the same wall time so many months later. */
export const addMonths = (instant: Date, months: number, zone: string): Date =>
  instantOfCount(shiftMonths(countOf(wallOf(instant, zone)), months), zone);

/** The count of a day's midnight; undefined for a date that does not exist (years 1 to 9999). */
export function countOfDate(year: number, month: number, day: number): number | undefined {
  if (year < 1 || year > 9999 || day < 1 || day > FULL_MONTH) return undefined;
  const count = new Date(0).setUTCFullYear(year, month - 1, day);
  return new Date(count).getUTCMonth() === month - 1 ? count : undefined;
}
