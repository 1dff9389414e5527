import { type Status, statusOf } from '../access/state';
import type { AgendaRow } from '../content-types/agenda-row';
import type { Instant } from '../content-types/rows';
import { LANGUAGES, type Language } from '../settings/languages';
import { MOST_VISIBLE_FIRST, type ReferenceChoice } from './reference-choice';

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

/** As Strapi tells that what is published is not what the form holds. */
const isModified = (draft: AgendaRow | undefined, published: AgendaRow | undefined) =>
  Boolean(draft && published && new Date(draft.updatedAt) > new Date(published.updatedAt));

/** One language of the event: what its readers have, else the draft (D6.1). */
function inLanguage(rows: AgendaRow[], now: Date) {
  const published = rows.find(isPublished);
  const draft = rows.find((row) => !isPublished(row));
  const face = (published ?? draft) as AgendaRow;
  return { face, state: statusOf(face, now), modified: isModified(draft, published) };
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
export function representEntry(rows: AgendaRow[], { now, languages, names }: Context) {
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
  const whole = rows.find(isPublished) ?? shown.face;
  return {
    id: whole.public_id,
    documentId: whole.documentId,
    title: shown.face.title ?? '',
    language: shown.language,
    state: MOST_VISIBLE_FIRST.find((one) => states.includes(one)) as Status,
    date: iso(whole.date),
    trashed_at: iso(whole.trashed_at),
    languages: versions.map(({ language, state, modified, face }) => ({
      language,
      state,
      modified,
      title: face.title ?? '',
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

export type AgendaEntry = NonNullable<ReturnType<typeof representEntry>>;
