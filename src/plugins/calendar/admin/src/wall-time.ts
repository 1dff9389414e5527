import { minutesAhead } from './zones';

/** Stands for a half that is not finished, so that no door takes the whole for a wall time. */
const UNFINISHED = '?';

const DATE = String.raw`\d{4}-\d\d-\d\d`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?`;
const WALL_TIME = new RegExp(`^(${DATE}|\\?)[ T](${TIME}|\\?)$`);
const PASTED = new RegExp(`^(${DATE})?[ T]?(${TIME})?$`);

/** What two inputs hold: `YYYY-MM-DD` and `HH:MM[:SS]`, `""` where nothing is. */
export type WallTimeParts = { date: string; time: string };

export type Half = keyof WallTimeParts;

const finished = (half: string) => (half === UNFINISHED ? '' : half);

/** Seconds are shown only where they say something: to type them each time is a burden. */
const withoutZeroSeconds = (time: string) => time.replace(/^(\d\d:\d\d):00$/, '$1');

const withSeconds = (time: string) => (time.length === 5 ? `${time}:00` : time);

/** The halves of `YYYY-MM-DD HH:MM:SS`; empty ones for anything else. No zone is involved. */
export function partsOf(wall: unknown): WallTimeParts {
  const [, date = '', time = ''] = WALL_TIME.exec(String(wall ?? '')) ?? [];
  return { date: finished(date), time: withoutZeroSeconds(finished(time)) };
}

/**
 * `YYYY-MM-DD HH:MM:SS`; null when both halves are empty. A half that is missing or begun is `?`:
 * never a guess such as midnight, and refused wherever it might be saved.
 */
export function wallTimeOf({ date, time }: WallTimeParts): string | null {
  if (!date && !time) return null;
  return `${date || UNFINISHED} ${withSeconds(time) || UNFINISHED}`;
}

/** As far as we use an input of the browser. */
type DateOrTime = { value: string; validity: { badInput: boolean } };

/**
 * What an input of the browser holds: nothing while half of it is typed, and years such as 0020 on the
 * way to 2027. One that was `written` into it, by the form or by pasting, is meant.
 */
export function halfOf({ value, validity }: DateOrTime, written?: string): string {
  const typing = /^0\d{3}-/.test(value) && value !== written;
  return validity.badInput || typing ? UNFINISHED : value;
}

/** The half of a form's value that is not finished; nothing when the whole is a wall time, or empty. */
export function unfinishedHalf(value: unknown): Half | undefined {
  const [, date, time] = WALL_TIME.exec(String(value ?? '')) ?? [];
  if (date === UNFINISHED) return 'date';
  return time === UNFINISHED ? 'time' : undefined;
}

const exists = (date: string) => {
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
};

/** The halves in a pasted text: a date, a time, or both; nothing for any other text. */
export function pastedParts(text: string): Partial<WallTimeParts> | undefined {
  const [, date, time] = PASTED.exec(text.trim()) ?? [];
  if ((!date && !time) || (date && !exists(date))) return undefined;
  return { ...(date && { date }), ...(time && { time: withoutZeroSeconds(time) }) };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** As if it were UTC's, so that no zone moves it. */
const clockOf = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`);

/** `YYYY-MM-DD HH:MM:SS`; nothing where years have more than four digits. */
function wallAt(clock: number): string | undefined {
  const wall = new Date(clock).toISOString().slice(0, 19).replace('T', ' ');
  return /^\d{4}-/.test(wall) ? wall : undefined;
}

/** A wall time of which nothing is missing. */
export const isWhole = (value: unknown): value is string =>
  typeof value === 'string' && WALL_TIME.test(value) && !unfinishedHalf(value);

/**
 * The time that a save makes of one that a zone's clocks pass over when they are put forward: as far behind
 * it as they are put (D5.2). Any other time is itself.
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
  /** The start before; null where there was none. */
  from: string | null;
  to: string;
  end: string | null;
  allDay: boolean;
}

/**
 * Where an event ends whose start has moved: as long behind it as before, an hour where there was no
 * end. What is half typed stays, and so does an end that was before the start: it says so itself.
 */
export function endAfter({ from, to, end, allDay }: Move): string | null {
  const anew = allDay ? to : (wallAt(clockOf(to) + HOUR_MS) ?? to);
  if (!end) return anew;
  if (!isWhole(end)) return end;
  if (!from) return end < to ? anew : end;
  if (end < from) return end;
  return wallAt(clockOf(end) + clockOf(to) - clockOf(from)) ?? end;
}
