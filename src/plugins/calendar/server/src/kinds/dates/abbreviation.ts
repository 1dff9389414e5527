import { tz } from 'moment-timezone';
import { isOffsetZone, zoneOf } from './zone';

/**
 * Spec 4.2 `timezone_abbr`: `EST`, `CEST`, `JST` as the IANA database has them; `+0545` or `-03` where
 * it has no letters; an offset zone's own name.
 */
export function abbreviationAt(instant: Date, zone: string): string {
  if (isOffsetZone(zone)) return zone;
  const time = instant.getTime();
  return lettersAt(time, zone) ?? zoneOf(zone).formatOffset(time, 'techie').replace(/00$/, '');
}

/**
 * The last abbreviation, up to the instant, of the offset that the clocks have then. Its data ends in
 * 2037, and may be of another release than Node's: the offset, which is Node's, decides.
 */
function lettersAt(time: number, zone: string): string | undefined {
  const known = tz.zone(zone);
  if (!known) return undefined;
  const west = -zoneOf(zone).offset(time);
  const next = known.untils.findIndex((until) => time < until);
  const spans = next < 0 ? known.abbrs.length : next + 1;
  const same = known.offsets.slice(0, spans).findLastIndex((each) => Math.abs(each - west) < 1);
  return known.abbrs[same];
}
