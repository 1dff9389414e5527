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
import { AGENDA_VIEWS } from '../settings/agenda';
import { LANGUAGES, type Language } from '../settings/languages';
import { MAX_ID } from '../settings/record-types';

export type ReferenceChoice = {
  id: number;
  name: string;
  language: Language;
  state: Status;
};

/** A reference leads to the whole record, so the state that shows most of it counts. */
const MOST_VISIBLE_FIRST: readonly Status[] = [
  'trash',
  'publish',
  'future',
  'private',
  'pending',
  'draft',
];

/**
 * How an editor sees a record in the picker, from all its rows: the draft's name in the best of
 * `languages`, and one state; nothing when there is no such record.
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

const MAX_SEARCH_LENGTH = 200;
const MAX_IDS = 100;
const MAX_PICKED = 1000;
const LAST_PAGE = 100_000;

/** `3,1,2`, in that order; one too large for a record finds nothing. */
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

const day = z
  .string()
  .refine((text) => isWallTime(`${text} 00:00:00`), 'must be a day such as 2027-01-31');

const oneOf = <Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

/** A calendar draws weeks before and behind it. */
const drawnDay = day.refine(
  (text) => text >= '0002' && text < '9999',
  'must be a day of the years 2 to 9998',
);

/** What the agenda is asked for; `in` is the language of the admin. */
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

/** D4.5: what a picker asks for: a search, or the records behind some ids. */
const references = z.object({
  q: words,
  ids: idsUntil(MAX_PICKED).optional(),
  language: oneOf(LANGUAGES).optional(),
});

export const page = z.coerce
  .number('must be a whole number from 1')
  .int('must be a whole number from 1')
  .min(1, 'must be a whole number from 1')
  .max(LAST_PAGE, `must not be above ${LAST_PAGE}`)
  .default(1);

type Days = { from?: string; to?: string };

/** What both of the agenda's routes refuse. */
const inOrder = <Shape extends z.ZodType<Days>>(shape: Shape) =>
  shape.refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'must not be before from',
  });

/** A first page brings the counts of the views; another one where they are asked for. */
const counts = oneOf(['true', 'false']).default('false');

const agendaQuery = inOrder(filters.extend({ page, counts }));

const calendarQuery = inOrder(
  filters.extend({ tab: oneOf(['week', 'month']), day: drawnDay.optional() }),
);

export type AgendaFilterQuery = z.output<typeof filters>;
export type AgendaQuery = z.output<typeof agendaQuery>;
export type CalendarQuery = z.output<typeof calendarQuery>;

/** An empty value is one that is not sent, as in an address that was emptied by hand. */
const withoutEmpty = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** What is asked, or one sentence per wrong parameter, by its name. */
const reader =
  <Query>(shape: z.ZodType<Query>) =>
  (query: unknown): Query | { faults: string[] } => {
    const result = shape.safeParse(withoutEmpty(Object(query)));
    if (result.success) return result.data;
    const { issues } = result.error;
    return { faults: issues.map(({ path, message }) => `${path.join('.')} ${message}`) };
  };

export const readAgendaQuery = reader(agendaQuery);
export const readCalendarQuery = reader(calendarQuery);
export const readReferenceQuery = reader(references);

/** The names of what events refer to, by public id. */
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

/** One language of the event, by its published row, else by its draft (D6.1). */
function inLanguage(rows: AgendaRow[], now: Date) {
  const published = rows.find(isPublished);
  const draft = rows.find((row) => !isPublished(row));
  const row = (published ?? draft) as AgendaRow;
  return { row, state: statusOf(row, now), modified: isModified(draft, published) };
}

/** A field that may not be read is not there. */
const found = <Value>(ids: number[] | null | undefined, names: Map<number, Value>): Value[] =>
  (ids ?? []).flatMap((id) => names.get(id) ?? []);

const iso = (instant: Instant | null | undefined) =>
  instant ? new Date(instant).toISOString() : null;

const picture = ({ image }: AgendaRow) =>
  image
    ? { url: image.formats?.thumbnail?.url ?? image.url, text: image.alternativeText ?? '' }
    : null;

/** D15.2: when it is, by what is published where anything is. */
const times = (row: AgendaRow) => ({
  start_date: row.start_date ?? null,
  end_date: row.end_date ?? null,
  timezone: row.timezone ?? null,
  all_day: Boolean(row.all_day),
  utc_start: iso(row.utc_start_date),
  utc_end: iso(row.utc_end_date),
});

/** An event of the agenda, from those of its rows that may be read. */
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
