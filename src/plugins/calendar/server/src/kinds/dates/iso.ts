import { countOf, wallOf, wallOfCount } from './wall-time';

const MINUTE = 60_000;

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** ISO 8601 to the second with the zone's offset in minutes: `2027-01-31T18:30:00+01:00`. */
export function isoWithOffset(instant: Date, zone: string): string {
  const east = Math.round((countOf(wallOf(instant, zone)) - instant.getTime()) / MINUTE);
  const minutes = Math.abs(east);
  const offset = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  const wall = wallOfCount(instant.getTime() + east * MINUTE);
  return `${wall.replace(' ', 'T')}${east < 0 ? '-' : '+'}${offset}`;
}
