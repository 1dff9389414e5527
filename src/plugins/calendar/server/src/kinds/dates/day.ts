import { countOf, DAY, instantOf, instantOfCount, type WallTime, wallOf } from './wall-time';

const SECOND = 1000;

/** The first instant of the local day: midnight, or what follows it where the clocks skip it. */
export const dayStart = (instant: Date, zone: string): Date =>
  instantOf(firstSecond(wallOf(instant, zone)), zone);

/** D5.8: the first instant of the following local day, after the given one even where a midnight comes twice. */
export function nextDayStart(instant: Date, zone: string): Date {
  const wall = wallOf(instant, zone);
  const midnight = countOf(firstSecond(wall)) + DAY;
  const next = instantOfCount(midnight, zone);
  if (next > instant) return next;
  const wholeSecond = Math.floor(instant.getTime() / SECOND) * SECOND;
  return new Date(wholeSecond + midnight - countOf(wall));
}

/** The last whole second of the local day, as shown in addresses (D5.8). */
export const dayEnd = (instant: Date, zone: string): Date =>
  new Date(nextDayStart(instant, zone).getTime() - SECOND);

/** D5.3: an all-day event begins with its first day. */
export const allDayStart = (wall: WallTime): WallTime => firstSecond(wall);

/** D5.3: an all-day event ends with the last second of its last day. */
export const allDayEnd = (wall: WallTime): WallTime => `${wall.slice(0, 10)} 23:59:59`;

const firstSecond = (wall: WallTime): WallTime => `${wall.slice(0, 10)} 00:00:00`;
