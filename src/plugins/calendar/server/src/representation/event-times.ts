import type { EventRow, Instant } from '../content-types/rows';
import { abbreviationAt } from '../kinds/dates/abbreviation';
import { dateDetails } from '../kinds/dates/date-details';
import { instantOf, type WallTime, wallOf } from '../kinds/dates/wall-time';
import type { EventTimes } from './payloads/event';

/** D5.10: nothing where an unfinished draft has no time yet. */
const momentOf = (wall: WallTime | null, utc: Instant | null, zone: string) =>
  wall ? new Date(utc ?? instantOf(wall, zone)) : undefined;

const utcWall = (moment?: Date) => (moment ? wallOf(moment, 'UTC') : '');

/** Spec 4.2: start and end on the wall of the event's zone and of UTC, whole and in parts. */
export function eventTimes(row: EventRow, siteZone: string): EventTimes {
  const timezone = row.timezone || siteZone;
  const start = momentOf(row.start_date, row.utc_start_date, timezone);
  const end = momentOf(row.end_date, row.utc_end_date, timezone);
  const walls = {
    start_date: row.start_date || '',
    end_date: row.end_date || '',
    utc_start_date: utcWall(start),
    utc_end_date: utcWall(end),
  };
  return {
    start_date: walls.start_date,
    start_date_details: dateDetails(walls.start_date),
    end_date: walls.end_date,
    end_date_details: dateDetails(walls.end_date),
    utc_start_date: walls.utc_start_date,
    utc_start_date_details: dateDetails(walls.utc_start_date),
    utc_end_date: walls.utc_end_date,
    utc_end_date_details: dateDetails(walls.utc_end_date),
    timezone,
    timezone_abbr: start ? abbreviationAt(start, timezone) : '',
  };
}
