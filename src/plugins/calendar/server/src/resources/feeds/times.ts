import { LRUCache } from 'lru-cache';
import {
  abbreviationAt,
  DAY,
  isOffsetZone,
  isUnambiguous,
  localMillis,
  MINUTE,
  midnightOf,
  SECOND,
  twoDigits,
  wallOfMillis,
  zoneOf,
} from '../../kinds/dates/wall-time';
import type { ListedEvent } from '../event/payload';
import { line, textLine } from './content-line';

/** A clock change of a zone. */
interface Transition {
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds east of UTC, before and from then on. */
  from: number;
  to: number;
}

const known = new LRUCache<string, Transition[]>({ max: 5000 });

/** Not from the cache of offsets (`wall-time.ts`), which looks up three and which many years would fill. */
const offsetOf = (time: number, zone: string) => Math.round(zoneOf(zone).offset(time) * MINUTE);

/** Less than between any two clock changes of a zone: 6.9 days (Recife in 2000, Gaza in 2040). */
const STEP = 6 * DAY;

/** Bisects the second of the clock change between two moments. */
function momentBetween(zone: string, before: number, after: number): number {
  const from = offsetOf(before, zone);
  let [low, high] = [before, after];
  while (high - low > SECOND) {
    const middle = Math.floor((low + high) / 2 / SECOND) * SECOND;
    if (offsetOf(middle, zone) === from) low = middle;
    else high = middle;
  }
  return high;
}

/** The start of a year in local milliseconds; also of the year 10000. */
const yearBegins = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1);

function find(zone: string, year: number): Transition[] {
  const found: Transition[] = [];
  const end = yearBegins(year + 1);
  let from = offsetOf(yearBegins(year), zone);
  for (let time = yearBegins(year); time < end; time += STEP) {
    const next = Math.min(time + STEP, end);
    const to = offsetOf(next, zone);
    if (from !== to) found.push({ at: momentBetween(zone, time, next), from, to });
    from = to;
  }
  return found;
}

/** The clock changes of a zone in a year of UTC, in their order. */
function transitionsIn(zone: string, year: number): Transition[] {
  if (isOffsetZone(zone)) return [];
  const key = `${year} ${zone}`;
  const transitions = known.get(key) ?? find(zone, year);
  known.set(key, transitions);
  return transitions;
}

/** RFC 5545 3.3.14: `+0530`. */
function offset(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / MINUTE);
  return `${milliseconds < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}${twoDigits(minutes % 60)}`;
}

/** RFC 5545 3.3.5: `20270131T183000`. */
export const localTime = (wall: string): string => wall.replace(/[-:]/g, '').replace(' ', 'T');

/** Whether the offset after the change is daylight saving time: larger than the year's smaller offset. */
function isDaylight(zone: string, { at, to }: Transition): boolean {
  const year = new Date(at).getUTCFullYear();
  const [winter, summer] = [
    offsetOf(yearBegins(year), zone),
    offsetOf(yearBegins(year) + 181 * DAY, zone),
  ];
  return to > Math.min(winter, summer);
}

function observance(zone: string, transition: Transition): string[] {
  const { at, from, to } = transition;
  const name = isDaylight(zone, transition) ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${name}`,
    ...line('DTSTART', localTime(wallOfMillis(at + from))),
    ...line('TZOFFSETFROM', offset(from)),
    ...line('TZOFFSETTO', offset(to)),
    ...textLine('TZNAME', abbreviationAt(new Date(at), zone)),
    `END:${name}`,
  ];
}

/** The offset at the start of a year, as a transition. */
function initialTransition(zone: string, year: number): Transition {
  const begins = yearBegins(year);
  const to = offsetOf(begins, zone);
  return { at: begins - to, from: to, to };
}

/** RFC 5545 3.6.5: the zone's changes in these years and the year before each; no rule is inferred. */
export function vtimezone(zone: string, years: Iterable<number>): string[] {
  const all = new Set([...years].flatMap((year) => (year > 1 ? [year - 1, year] : [year])));
  const sorted = [...all].sort((one, other) => one - other);
  const transitions = sorted.flatMap((year) => [
    ...(all.has(year - 1) ? [] : [initialTransition(zone, year)]),
    ...transitionsIn(zone, year),
  ]);
  return [
    'BEGIN:VTIMEZONE',
    ...textLine('TZID', zone),
    ...transitions.flatMap((each) => observance(zone, each)),
    'END:VTIMEZONE',
  ];
}

type Times = Pick<
  ListedEvent,
  'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone'
>;

/** Before time zones, clocks showed solar time: RFC 5545 3.3.14 has seconds, few clients do. */
const isWholeMinutes = (wall: string, utc: string) =>
  (localMillis(wall) - localMillis(utc)) % MINUTE === 0;

/**
 * Whether the event is written in local time with a zone. Not for ambiguous or skipped wall times, which readers treat
 * differently, nor for fixed offsets, which have no commonly known name.
 */
const isLocal = ({ timezone, start_date, end_date, utc_start_date, utc_end_date }: Times) =>
  !isOffsetZone(timezone) &&
  isWholeMinutes(start_date, utc_start_date) &&
  isWholeMinutes(end_date, utc_end_date) &&
  isUnambiguous(start_date, timezone) &&
  (end_date === start_date || isUnambiguous(end_date, timezone));

const LAST = midnightOf('9999-12-31');

/** RFC 5545 3.3.4 and 3.6.1: whole days; the end is the day after, or a length where there is no such day. */
function days({ start_date, end_date }: Times): string[] {
  const [first, last] = [start_date, end_date].map(midnightOf);
  const date = (millis = 0) => wallOfMillis(millis).slice(0, 10).replaceAll('-', '');
  const end = (last ?? 0) + DAY;
  return [
    ...line('DTSTART', date(first), { VALUE: 'DATE' }),
    ...(end <= LAST
      ? line('DTEND', date(end), { VALUE: 'DATE' })
      : line('DURATION', `P${Math.round((end - (first ?? 0)) / DAY)}D`)),
  ];
}

/** The lines with an event's times. */
export interface EventTime {
  lines: string[];
  /** The local years for which the zone must be defined; empty if it is not used. */
  years: number[];
}

/** RFC 5545 3.8.2.2 and 3.8.2.4: start and end; an event that ends as it starts has no end. */
export function eventTime(times: Times): EventTime {
  if (times.all_day) return { lines: days(times), years: [] };
  const walls = [times.start_date, times.end_date];
  const value = isLocal(times)
    ? { walls: walls.map(localTime), years: walls.map((wall) => Number(wall.slice(0, 4))) }
    : {
        walls: [times.utc_start_date, times.utc_end_date].map((utc) => `${localTime(utc)}Z`),
        years: [],
      };
  const [start = '', end = ''] = value.walls;
  const zone = { TZID: value.years.length > 0 ? times.timezone : undefined };
  const lines = [
    ...line('DTSTART', start, zone),
    ...(end === start ? [] : line('DTEND', end, zone)),
  ];
  return { lines, years: value.years };
}
