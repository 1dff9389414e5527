import type { Values } from '../content-types/rows';
import {
  allDayEnd,
  allDayStart,
  instantOf,
  isWallTime,
  isWritable,
  type WallTime,
  wallOf,
} from '../kinds/dates/wall-time';
import { normalZone } from '../kinds/dates/zone';
import { refusal } from './save';

const FIELDS = ['start_date', 'end_date', 'timezone', 'all_day'];

function zoneIn({ timezone }: Values, siteZone: string): string {
  if (timezone === undefined || timezone === null || timezone === '') return siteZone;
  const zone = typeof timezone === 'string' ? normalZone(timezone) : undefined;
  if (!zone) throw refusal({ field: 'timezone', text: 'rule.timezone' });
  return zone;
}

/** A wall time that the zone really has: one inside a gap has moved forward (D5.2). */
function wallIn(values: Values, field: 'start_date' | 'end_date', zone: string): WallTime | null {
  const value = values[field];
  if (value === undefined || value === null || value === '') return null;
  if (!isWallTime(value)) throw refusal({ field, text: 'rule.wall_time' });
  return wallOf(instantOf(value, zone), zone);
}

/** D5.1: the instant of a wall time; UTC must be able to show it. */
function instantIn(field: string, wall: WallTime | null, zone: string): Date | null {
  if (!wall) return null;
  const instant = instantOf(wall, zone);
  if (!isWritable(instant, zone)) throw refusal({ field, text: 'rule.years' });
  return instant;
}

/**
 * D5.1 to D5.3: the times of an event after a save that sends `data` over `stored`, with the instants
 * that follow from them. A save that sends none of them changes none.
 */
export function timesOf(data: Values, stored: Values, siteZone: string): Values {
  if (!FIELDS.some((field) => data[field] !== undefined)) return {};
  const values = { ...stored, ...data };
  const timezone = zoneIn(values, siteZone);
  const [start, end] = [
    wallIn(values, 'start_date', timezone),
    wallIn(values, 'end_date', timezone),
  ];
  const allDay = values.all_day === true;
  const start_date = start && (allDay ? allDayStart(start) : start);
  const end_date = end && (allDay ? allDayEnd(end) : end);
  const begins = instantIn('start_date', start_date, timezone);
  const ends = instantIn('end_date', end_date, timezone);
  if (begins && ends && ends < begins) {
    throw refusal({ field: 'end_date', text: 'rule.end_before_start' });
  }
  const utc_start_date = begins?.toISOString() ?? null;
  const utc_end_date = ends?.toISOString() ?? null;
  return { timezone, start_date, end_date, utc_start_date, utc_end_date };
}
