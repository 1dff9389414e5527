import { FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { tz } from 'moment-timezone';

const OFFSET =
  /^(?:UTC)?(?<sign>[+-])(?<hours>\d{1,2})(?::?(?<minutes>00|15|30|45)|\.(?<part>0|25|50?|75))?$/i;
const OFFSET_START = /^(?:UTC)?[+-]/i;
const LONGEST_NAME = 64;
const LEAST_OFFSET = -12 * 60;
const MOST_OFFSET = 14 * 60;

const listedNames = new Map(
  Intl.supportedValuesOf('timeZone').map((name) => [name.toLowerCase(), name]),
);

const zones = new Map<string, Zone>();

/** D5.1: the stored form of a zone: its IANA id, or `UTC`, `UTC+2`, `UTC-3.5`; unknown: undefined. */
export function normalZone(input: string): string | undefined {
  const name = input.trim();
  if (name.length > LONGEST_NAME) return undefined;
  if (/^(utc|z)$/i.test(name)) return 'UTC';
  if (OFFSET_START.test(name)) {
    const offset = offsetIn(name);
    return offset === undefined ? undefined : offsetName(offset);
  }
  const listed = listedNames.get(name.toLowerCase());
  if (listed) return listed;
  return IANAZone.isValidZone(name) ? aliasName(name) : undefined;
}

/** The luxon zone of a stored form; throws RangeError for anything that `normalZone` refuses. */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const normal = normalZone(name);
  if (normal === undefined) throw new RangeError(`${name} is not a time zone`);
  const offset = normal === 'UTC' ? 0 : offsetIn(normal);
  const zone = offset === undefined ? IANAZone.create(normal) : FixedOffsetZone.instance(offset);
  if (normal === name) zones.set(name, zone);
  return zone;
}

/** Whether the zone is a distance from UTC and has no clock changes. */
export const isOffsetZone = (name: string) => name === 'UTC' || OFFSET.test(name);

/** Minutes east of UTC, from UTC-12 to UTC+14. */
function offsetIn(name: string): number | undefined {
  const parts = OFFSET.exec(name)?.groups;
  if (!parts) return undefined;
  const minutes = parts.minutes ? Number(parts.minutes) : Number(`0.${parts.part ?? 0}`) * 60;
  const offset = Number(`${parts.sign}1`) * (Number(parts.hours) * 60 + minutes);
  return offset < LEAST_OFFSET || offset > MOST_OFFSET ? undefined : offset;
}

const offsetName = (offset: number) =>
  offset === 0 ? 'UTC' : `UTC${offset < 0 ? '-' : '+'}${Math.abs(offset) / 60}`;

/** Engines list one name per zone, not always today's (Asia/Calcutta), so others get their usual capitals here. */
function aliasName(name: string): string {
  const isMixed = /[a-z]/.test(name) && /[A-Z]/.test(name);
  if (isMixed) return name;
  const isAbbreviation = /^(\w{1,3}|\w+\d\w*)$/.test(name);
  if (isAbbreviation) return name.toUpperCase();
  return name
    .toLowerCase()
    .replace(/(?<=^|[/_-])[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/\b(Us|Gmt|Utc|Uct)(?=$|[/+\-\d])/g, (word) => word.toUpperCase());
}

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
