import { countOf, instantOf, isShownOnce, offsetOf, wallOfCount } from '../kinds/dates/wall-time';
import { isOffsetZone } from '../kinds/dates/zone';
import type { ListedEvent } from '../representation/payloads/event';
import { line } from './content-line';
import { localTime } from './vtimezone';

type Times = Pick<
  ListedEvent,
  'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone'
>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Before there were zones, clocks went by the sun: RFC 5545 3.3.14 has seconds, few readers do. */
const isWholeMinutes = (utc: string, zone: string) =>
  offsetOf(instantOf(utc, 'UTC').getTime(), zone) % MINUTE === 0;

/**
 * Whether the time is said on the wall of its zone: readers do not agree on hours that happen twice or
 * not at all, and zones of a fixed offset have no name that all of them know.
 */
const isLocal = ({ timezone, start_date, end_date, utc_start_date, utc_end_date }: Times) =>
  !isOffsetZone(timezone) &&
  [start_date, end_date].every((wall) => isShownOnce(wall, timezone)) &&
  [utc_start_date, utc_end_date].every((utc) => isWholeMinutes(utc, timezone));

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

/** The years, on the wall, for which a reader must know the zone; none: it need not know it. */
export const yearsOf = (times: Times): number[] =>
  times.all_day || !isLocal(times)
    ? []
    : [times.start_date, times.end_date].map((wall) => Number(wall.slice(0, 4)));

/** RFC 5545 3.8.2.2 and 3.8.2.4: start and end; an event that ends as it starts has no end. */
export function eventTime(times: Times): string[] {
  if (times.all_day) return days(times);
  const [start, end] = isLocal(times)
    ? [localTime(times.start_date), localTime(times.end_date)]
    : [`${localTime(times.utc_start_date)}Z`, `${localTime(times.utc_end_date)}Z`];
  const zone = { TZID: isLocal(times) ? times.timezone : undefined };
  return [...line('DTSTART', start, zone), ...(end === start ? [] : line('DTEND', end, zone))];
}
