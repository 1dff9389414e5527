import {
  instantOf,
  localMillis,
  type WallTime,
  wallOf,
  wallOfMillis,
} from '../../src/plugins/calendar/server/src/kinds/dates/wall-time';
import type { When } from './shapes';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

export type Times = { start_date: WallTime; end_date: WallTime; all_day: boolean };

/** The date `YYYY-MM-DD` a number of days after today in the zone. */
const dateIn = (days: number, zone: string, now: Date): string =>
  wallOfMillis(localMillis(`${wallOf(now, zone).slice(0, 10)} 00:00:00`) + days * DAY).slice(0, 10);

/** D5.2: a wall time that the zone skips on that day becomes the time to which it is moved. */
const existing = (wall: WallTime, zone: string): WallTime => wallOf(instantOf(wall, zone), zone);

function aroundNow(when: Extract<When, { hour: number }>, zone: string, now: Date): Times {
  const fullHour = Math.floor(now.getTime() / HOUR) * HOUR;
  const start = fullHour + when.hour * HOUR;
  const end = start + when.hours * HOUR;
  return {
    start_date: wallOf(new Date(start), zone),
    end_date: wallOf(new Date(end), zone),
    all_day: false,
  };
}

/** The wall times of an event, with days relative to `now`. */
export function timesOf(when: When, zone: string, now: Date): Times {
  if ('hour' in when) return aroundNow(when, zone, now);
  const first = dateIn(when.day, zone, now);
  if ('days' in when) {
    const last = dateIn(when.day + when.days - 1, zone, now);
    return { start_date: `${first} 00:00:00`, end_date: `${last} 23:59:59`, all_day: true };
  }
  const last = dateIn(when.day + (when.nights ?? 0), zone, now);
  return {
    start_date: existing(`${first} ${when.from}:00`, zone),
    end_date: existing(`${last} ${when.to}:00`, zone),
    all_day: false,
  };
}
