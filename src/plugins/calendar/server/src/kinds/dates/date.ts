import { z } from 'zod';
import type { Settings } from '../../settings/settings';
import { type FieldContext, type FieldKind, InvalidValue, type Kind, oneText } from '../kind';
import { clockForms, dayForms, relativeForms, yearlessForms } from './forms';
import {
  type DateForm,
  type DateParts,
  joinParts,
  noParts,
  shiftMonths,
  type Weekday,
} from './parts';
import {
  DAY,
  instantOf,
  instantOfMillis,
  inYears,
  isWallTime,
  isWritable,
  localMillis,
  normalizeZone,
  SECOND,
  type WallTime,
  wallOf,
  wallOfMillis,
} from './wall-time';

/** Applies the parts to the current local time (`localMillis`); `elapsed` and `offset` are not applied here. */
function millisOfParts(parts: DateParts, now: number): number {
  const clock = parts.clock ?? (keepsHour(parts) ? timeOfDay(now) : 0);
  const shifted = shiftDate(parts.date ?? now - timeOfDay(now), parts);
  const { weekday } = parts;
  if (!weekday) return shifted + clock;
  const found = parts.inWeek ? inWeekOf(shifted, weekday.day) : nearest(shifted, weekday);
  return found + clock;
}

/** Whether the parts name a day and nothing within it. */
const isWholeDay = (parts: DateParts) =>
  parts.clock === undefined && parts.elapsed === 0 && !keepsHour(parts);

const keepsHour = ({ date, fromMidnight }: DateParts) => date === undefined && !fromMidnight;

const timeOfDay = (count: number) => ((count % DAY) + DAY) % DAY;

function shiftDate(date: number, { months, days, edge }: DateParts): number {
  if (!edge) return shiftMonths(date, months) + days;
  const firstOfMonth = shiftMonths(new Date(date + days).setUTCDate(1), months);
  return edge === 'first' ? firstOfMonth : shiftMonths(firstOfMonth, 1) - DAY;
}

function nearest(date: number, { day, where }: Weekday): number {
  const ahead = (day - new Date(date).getUTCDay() + 7) % 7;
  if (where === 'before today') return date + (ahead - 7) * DAY;
  return date + (ahead === 0 && where === 'after today' ? 7 : ahead) * DAY;
}

/** Weeks begin on Monday. */
function inWeekOf(date: number, day: number): number {
  const sinceMonday = (new Date(date).getUTCDay() + 6) % 7;
  return date + (((day + 6) % 7) - sinceMonday) * DAY;
}

const MAX_TEXT_LENGTH = 100;
const GAP = /[\s,]*/y;

/** D5.4: parses a date text; undefined if it is not a date. Linear in its (bounded) length. */
function datePartsOf(text: string, thisYear: number): DateParts | undefined {
  if (text.length === 0 || text.length > MAX_TEXT_LENGTH) return undefined;
  const forms = [...dayForms, ...clockForms, ...relativeForms, ...yearlessForms(thisYear)];
  let parts = noParts;
  let at = 0;
  while (at < text.length) {
    const found = nextForm(text, at, forms);
    const more = found?.read(found.words, parts);
    const joined = more && joinParts(parts, more);
    if (!found || !joined) return undefined;
    parts = joined;
    at = skipGap(text, found.end);
  }
  return parts;
}

function nextForm(text: string, at: number, forms: DateForm[]) {
  for (const [pattern, read] of forms) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { read, words: match.groups ?? {}, end: at + match[0].length };
  }
  return undefined;
}

function skipGap(text: string, at: number) {
  GAP.lastIndex = at;
  return at + (GAP.exec(text)?.[0].length ?? 0);
}

/** D5.2: a date sent by a client: a wall time in some zone, or an instant. */
export type DateInput = { wall: WallTime; dateOnly: boolean } | { instant: Date };

/** Where and when a date is read; relative words count from `now`. */
export type DateContext = { now: Date; zone: string };

/** The forms in which answers and nearly all clients write dates. */
const ISO = /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<minutes>\d\d:\d\d)(?<seconds>:\d\d)?)?$/;

/** Fast path for these forms; undefined for others, and for values that need normalising (`24:00`). */
function isoDate(text: string): DateInput | undefined {
  const { day, minutes, seconds = ':00' } = ISO.exec(text)?.groups ?? {};
  const wall = `${day} ${minutes ?? '00:00'}${seconds}`;
  return isWallTime(wall) ? { wall, dateOnly: minutes === undefined } : undefined;
}

const UNIX_SECONDS = /^@?(-?\d+)$/;
const EIGHT_DIGITS = /^\d{8}$/;

/** D5.4: the date in a parameter or field of any type; undefined for whatever is no date. */
export function readDate(input: unknown, context: DateContext): DateInput | undefined {
  if (typeof input !== 'string' && typeof input !== 'number') return undefined;
  const text = String(input).trim();
  const plain = isoDate(text);
  if (plain) return plain;
  const seconds = EIGHT_DIGITS.test(text) ? undefined : UNIX_SECONDS.exec(text)?.[1];
  if (seconds !== undefined) return instantInput(Number(seconds) * SECOND);
  const now = localMillis(wallOf(context.now, context.zone));
  const parts = datePartsOf(text, new Date(now).getUTCFullYear());
  return parts && inputOf(parts, context);
}

/** The instant of an input; a wall time is read in the zone. */
export const instantOfInput = (input: DateInput, zone: string): Date =>
  'instant' in input ? input.instant : instantOf(input.wall, zone);

function inputOf(parts: DateParts, { now, zone }: DateContext): DateInput | undefined {
  const count = millisOfParts(parts, localMillis(wallOf(now, zone)));
  if (!inYears(count)) return undefined;
  if (parts.offset !== undefined) return instantInput(count - parts.offset + parts.elapsed);
  if (namesNoDay(parts)) return instantInput(now.getTime() + parts.elapsed);
  if (parts.elapsed === 0) return { wall: wallOfMillis(count), dateOnly: isWholeDay(parts) };
  return instantInput(instantOfMillis(count, zone).getTime() + parts.elapsed);
}

/**
 * Whether the parts are relative only (`now`, `+24 hours`): computed on instants, since wall times may be ambiguous.
 */
const namesNoDay = (parts: DateParts) =>
  !parts.fromMidnight &&
  !parts.edge &&
  parts.date === undefined &&
  parts.clock === undefined &&
  parts.months === 0 &&
  parts.days === 0;

const instantInput = (time: number) =>
  inYears(time) ? { instant: new Date(Math.floor(time / SECOND) * SECOND) } : undefined;

/** D5.4: a point in time or a day, in any of the accepted spellings. */
export const date: Kind<DateInput> = {
  schema: z.string().min(1),
  read: (sent, { now, settings }) => dateIn(sent, now, settings.timezone),
  toParam: (value) => ('wall' in value ? value.wall : value.instant.toISOString()),
};

/** The instant of a date in any of those spellings; read in UTC unless it has an offset. */
export const utcInstant: Kind<Date> = {
  schema: date.schema,
  read: (sent, { now }) => instantOfInput(dateIn(sent, now, 'UTC'), 'UTC'),
  toParam: (value) => value.toISOString(),
};

/** D5.4: a date in any of the accepted spellings, relative ones in the zone. */
function dateIn(sent: unknown, now: Date, zone: string) {
  const input = readDate(typeof sent === 'number' ? sent : oneText(sent), { now, zone });
  if (!input) throw new InvalidValue('not_date');
  return input;
}

/** D5.1: a date read in the zone, and its instant. Throws InvalidValue outside of the years 0001 to 9999. */
function writableIn(sent: unknown, now: Date, zone: string) {
  const input = dateIn(sent, now, zone);
  const instant = instantOfInput(input, zone);
  if (!isWritable(instant, zone)) throw new InvalidValue('rule.years');
  return { input, instant };
}

/** A text, or UNIX seconds as a number. */
const anyDate = z.union([z.string(), z.int()]).meta({ type: ['string', 'integer'] });

/**
 * D5.1 and D5.2: a wall time in the event's zone; an instant is converted into it. One in a gap is kept, because saves
 * move it together with the event's other time.
 */
export const wallTime: FieldKind<WallTime, WallTime, FieldContext> = {
  schema: anyDate,
  stored: z.string(),
  read(sent, { now, eventZone }) {
    const { input, instant } = writableIn(sent, now, eventZone);
    return 'wall' in input ? input.wall : wallOf(instant, eventZone);
  },
};

const publication = (zoneOf: (settings: Settings) => string): Kind<string> => ({
  schema: anyDate,
  read: (sent, { now, settings }) => writableIn(sent, now, zoneOf(settings)).instant.toISOString(),
});

/** D5.6: the publication date as a wall time in the site's zone. */
export const publicationDate = publication(({ timezone }) => timezone);

export const publicationDateUtc = publication(() => 'UTC');

/** D9.6: `""` is the site's zone. */
export const timezone: FieldKind<string> = {
  schema: z.string(),
  stored: z.string(),
  read(sent, { settings }) {
    if (sent === '') return settings.timezone;
    const zone = normalizeZone(oneText(sent));
    if (!zone) throw new InvalidValue('rule.timezone');
    return zone;
  },
};
