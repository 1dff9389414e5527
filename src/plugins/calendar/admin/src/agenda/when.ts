import { clockOf } from '../wall-time';

/** Formats of a day, and of a time on a day. */
export const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
export const MINUTE = { ...DAY, hour: 'numeric', minute: '2-digit' } as const;

const range = (format: Intl.DateTimeFormat, from: number, to: number) =>
  from > to ? format.format(from) : format.formatRange(from, to);

/** The times of an event: wall times in its own zone, and instants. */
export interface Times {
  start_date: string | null;
  end_date: string | null;
  utc_start: string | null;
  utc_end: string | null;
  all_day: boolean;
}

export interface When {
  /** In the event's zone. */
  there: string;
  /** In the user's zone, when the wall times differ. */
  here?: string;
}

/** Formats an instant with the name of the zone, in the user's zone. */
export const INSTANT = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** The formatted times of an event; undefined without dates. */
export function whenOf(times: Times, locale: string, here: string): When | undefined {
  const { start_date, end_date, utc_start, utc_end, all_day } = times;
  if (!start_date || !end_date) return undefined;
  const parts = all_day ? DAY : MINUTE;
  const wall = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  const there = range(wall, clockOf(start_date), clockOf(end_date));
  if (all_day || !utc_start || !utc_end) return { there };
  const clock = new Intl.DateTimeFormat(locale, { ...parts, timeZone: here });
  const text = range(clock, Date.parse(utc_start), Date.parse(utc_end));
  return text === there ? { there } : { there, here: text };
}

export type Group = 'ahead' | 'past' | 'undated';

/** The agenda's group of an event at a moment, by the server's order. */
export function groupOf({ utc_start, utc_end }: Pick<Times, 'utc_start' | 'utc_end'>, now: Date) {
  if (!utc_start || !utc_end) return 'undated' as const;
  return new Date(utc_end) > now || new Date(utc_start) >= now
    ? ('ahead' as const)
    : ('past' as const);
}

export const isRunning = (
  { utc_start, utc_end }: Pick<Times, 'utc_start' | 'utc_end'>,
  now: Date,
) => Boolean(utc_start && utc_end && new Date(utc_start) <= now && new Date(utc_end) > now);
