import { abbreviationAt } from '../time/abbreviation';
import { dateDetails } from '../time/date-details';
import { instantOf, wallOf } from '../time/wall-time';
import type { EventRow } from './rows';

/** Spec 4.2: start and end on the wall of the event's zone and of UTC, whole and in parts. */
export function eventTimes(row: EventRow, siteZone: string) {
  const timezone = row.timezone || siteZone;
  const start = new Date(row.utc_start_date ?? instantOf(row.start_date, timezone));
  const end = new Date(row.utc_end_date ?? instantOf(row.end_date, timezone));
  const [utcStart, utcEnd] = [wallOf(start, 'UTC'), wallOf(end, 'UTC')];
  return {
    start_date: row.start_date,
    start_date_details: dateDetails(row.start_date),
    end_date: row.end_date,
    end_date_details: dateDetails(row.end_date),
    utc_start_date: utcStart,
    utc_start_date_details: dateDetails(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: dateDetails(utcEnd),
    timezone,
    timezone_abbr: abbreviationAt(start, timezone),
  };
}
