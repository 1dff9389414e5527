import { z } from 'zod';
import {
  type AgendaRow,
  type Instant,
  isModified,
  type ReferenceRow,
  STATUSES,
  type Status,
  statusOf,
} from '../content-types/rows';
import { isWallTime } from '../kinds/dates/wall-time';
import { AGENDA_VIEWS, MAX_SEARCH_LENGTH } from '../settings/agenda';
import { LANGUAGES, type Language } from '../settings/languages';
import { MAX_ID } from '../settings/record-types';

export type ReferenceChoice = {
  id: number;
  name: string;
  language: Language;
  state: Status;
};

/** Precedence of states: a reference is to the record in all languages, whose most visible state is shown. */
const MOST_VISIBLE_FIRST: readonly Status[] = [
  'trash',
  'publish',
  'future',
  'private',
  'pending',
  'draft',
];

/**
 * A record in the admin's picker, from all its rows: the name of the draft in the first available
 * of `languages`, and one state; undefined without rows.
 */
export function presentChoice(
  rows: ReferenceRow[],
  languages: Language[],
  now: Date,
): ReferenceChoice | undefined {
  const [shown] = rows.toSorted(
    (a, b) =>
      languages.indexOf(a.locale) - languages.indexOf(b.locale) ||
      Number(Boolean(a.publishedAt)) - Number(Boolean(b.publishedAt)),
  );
  if (!shown) return undefined;
  const states = rows.map((row) => statusOf(row, now));
  const state = MOST_VISIBLE_FIRST.find((one) => states.includes(one)) ?? 'draft';
  return { id: shown.public_id, name: shown.name, language: shown.locale, state };
}

const MAX_IDS = 100;
const MAX_PICKED = 1000;
const LAST_PAGE = 100_000;

/** Parses `3,1,2`, keeping the order and dropping duplicates and ids above `MAX_ID`, which no record has. */
const idsUntil = (most: number) =>
  z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be ids separated by commas')
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((given) => given.length <= most, `must name at most ${most} ids`)
    .transform((given) => given.filter((id) => id <= MAX_ID));

const ids = idsUntil(MAX_IDS);

const words = z
  .string()
  .max(MAX_SEARCH_LENGTH, `must not be longer than ${MAX_SEARCH_LENGTH} characters`)
  .refine((text) => !text.includes('\0'), 'must not contain NUL characters')
  .transform((text) => text.trim())
  .default('');

/** A day `YYYY-MM-DD` of the years 1 to 9999. */
export const day = z
  .string()
  .refine((text) => isWallTime(`${text} 00:00:00`), 'must be a day such as 2027-01-31');

/** One of some words. */
export const oneOf = <Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

/** The grid of a calendar also shows adjacent days, which must be within the years 1 to 9999. */
const drawnDay = day.refine(
  (text) => text >= '0002' && text < '9999',
  'must be a day of the years 2 to 9998',
);

/** The agenda's query parameters; `in` is the admin's language. */
const filters = z.object({
  view: oneOf(AGENDA_VIEWS).default('all'),
  q: words,
  venue: ids.optional(),
  organizer: ids.optional(),
  category: ids.optional(),
  tag: ids.optional(),
  state: oneOf(STATUSES).optional(),
  language: oneOf(LANGUAGES).optional(),
  missing: oneOf(LANGUAGES).optional(),
  from: day.optional(),
  to: day.optional(),
  in: oneOf(LANGUAGES).optional(),
});

export const page = z.coerce
  .number('must be a whole number of at least 1')
  .int('must be a whole number of at least 1')
  .min(1, 'must be a whole number of at least 1')
  .max(LAST_PAGE, `must not be above ${LAST_PAGE}`)
  .default(1);

type Days = { from?: string; to?: string };

/** Refuses a period that ends before it begins; for both of the agenda's routes. */
const inOrder = <Shape extends z.ZodType<Days>>(shape: Shape) =>
  shape.refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'must not be before from',
  });

/** Whether to count the events of each view; the first page always contains the counts. */
const counts = oneOf(['true', 'false']).default('false');

/** Treats an empty parameter as absent, as in a URL edited by hand. */
const withoutEmpty = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess(
    (query) =>
      Object.fromEntries(Object.entries(Object(query)).filter(([, value]) => value !== '')),
    shape,
  );

export const agendaQuery = withoutEmpty(inOrder(filters.extend({ page, counts })));

export const calendarQuery = withoutEmpty(
  inOrder(filters.extend({ tab: oneOf(['week', 'month']), day: drawnDay.optional() })),
);

export type AgendaFilterQuery = z.output<typeof filters>;
export type AgendaQuery = z.output<typeof agendaQuery>;
export type CalendarQuery = z.output<typeof calendarQuery>;

/** D4.5: the picker's query parameters: a search, or the ids of records to load. */
export const referenceQuery = withoutEmpty(
  z.object({
    q: words,
    ids: idsUntil(MAX_PICKED).optional(),
    language: oneOf(LANGUAGES).optional(),
  }),
);

/** The names of the records that events refer to, by public id. */
export interface AgendaNames {
  venue: Map<number, ReferenceChoice>;
  organizer: Map<number, ReferenceChoice>;
  category: Map<number, ReferenceChoice & { color: string | null }>;
}

interface Context {
  now: Date;
  /** Best first. */
  languages: Language[];
  names: AgendaNames;
}

const isPublished = ({ publishedAt }: AgendaRow) => Boolean(publishedAt);

/** D6.1: one language of an event, represented by its published row, or by its draft if there is none. */
function inLanguage(rows: AgendaRow[], now: Date) {
  const published = rows.find(isPublished);
  const draft = rows.find((row) => !isPublished(row));
  const row = (published ?? draft) as AgendaRow;
  return { row, state: statusOf(row, now), modified: isModified(draft, published) };
}

/** The names of the referenced records that the editor may read; `ids` is absent if the field is not readable. */
const found = <Value>(ids: number[] | null | undefined, names: Map<number, Value>): Value[] =>
  (ids ?? []).flatMap((id) => names.get(id) ?? []);

const iso = (instant: Instant | null | undefined) =>
  instant ? new Date(instant).toISOString() : null;

const picture = ({ image }: AgendaRow) =>
  image
    ? { url: image.formats?.thumbnail?.url ?? image.url, text: image.alternativeText ?? '' }
    : null;

/** D15.2: the event's times, in UTC as ISO 8601; null if unset. */
const times = (row: AgendaRow) => ({
  start_date: row.start_date ?? null,
  end_date: row.end_date ?? null,
  timezone: row.timezone ?? null,
  all_day: Boolean(row.all_day),
  utc_start: iso(row.utc_start_date),
  utc_end: iso(row.utc_end_date),
});

/** An event in the agenda, from those of its rows that the editor may read; undefined without rows. */
export function presentEntry(rows: AgendaRow[], { now, languages, names }: Context) {
  const known = LANGUAGES.filter((language) => rows.some(({ locale }) => locale === language));
  const versions = known.map((language) => ({
    language,
    ...inLanguage(
      rows.filter(({ locale }) => locale === language),
      now,
    ),
  }));
  const [shown] = versions.toSorted(
    (a, b) => languages.indexOf(a.language) - languages.indexOf(b.language),
  );
  if (!shown) return undefined;
  const states = versions.map(({ state }) => state);
  const whole = rows.find(isPublished) ?? shown.row;
  return {
    id: whole.public_id,
    documentId: whole.documentId,
    title: shown.row.title ?? '',
    language: shown.language,
    state: MOST_VISIBLE_FIRST.find((one) => states.includes(one)) as Status,
    date: iso(whole.date),
    trashed_at: iso(whole.trashed_at),
    languages: versions.map(({ language, state, modified, row }) => ({
      language,
      state,
      modified,
      title: row.title ?? '',
    })),
    ...times(whole),
    image: picture(whole),
    venues: found(whole.venue, names.venue),
    organizers: found(whole.organizer, names.organizer),
    categories: found(whole.categories, names.category),
    event_status: whole.event_status ?? 'scheduled',
    featured: Boolean(whole.featured),
    hidden: Boolean(whole.hide_from_listings),
    protected: Boolean(whole.password),
  };
}

export type AgendaEntry = NonNullable<ReturnType<typeof presentEntry>>;
