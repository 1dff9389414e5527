import { countOf, DAY, isShownOnce, wallOfCount } from '../kinds/dates/wall-time';
import { isOffsetZone } from '../kinds/dates/zone';
import type { ListedEvent } from '../representation/payloads/event';
import { line } from './content-line';
import { localTime } from './vtimezone';

type Times = Pick<
  ListedEvent,
  'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone'
>;

const MINUTE = 60_000;

/** Before there were zones, clocks went by the sun: RFC 5545 3.3.14 has seconds, few readers do. */
const isWholeMinutes = (wall: string, utc: string) => (countOf(wall) - countOf(utc)) % MINUTE === 0;

/**
 * Whether the time is said on the wall of its zone: readers do not agree on hours that happen twice or
 * not at all, and zones of a fixed offset have no name that all of them know.
 */
const isLocal = ({ timezone, start_date, end_date, utc_start_date, utc_end_date }: Times) =>
  !isOffsetZone(timezone) &&
  isWholeMinutes(start_date, utc_start_date) &&
  isWholeMinutes(end_date, utc_end_date) &&
  isShownOnce(start_date, timezone) &&
  (end_date === start_date || isShownOnce(end_date, timezone));

const LAST = countOf('9999-12-31 00:00:00');

/** RFC 5545 3.3.4 and 3.6.1: whole days; the end is the day after, or a length where there is no such day. */
function days({ start_date, end_date }: Times): string[] {
  const [first, last] = [start_date, end_date].map((wall) =>
    countOf(`${wall.slice(0, 10)} 00:00:00`),
  );
  const date = (count = 0) => wallOfCount(count).slice(0, 10).replaceAll('-', '');
  const end = (last ?? 0) + DAY;
  return [
    ...line('DTSTART', date(first), { VALUE: 'DATE' }),
    ...(end <= LAST
      ? line('DTEND', date(end), { VALUE: 'DATE' })
      : line('DURATION', `P${Math.round((end - (first ?? 0)) / DAY)}D`)),
  ];
}

/** When an event is, as its lines say it. */
export interface EventTime {
  lines: string[];
  /** The years, on the wall, for which a reader must know the zone; none: it need not know it. */
  years: number[];
}

/** RFC 5545 3.8.2.2 and 3.8.2.4: start and end; an event that ends as it starts has no end. */
export function eventTime(times: Times): EventTime {
  if (times.all_day) return { lines: days(times), years: [] };
  const walls = [times.start_date, times.end_date];
  const said = isLocal(times)
    ? { walls: walls.map(localTime), years: walls.map((wall) => Number(wall.slice(0, 4))) }
    : {
        walls: [times.utc_start_date, times.utc_end_date].map((utc) => `${localTime(utc)}Z`),
        years: [],
      };
  const [start = '', end = ''] = said.walls;
  const zone = { TZID: said.years.length > 0 ? times.timezone : undefined };
  const lines = [
    ...line('DTSTART', start, zone),
    ...(end === start ? [] : line('DTEND', end, zone)),
  ];
  return { lines, years: said.years };
}
