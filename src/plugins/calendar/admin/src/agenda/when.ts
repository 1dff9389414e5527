const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { ...DAY, hour: 'numeric', minute: '2-digit' } as const;

/** A wall time as if it were UTC's, so that no zone moves it. */
const onTheWall = (wall: string) => new Date(`${wall.replace(' ', 'T')}Z`);

const range = (format: Intl.DateTimeFormat, from: Date, to: Date) =>
  from > to ? format.format(from) : format.formatRange(from, to);

/** The times of an event: on the wall where it happens, and as instants. */
export interface Times {
  start_date: string | null;
  end_date: string | null;
  utc_start: string | null;
  utc_end: string | null;
  all_day: boolean;
}

export interface When {
  /** By the clocks where it happens. */
  there: string;
  /** By those of whoever looks, where they say something else. */
  here?: string;
}

/** When an event is, in words; nothing while it has no date. */
export function whenOf(times: Times, locale: string, here: string): When | undefined {
  const { start_date, end_date, utc_start, utc_end, all_day } = times;
  if (!start_date || !end_date) return undefined;
  const parts = all_day ? DAY : MINUTE;
  const wall = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  const there = range(wall, onTheWall(start_date), onTheWall(end_date));
  if (all_day || !utc_start || !utc_end) return { there };
  const clock = new Intl.DateTimeFormat(locale, { ...parts, timeZone: here });
  const text = range(clock, new Date(utc_start), new Date(utc_end));
  return text === there ? { there } : { there, here: text };
}

export type Group = 'ahead' | 'past' | 'undated';

/** Where in the agenda an event stands at a moment, as the server orders it. */
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
