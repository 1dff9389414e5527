import { minutesAhead } from './zones';

/** Placeholder for an unfinished half, so that the value is not accepted as a wall time anywhere. */
const UNFINISHED = '?';

const DATE = String.raw`\d{4}-\d\d-\d\d`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?`;
const WALL_TIME = new RegExp(`^(${DATE}|\\?)[ T](${TIME}|\\?)$`);
const PASTED = new RegExp(`^(${DATE})?[ T]?(${TIME})?$`);

/** Values of the two inputs: `YYYY-MM-DD` and `HH:MM[:SS]`, `""` if empty. */
export type WallTimeParts = { date: string; time: string };

export type Half = keyof WallTimeParts;

const finished = (half: string) => (half === UNFINISHED ? '' : half);

/** Drops zero seconds, which would otherwise have to be typed each time. */
const withoutZeroSeconds = (time: string) => time.replace(/^(\d\d:\d\d):00$/, '$1');

const withSeconds = (time: string) => (time.length === 5 ? `${time}:00` : time);

/** The date and time of `YYYY-MM-DD HH:MM:SS`; both empty for anything else. No zone is involved. */
export function partsOf(wall: unknown): WallTimeParts {
  const [, date = '', time = ''] = WALL_TIME.exec(String(wall ?? '')) ?? [];
  return { date: finished(date), time: withoutZeroSeconds(finished(time)) };
}

/**
 * `YYYY-MM-DD HH:MM:SS`; null when both parts are empty. A missing or unfinished part becomes `?`, never a guess
 * such as midnight, and is refused by every save.
 */
export function wallTimeOf({ date, time }: WallTimeParts): string | null {
  if (!date && !time) return null;
  return `${date || UNFINISHED} ${withSeconds(time) || UNFINISHED}`;
}

/** The part used here of an input element. */
type DateOrTime = { value: string; validity: { badInput: boolean } };

/**
 * The value of an input; `?` while it is unfinished. Browsers report the years 0002, 0020 and 0202 while 2027 is
 * typed, so years below 1000 count as unfinished unless the value was `written` by the form or pasted.
 */
export function halfOf({ value, validity }: DateOrTime, written?: string): string {
  const typing = /^0\d{3}-/.test(value) && value !== written;
  return validity.badInput || typing ? UNFINISHED : value;
}

/** The unfinished half of a form's value; undefined when it is complete or empty. */
export function unfinishedHalf(value: unknown): Half | undefined {
  const [, date, time] = WALL_TIME.exec(String(value ?? '')) ?? [];
  if (date === UNFINISHED) return 'date';
  return time === UNFINISHED ? 'time' : undefined;
}

const exists = (date: string) => {
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
};

/** Date, time or both in a pasted text; undefined for any other text. */
export function pastedParts(text: string): Partial<WallTimeParts> | undefined {
  const [, date, time] = PASTED.exec(text.trim()) ?? [];
  if ((!date && !time) || (date && !exists(date))) return undefined;
  return { ...(date && { date }), ...(time && { time: withoutZeroSeconds(time) }) };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Milliseconds of a wall time read as UTC. */
export const clockOf = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`);

/** The inverse of `clockOf`; undefined for years of more than four digits. */
function wallAt(clock: number): string | undefined {
  const wall = new Date(clock).toISOString().slice(0, 19).replace('T', ' ');
  return /^\d{4}-/.test(wall) ? wall : undefined;
}

/** The wall time of an instant in a zone; undefined if the zone is unknown. */
export function wallIn(instant: number, zone: string): string | undefined {
  const ahead = minutesAhead(zone, instant);
  return ahead === null ? undefined : wallAt(instant + ahead * MINUTE_MS);
}

/** A wall time one hour later. */
export const hourAfter = (wall: string): string => wallAt(clockOf(wall) + HOUR_MS) ?? wall;

/** Whether the value is a complete wall time. */
export const isWhole = (value: unknown): value is string =>
  typeof value === 'string' && WALL_TIME.test(value) && !unfinishedHalf(value);

/**
 * D5.2: the wall time that a save stores. One that the zone skips when clocks go forward is moved by the length of
 * the gap; any other is returned unchanged.
 */
export function existingWall(wall: string, zone: string): string {
  const clock = clockOf(wall);
  const ahead = [clock - DAY_MS, clock + DAY_MS].map((instant) => minutesAhead(zone, instant));
  const [before, after] = ahead;
  if (before == null || after == null || Number.isNaN(clock)) return wall;
  const isShown = (minutes: number) => minutesAhead(zone, clock - minutes * MINUTE_MS) === minutes;
  if (isShown(before) || isShown(after)) return wall;
  return wallAt(clock + (after - before) * MINUTE_MS) ?? wall;
}

interface Move {
  /** The previous start; null if there was none. */
  from: string | null;
  to: string;
  end: string | null;
  allDay: boolean;
}

/**
 * The end of an event whose start has moved: keeps the duration, or one hour if there was no end. An unfinished end
 * stays, and so does one before the start, which has its own error message.
 */
export function endAfter({ from, to, end, allDay }: Move): string | null {
  const anew = allDay ? to : hourAfter(to);
  if (!end) return anew;
  if (!isWhole(end)) return end;
  if (!from) return end < to ? anew : end;
  if (end < from) return end;
  return wallAt(clockOf(end) + clockOf(to) - clockOf(from)) ?? end;
}
