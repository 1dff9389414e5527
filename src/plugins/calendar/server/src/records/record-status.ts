import {
  type Instant,
  isModified,
  type PostRow,
  type Status,
  statusOf,
} from '../content-types/rows';
import { type Ability, checkerOf } from '../database/permissions';
import type { VersionOf } from '../database/rows';
import { settings } from '../database/site';
import type { EventRow } from '../kinds/rows';
import { PATHS, urlOf, type View } from '../resources/answer';
import { dateWindow } from '../resources/event/window';
import { NAMESPACE } from '../settings/addresses';
import { type Language, languagesFrom } from '../settings/languages';
import { type PostType, uidOf } from '../settings/record-types';

/**
 * Why everybody finds a record, or does not: a state, or of what is published the first thing that keeps
 * it out of the list that is given without any filter.
 */
type Visibility = Exclude<Status, 'publish'> | 'password' | 'hidden' | 'past' | 'far' | 'public';

/** A row of a post; only events have what stands in the second half. */
type ShownRow = PostRow &
  Partial<Pick<EventRow, 'password' | 'hide_from_listings' | 'event_status'>> &
  Partial<Pick<EventRow, 'utc_start_date' | 'utc_end_date'>>;

type Clock = { now: Date; zone: string };

/** D5.9: on which side of the default window an event of these times stands. */
function besideWindow({ utc_start_date, utc_end_date }: ShownRow, clock: Clock) {
  const times = { start: utc_start_date, end: utc_end_date };
  const { bounds } = dateWindow({}, clock);
  const outside = bounds.find(({ of, comparison, instant }) => {
    const time = times[of];
    if (!time) return false;
    return comparison === '>=' ? new Date(time) < instant : new Date(time) >= instant;
  });
  return outside && (outside.of === 'start' ? ('past' as const) : ('far' as const));
}

/** D6.8: why readers find what a row shows, or do not; asked in the order in which the interface asks. */
function visibilityOf(row: ShownRow, clock: Clock): Visibility {
  const status = statusOf(row, clock.now);
  if (status !== 'publish') return status;
  if (row.password) return 'password';
  if (row.hide_from_listings) return 'hidden';
  return besideWindow(row, clock) ?? 'public';
}

/** What readers see of a record, for whoever looks at it in the admin. */
export interface RecordStatus {
  finding?: Visibility;
  /** When it is, or will be, public. */
  date: Instant | null;
  trashed_at: Instant | null;
  event_status?: EventRow['event_status'];
  /** Where the language is not public: in which one its readers are shown the record instead (D7.2). */
  meanwhile?: Language;
  /** The site's zone, in which `date` is meant. */
  zone: string;
  /** Where people, and programs, find it; the slug of what is not public is told to those who may read it. */
  addresses?: { page: string; interface: string };
  languages: { language: Language; state: Status; modified: boolean }[];
  /** Of the fields that the form lets somebody change, those that a save of this record takes; where it does not take all. */
  taken?: string[];
}

export interface StatusRequest {
  type: PostType;
  /** All of the record, whoever may read them (`loadVersions`). */
  rows: VersionOf[];
  language: Language;
  ability: Ability;
  origin: string;
  now: Date;
}

/**
 * Strapi's form asks what somebody may change of some record, its save what they may of this one, and
 * leaves out the rest without a word: an author's rights over their own, beside a translator's over all.
 */
function editableFields(draft: ShownRow, { ability, type }: StatusRequest) {
  const { can } = checkerOf(ability, type);
  const offered = Object.keys(strapi.contentType(uidOf(type)).attributes).filter((field) =>
    can.update(undefined, field),
  );
  const taken = offered.filter((field) => can.update(draft, field));
  return taken.length < offered.length ? { taken } : {};
}

/** D6.8: in the language of the form what readers see, and which languages there are besides. */
export function recordStatus(request: StatusRequest): RecordStatus {
  const { type, language, ability, origin, now } = request;
  const { can } = checkerOf(ability, type);
  const rows = request.rows.filter((row) => can.read(row));
  const versionIn = (code: Language) => {
    const own = rows.filter(({ locale }) => locale === code);
    return {
      draft: own.find((row) => !row.publishedAt),
      published: own.find((r) => r.publishedAt),
    };
  };
  const { draft, published } = versionIn(language);
  const shown = published ?? draft;
  const { timezone: zone, defaultLanguage, fallback } = settings();
  const root = `${origin}/${language}${NAMESPACE}`;
  const view: View = { language, origin, base: NAMESPACE, root, settings: settings(), now };
  const languages = [...new Set(rows.map(({ locale }) => locale))].map((code) => {
    const version = versionIn(code);
    const row = (version.published ?? version.draft) as ShownRow;
    const modified = isModified(version.draft, version.published);
    return { language: code, state: statusOf(row, now), modified };
  });
  const isPublicIn = (code: Language) =>
    languages.some((version) => version.language === code && version.state === 'publish');
  const [best] = languagesFrom(language, defaultLanguage).filter(isPublicIn);
  const [any] = rows;
  return {
    zone,
    languages,
    ...(fallback && best && best !== language && { meanwhile: best }),
    date: shown?.date ?? null,
    trashed_at: any?.trashed_at ?? null,
    ...(draft && editableFields(draft as ShownRow, request)),
    ...(shown && {
      finding: visibilityOf(shown, { now, zone }),
      ...(type === 'event' && { event_status: shown.event_status }),
      ...((can.read(shown, 'slug') || statusOf(shown, now) === 'publish') && {
        addresses: {
          page: urlOf(type, { id: shown.public_id, slug: shown.slug ?? '', language }, view),
          interface: `${root}/${PATHS[type]}/${shown.public_id}`,
        },
      }),
    }),
  };
}
