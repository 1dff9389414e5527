import { LRUCache } from 'lru-cache';
import { FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { tz } from 'moment-timezone';
import { z } from 'zod';
import type { WallTime } from '../../content-types/rows';
import { ianaNames, isIanaZone } from '../../settings/settings';

const OFFSET =
  /^(?:UTC)?(?<sign>[+-])(?<hours>\d{1,2})(?::?(?<minutes>00|15|30|45)|\.(?<part>0|25|50?|75))?$/i;
const OFFSET_START = /^(?:UTC)?[+-]/i;
const MAX_NAME_LENGTH = 64;

/** Whether a zone may be as far ahead of UTC (minutes). */
export const isPossibleOffset = (minutes: number) => minutes >= -12 * 60 && minutes <= 14 * 60;

/** Node's canonical name of each zone, which may be a former one (Asia/Calcutta), by its lower case. */
const engineNames = new Map(
  Intl.supportedValuesOf('timeZone').map((name) => [name.toLowerCase(), name]),
);

const zones = new Map<string, Zone>();

/** D5.1: the stored form of a zone: its IANA id, or `UTC`, `UTC+2`, `UTC-3.5`; unknown: undefined. */
export function normalizeZone(input: string): string | undefined {
  const name = input.trim();
  if (name.length > MAX_NAME_LENGTH) return undefined;
  if (/^(utc|z)$/i.test(name)) return 'UTC';
  if (OFFSET_START.test(name)) {
    const offset = offsetIn(name);
    return offset === undefined ? undefined : offsetName(offset);
  }
  const listed = engineNames.get(name.toLowerCase());
  if (listed) return listed;
  return isIanaZone(name) ? ianaNames.get(name.toLowerCase()) : undefined;
}

/** Like `normalizeZone`, for stored zones: earlier versions also accepted names that only Node knows. */
export const knownZone = (name: string) =>
  normalizeZone(name) ?? (IANAZone.isValidZone(name) ? name : undefined);

function findZone(name: string): Zone | undefined {
  const cached = zones.get(name);
  if (cached) return cached;
  const normal = knownZone(name);
  if (normal === undefined) return undefined;
  const offset = normal === 'UTC' ? 0 : offsetIn(normal);
  const zone = offset === undefined ? IANAZone.create(normal) : FixedOffsetZone.instance(offset);
  if (normal === name) zones.set(name, zone);
  return zone;
}

/** Whether a stored zone is known. Cached, because Node takes long to tell. */
export const isKnownZone = (name: string): boolean => findZone(name) !== undefined;

/** The luxon zone of a stored form. Throws RangeError if it is not a zone. */
export function zoneOf(name: string): Zone {
  const zone = findZone(name);
  if (!zone) throw new RangeError(`${name} is not a time zone`);
  return zone;
}

/** Whether the zone is a fixed offset from UTC. */
export const isOffsetZone = (name: string) => name === 'UTC' || OFFSET.test(name);

/** Minutes east of UTC, from UTC-12 to UTC+14. */
function offsetIn(name: string): number | undefined {
  const parts = OFFSET.exec(name)?.groups;
  if (!parts) return undefined;
  const minutes = parts.minutes ? Number(parts.minutes) : Number(`0.${parts.part ?? 0}`) * 60;
  const offset = Number(`${parts.sign}1`) * (Number(parts.hours) * 60 + minutes);
  return isPossibleOffset(offset) ? offset : undefined;
}

const offsetName = (offset: number) =>
  offset === 0 ? 'UTC' : `UTC${offset < 0 ? '-' : '+'}${Math.abs(offset) / 60}`;

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
 * The latest abbreviation up to the instant whose offset equals the one that Node computes. moment-timezone's data
 * ends in 2037 and may be of another release than Node's, so Node's offset decides.
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

export type { WallTime };

const SHAPE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** In every zone, days and clock changes begin at multiples of it. */
export const QUARTER_HOUR = 15 * MINUTE;

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59Z');

/** Whether local milliseconds, or an instant's time, are within the years 0001 to 9999. */
export const inYears = (millis: number): boolean => millis >= FIRST && millis <= LAST;

/** Whether the instant is within the years 0001 to 9999, both in UTC and in the zone. */
export const isWritable = (instant: Date, zone: string): boolean =>
  [0, offsetAt(instant.getTime(), zoneOf(zone))].every((east) => inYears(instant.getTime() + east));

/** Whether the value is a wall time of a day and an hour that exist. */
export const isWallTime = (value: unknown): value is WallTime =>
  typeof value === 'string' &&
  SHAPE.test(value) &&
  localMillis(value) >= FIRST &&
  wallOfMillis(localMillis(value)) === value;

/**
 * D5.2: the instant of a wall time. An ambiguous one is the first of the two; one in a gap is moved forward by the
 * gap's length. Throws RangeError if it is not a wall time.
 */
export function instantOf(wall: WallTime, zone: string): Date {
  if (!isWallTime(wall)) throw new RangeError(`${wall} is not a wall time`);
  return instantOfMillis(localMillis(wall), zone);
}

/** The wall time in the zone at the instant, truncated to seconds and clamped to the years 0001 to 9999. */
export const wallOf = (instant: Date, zone: string): WallTime =>
  wallOfMillis(instant.getTime() + offsetAt(instant.getTime(), zoneOf(zone)));

/** A wall time as local milliseconds: counted from 1970-01-01 00:00:00 without a zone. */
export const localMillis = (wall: WallTime): number => Date.parse(`${wall.replace(' ', 'T')}Z`);

/** The wall time of local milliseconds, clamped to the years 0001 to 9999. */
export const wallOfMillis = (millis: number): WallTime =>
  new Date(Math.min(Math.max(millis, FIRST), LAST)).toISOString().slice(0, 19).replace('T', ' ');

/** D5.2: the instant that local milliseconds name in the zone; see `instantOf`. */
export function instantOfMillis(millis: number, name: string): Date {
  const zone = zoneOf(name);
  const meant = instantsOf(millis, zone);
  return new Date(meant.length > 0 ? Math.min(...meant) : millis - offsetAt(millis - DAY, zone));
}

/** Whether the wall time exists exactly once in the zone: neither ambiguous nor skipped. */
export const isUnambiguous = (wall: WallTime, zone: string): boolean =>
  instantsOf(localMillis(wall), zoneOf(zone)).length === 1;

/** All instants of local milliseconds in a zone: one, two if ambiguous, none in a gap. */
function instantsOf(millis: number, zone: Zone): number[] {
  const moments = new Set(
    [millis - DAY, millis + DAY].map((near) => millis - offsetAt(near, zone)),
  );
  return [...moments].filter((time) => time + offsetAt(time, zone) === millis);
}

/** Milliseconds east of UTC. */
const offsetAt = (time: number, zone: Zone) => {
  if (zone.isUniversal) return exactOffset(time, zone);
  const part = Math.floor(time / QUARTER_HOUR);
  const name = `${zone.name} ${part}`;
  const known = offsets.get(name);
  if (known !== undefined) return known;
  const offset = exactOffset(time, zone);
  const isWhole =
    exactOffset(part * QUARTER_HOUR, zone) === offset &&
    exactOffset((part + 1) * QUARTER_HOUR - 1, zone) === offset;
  if (isWhole) offsets.set(name, offset);
  return offset;
};

/** Offsets by zone and quarter of an hour, in which they cannot change: `Intl` is slow. */
const offsets = new LRUCache<string, number>({ max: 20_000 });

const exactOffset = (time: number, zone: Zone) => Math.round(zone.offset(time) * MINUTE);

/** D5.10: empty where an unfinished draft has no time. */
const digits = (count: number) => z.string().regex(new RegExp(`^(\\d{${count}})?$`));

/** Spec 4.2 `*_details`. */
export const DateDetails = z.object({
  year: digits(4),
  month: digits(2),
  day: digits(2),
  hour: digits(2),
  minutes: digits(2),
  seconds: digits(2),
});
export type DateDetails = z.infer<typeof DateDetails>;

/** Spec 4.2 `*_details`: the parts of a wall time as zero-padded strings; empty where there is none. */
export const dateDetails = (wall: WallTime | ''): DateDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});

export const twoDigits = (count: number) => String(count).padStart(2, '0');

/** ISO 8601 to the second with the zone's offset in minutes: `2027-01-31T18:30:00+01:00`. */
export function isoWithOffset(instant: Date, zone: string): string {
  const east = Math.round((localMillis(wallOf(instant, zone)) - instant.getTime()) / MINUTE);
  const minutes = Math.abs(east);
  const offset = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  const wall = wallOfMillis(instant.getTime() + east * MINUTE);
  return `${wall.replace(' ', 'T')}${east < 0 ? '-' : '+'}${offset}`;
}

/** The first instant of the local day: midnight, or what follows it where the clocks skip it. */
export const dayStart = (instant: Date, zone: string): Date =>
  instantOfMillis(midnightOf(wallOf(instant, zone)), zone);

/** D5.8: the first instant of the following local day, after the given one even where a midnight comes twice. */
export function nextDayStart(instant: Date, zone: string): Date {
  const wall = wallOf(instant, zone);
  const midnight = midnightOf(wall) + DAY;
  const next = instantOfMillis(midnight, zone);
  if (next > instant) return next;
  const wholeSecond = Math.floor(instant.getTime() / SECOND) * SECOND;
  return new Date(wholeSecond + midnight - localMillis(wall));
}

/** The midnight with which the day of a wall time, or a day `YYYY-MM-DD`, begins, as local milliseconds. */
export const midnightOf = (day: string): number => localMillis(allDayStart(day));

/** The midnight with which the month of a wall time or day begins, as local milliseconds. */
export const monthStartOf = (day: string): number => midnightOf(`${day.slice(0, 7)}-01`);

/** D5.3: an all-day event begins with its first day. */
export const allDayStart = (wall: WallTime): WallTime => `${wall.slice(0, 10)} 00:00:00`;

/** D5.3: an all-day event ends with the last second of its last day. */
export const allDayEnd = (wall: WallTime): WallTime => `${wall.slice(0, 10)} 23:59:59`;
