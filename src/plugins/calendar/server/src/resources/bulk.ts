import { z } from 'zod';
import { millisOfDate, shiftMonths } from '../kinds/dates/parts';
import {
  DAY,
  localMillis,
  midnightOf,
  monthStartOf,
  type WallTime,
  wallOfMillis,
} from '../kinds/dates/wall-time';
import { eventExtras } from '../kinds/fields';
import { MAX_COPY_DATES, MAX_SHIFT_DAYS } from '../settings/agenda';
import { LANGUAGES } from '../settings/languages';
import { MAX_ID, REFERENCE_FIELDS } from '../settings/record-types';
import { MAX_IDS } from '../settings/settings';
import { day } from './agenda';

/**
 * How copies of an event recur: daily, weekly, monthly on the same date or on the same weekday (the
 * second Tuesday).
 */
export const FREQUENCIES = ['day', 'week', 'month-date', 'month-weekday'] as const;

export type Frequency = (typeof FREQUENCIES)[number];

const WEEK = 7;
const MONTHS = 12;

/**
 * The same clock time a number of days later. After the year 9999 the result is no valid wall time,
 * which saves refuse.
 */
export const addDays = (wall: WallTime, days: number): WallTime =>
  new Date(localMillis(wall) + days * DAY).toISOString().slice(0, -5).replace('T', ' ');

/** The same clock time on a day `YYYY-MM-DD`. */
export const onDay = (wall: WallTime, day: string): WallTime => `${day} ${wall.slice(11)}`;

/** The number of days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((midnightOf(to) - midnightOf(from)) / DAY);

const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number];

/** The same date a number of months later; undefined if that month lacks it, as RFC 5545 3.3.10 skips it. */
function onDate(day: string, months: number): number | undefined {
  const [year, month, date] = partsOf(day);
  const at = year * MONTHS + month - 1 + months;
  return millisOfDate(Math.floor(at / MONTHS), (at % MONTHS) + 1, date);
}

/** The same weekday of a month a number of months later: the second stays the second, a fifth becomes the last. */
function onWeekday(day: string, months: number): number {
  const [, , date] = partsOf(day);
  const weekday = new Date(midnightOf(day)).getUTCDay();
  const first = shiftMonths(monthStartOf(day), months);
  const last = shiftMonths(first, 1) - DAY;
  const weekOfMonth = Math.ceil(date / WEEK);
  if (weekOfMonth > 4) return last - ((new Date(last).getUTCDay() - weekday + WEEK) % WEEK) * DAY;
  return (
    first +
    (((weekday - new Date(first).getUTCDay() + WEEK) % WEEK) + (weekOfMonth - 1) * WEEK) * DAY
  );
}

const NEXT: Record<Frequency, (day: string, step: number) => number | undefined> = {
  day: (day, step) => midnightOf(day) + step * DAY,
  week: (day, step) => midnightOf(day) + step * WEEK * DAY,
  'month-date': onDate,
  'month-weekday': onWeekday,
};

/** The days of a series of `times` occurrences that begins on `first`, without `first` itself. */
export function recurringDays(first: string, every: Frequency, times: number): string[] {
  const days: string[] = [];
  for (let step = 1; days.length < times - 1 && step < times * MONTHS; step += 1) {
    const count = NEXT[every](first, step);
    if (count !== undefined) days.push(wallOfMillis(count).slice(0, 10));
  }
  return days;
}

/** D15.8: maximum records of a request, and maximum copies that it makes; clients send some at a time. */
export const MAX_RECORDS = 50;

const MAX_REFERENCES = 100;

const MAX_TEXT_LENGTH = 10_000;

const idsUntil = (most: number) => z.array(z.int().min(1).max(MAX_ID)).max(most);

const ids = idsUntil(MAX_REFERENCES);

const words = z
  .string()
  .max(MAX_TEXT_LENGTH)
  .refine((text) => !text.includes('\0'), 'must not contain NUL characters');

const references = z.strictObject({ how: z.enum(['replace', 'add', 'remove']), ids });

const eventStatus = eventExtras.event_status.stored;

const fields = z
  .strictObject({
    venue: references,
    organizer: references,
    categories: references,
    tags: references,
    cost: words,
    event_status: eventStatus,
  })
  .partial()
  .refine((set) => Object.keys(set).length > 0, 'must name a field');

/** D6.1: the states that can be set for a language; `future` is `publish` with a date in the future. */
export const STATES = ['publish', 'private', 'pending', 'draft'] as const;

const language = z.enum(LANGUAGES);

/** Former values of fields. `date` is null for a record that had no date of publication. */
const former = z
  .strictObject({
    ...Object.fromEntries(REFERENCE_FIELDS.map((name) => [name, idsUntil(MAX_IDS).nullable()])),
    cost: words.nullable(),
    event_status: eventStatus.nullable(),
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
    date: z.null(),
  })
  .partial();

/** D15.9: the data needed to undo an action on a record, as returned by the action. */
const undo = z.strictObject({
  revision: z.number(),
  public: former.optional(),
  draft: former.optional(),
  states: z.partialRecord(language, z.enum(STATES)).optional(),
  /** The languages whose drafts are marked to become private when published. */
  flagged: z.array(language).max(LANGUAGES.length).optional(),
  trashed: z.boolean().optional(),
  /** The record is a copy created by the action. */
  made: z.literal(true).optional(),
});

export type Undo = z.output<typeof undo>;

const id = z.int().min(1).max(MAX_ID);

/** Records with the revision that the preview showed, if there was one. */
const records = z
  .array(z.strictObject({ id, revision: z.number().optional() }))
  .min(1)
  .max(MAX_RECORDS);

const preview = z.boolean().default(false);

const repeat = z.strictObject({
  every: z.enum(FREQUENCIES),
  times: z.int().min(2).max(MAX_COPY_DATES),
});

const action = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.strictObject({ action: z.literal(name), records, preview, ...shape });

const requests = z.discriminatedUnion('action', [
  action('set', { fields }),
  action('shift', {
    days: z
      .int()
      .min(-MAX_SHIFT_DAYS)
      .max(MAX_SHIFT_DAYS)
      .refine((days) => days !== 0, 'must not be 0'),
  }),
  action('state', { state: z.enum(STATES), language: language.optional() }),
  action('trash', {}),
  action('restore', {}),
  action('copy', {
    days: z.array(day).min(1).max(MAX_COPY_DATES).optional(),
    repeat: repeat.optional(),
  }),
  z.strictObject({
    action: z.literal('undo'),
    preview: z.literal(false).default(false),
    records: z.array(z.strictObject({ id, undo })).min(1).max(MAX_RECORDS),
  }),
]);

/**
 * Whether the request makes at most `MAX_RECORDS` copies of all records together. A preview is not
 * limited: it makes one copy of each record, which is rolled back.
 */
const isSmall = (request: z.output<typeof requests>) =>
  request.action !== 'copy' ||
  request.preview ||
  request.records.length * Math.max(1, request.days?.length ?? (request.repeat?.times ?? 2) - 1) <=
    MAX_RECORDS;

/** The body of a request: an action on some events. */
export const bulkRequest = requests.refine(isSmall, {
  path: ['days'],
  message: `must make at most ${MAX_RECORDS} copies with one request`,
});

export type BulkRequest = z.output<typeof bulkRequest>;

export type Action = Exclude<BulkRequest, { action: 'undo' | 'copy' }>;

export type CopyRequest = Extract<BulkRequest, { action: 'copy' }>;
