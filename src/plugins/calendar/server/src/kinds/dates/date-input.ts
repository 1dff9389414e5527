import { countOfParts, isWholeDay } from './date-moment';
import type { DateParts } from './date-parts';
import { datePartsOf } from './date-text';
import {
  countOf,
  instantOf,
  instantOfCount,
  inYears,
  type WallTime,
  wallOf,
  wallOfCount,
} from './wall-time';

/** D5.2: what a client means by a date: a time on the wall of some zone, or an instant. */
export type DateInput = { wall: WallTime; dateOnly: boolean } | { instant: Date };

/** Where and when a date is read; relative words count from `now`. */
export type ReadingPlace = { now: Date; zone: string };

const UNIX_SECONDS = /^@?(-?\d+)$/;
const EIGHT_DIGITS = /^\d{8}$/;
const SECOND = 1000;

/** D5.4: the date in a parameter or field of any type; undefined for whatever is no date. */
export function readDate(input: unknown, place: ReadingPlace): DateInput | undefined {
  if (typeof input !== 'string' && typeof input !== 'number') return undefined;
  const text = String(input).trim();
  const seconds = EIGHT_DIGITS.test(text) ? undefined : UNIX_SECONDS.exec(text)?.[1];
  if (seconds !== undefined) return instantInput(Number(seconds) * SECOND);
  const now = countOf(wallOf(place.now, place.zone));
  const parts = datePartsOf(text, new Date(now).getUTCFullYear());
  return parts && inputOf(parts, place);
}

/** The instant of an input whose wall time, if it is one, hangs in the zone. */
export const instantOfInput = (input: DateInput, zone: string): Date =>
  'instant' in input ? input.instant : instantOf(input.wall, zone);

function inputOf(parts: DateParts, { now, zone }: ReadingPlace): DateInput | undefined {
  const count = countOfParts(parts, countOf(wallOf(now, zone)));
  if (!inYears(count)) return undefined;
  if (parts.offset !== undefined) return instantInput(count - parts.offset + parts.elapsed);
  if (namesNoDay(parts)) return instantInput(now.getTime() + parts.elapsed);
  if (parts.elapsed === 0) return { wall: wallOfCount(count), dateOnly: isWholeDay(parts) };
  return instantInput(instantOfCount(count, zone).getTime() + parts.elapsed);
}

/** Such as `now` and `+24 hours`, which must not pass over a wall that shows an hour twice. */
const namesNoDay = (parts: DateParts) =>
  !parts.fromMidnight &&
  !parts.edge &&
  parts.date === undefined &&
  parts.clock === undefined &&
  parts.months === 0 &&
  parts.days === 0;

const instantInput = (time: number) =>
  inYears(time) ? { instant: new Date(Math.floor(time / SECOND) * SECOND) } : undefined;
