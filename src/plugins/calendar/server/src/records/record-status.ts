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
import type { DateContext } from '../kinds/dates/date';
import type { EventRow } from '../kinds/rows';
import { PATHS, urlOf, type View } from '../resources/answer';
import { dateWindow } from '../resources/event/window';
import { NAMESPACE } from '../settings/addresses';
import { LANGUAGES, type Language, languagesFrom } from '../settings/languages';
import { type PostType, uidOf } from '../settings/record-types';

/** Why a record is public or not: its state, or for published ones the first reason why the default list omits it. */
type Visibility = Exclude<Status, 'publish'> | 'password' | 'hidden' | 'past' | 'far' | 'public';

/** A row of a post; the partial columns exist for events only. */
type ShownRow = PostRow &
  Partial<Pick<EventRow, 'password' | 'hide_from_listings' | 'event_status'>> &
  Partial<Pick<EventRow, 'utc_start_date' | 'utc_end_date'>>;

/** D5.9: on which side of the default window the event is; undefined within. */
function besideWindow({ utc_start_date, utc_end_date }: ShownRow, clock: DateContext) {
  const times = { start: utc_start_date, end: utc_end_date };
  const { bounds } = dateWindow({}, clock);
  const outside = bounds.find(({ of, comparison, instant }) => {
    const time = times[of];
    if (!time) return false;
    return comparison === '>=' ? new Date(time) < instant : new Date(time) >= instant;
  });
  return outside && (outside.of === 'start' ? ('past' as const) : ('far' as const));
}

/** D6.8: the visibility of a row, checked in the same order as by the interface. */
function visibilityOf(row: ShownRow, clock: DateContext): Visibility {
  const status = statusOf(row, clock.now);
  if (status !== 'publish') return status;
  if (row.password) return 'password';
  if (row.hide_from_listings) return 'hidden';
  return besideWindow(row, clock) ?? 'public';
}

/** A record's visibility to readers, as shown to editors. */
export interface RecordStatus {
  finding?: Visibility;
  /** The publication date. */
  date: Instant | null;
  trashed_at: Instant | null;
  event_status?: EventRow['event_status'];
  /** D7.2: if the language is not public, the language shown to its readers instead. */
  meanwhile?: Language;
  /** The site's zone, in which `date` is shown. */
  zone: string;
  /**
   * Its page, if readers have one, and its address in the interface; omitted for unpublished records whose slug may not
   * be read.
   */
  addresses?: { page?: string; interface: string };
  languages: { language: Language; state: Status; modified: boolean }[];
  /** The fields that a save of this record accepts, if not all that the form offers. */
  taken?: string[];
}

export interface StatusRequest {
  type: PostType;
  /** All rows of the record, regardless of rights (`loadVersions`). */
  rows: VersionOf[];
  language: Language;
  ability: Ability;
  origin: string;
  now: Date;
}

/**
 * The fields that the user may change in this record. Strapi's form offers fields that they may change in any record,
 * and its save silently drops others, for example with an author's rights over own records and a translator's over all.
 */
function editableFields(draft: ShownRow, { ability, type }: StatusRequest) {
  const { can } = checkerOf(ability, type);
  const offered = Object.keys(strapi.contentType(uidOf(type)).attributes).filter((field) =>
    can.update(undefined, field),
  );
  const taken = offered.filter((field) => can.update(draft, field));
  return taken.length < offered.length ? { taken } : {};
}

/** D6.8: the record's visibility in the form's language, and its other languages. */
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
  const has = (code: Language) => rows.some(({ locale }) => locale === code);
  const languages = LANGUAGES.filter(has).map((code) => {
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
      ...(type === 'event' &&
        can.read(shown, 'event_status') && { event_status: shown.event_status }),
      ...((can.read(shown, 'slug') || statusOf(shown, now) === 'publish') && {
        addresses: {
          ...((type === 'event' || view.settings.urls[type]) && {
            page: urlOf(type, { id: shown.public_id, slug: shown.slug ?? '', language }, view),
          }),
          interface: `${root}/${PATHS[type]}/${shown.public_id}`,
        },
      }),
    }),
  };
}
