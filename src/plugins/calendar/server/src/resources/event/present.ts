import { type Instant, isValues } from '../../content-types/rows';
import { type CostDetails, NO_CURRENCY, presentCost } from '../../kinds/cost';
import {
  abbreviationAt,
  dateDetails,
  HOUR,
  instantOf,
  isKnownZone,
  localMillis,
  normalizeZone,
  type WallTime,
  wallOf,
} from '../../kinds/dates/wall-time';
import { eventExtras, eventFlags, type ShownFields } from '../../kinds/fields';
import type { EventRow } from '../../kinds/rows';
import { blockHtml } from '../../kinds/text/html';
import { safeUrl } from '../../settings/addresses';
import { globalIds, type View } from '../answer';
import type { EventRecord } from '../resource';
import type { Venue } from '../shared/payloads';
import {
  postHead,
  presentImage,
  presentOrganizer,
  presentTerm,
  presentVenue,
  servedBy,
  translationsOf,
} from '../shared/present';
import type { EventFlags, EventTimes, ListedEvent } from './payload';

/** D5.10: undefined for an unfinished draft without a time. */
const momentOf = (wall: WallTime | null, utc: Instant | null, zone: string) =>
  wall ? new Date(utc ?? instantOf(wall, zone)) : undefined;

const utcWall = (moment?: Date) => (moment ? wallOf(moment, 'UTC') : '');

/** D5.1: the event's zone; its offset from UTC if this release of Node does not know the stored name. */
function zoneOfEvent({ timezone, start_date, utc_start_date }: EventRow, siteZone: string): string {
  if (!timezone) return siteZone;
  if (isKnownZone(timezone)) return timezone;
  const wall = start_date ? localMillis(start_date) : Number.NaN;
  const hours = (wall - new Date(utc_start_date ?? Number.NaN).getTime()) / HOUR;
  return normalizeZone(`${hours < 0 ? '' : '+'}${hours}`) ?? 'UTC';
}

/** Spec 4.2: start and end as wall times of the event's zone and of UTC, each as text and in parts. */
function eventTimes(row: EventRow, siteZone: string): EventTimes {
  const timezone = zoneOfEvent(row, siteZone);
  const start = momentOf(row.start_date, row.utc_start_date, timezone);
  const end = momentOf(row.end_date, row.utc_end_date, timezone);
  const start_date = row.start_date || '';
  const end_date = row.end_date || '';
  const utc_start_date = utcWall(start);
  const utc_end_date = utcWall(end);
  return {
    start_date,
    start_date_details: dateDetails(start_date),
    end_date,
    end_date_details: dateDetails(end_date),
    utc_start_date,
    utc_start_date_details: dateDetails(utc_start_date),
    utc_end_date,
    utc_end_date_details: dateDetails(utc_end_date),
    timezone,
    timezone_abbr: start ? abbreviationAt(start, timezone) : '',
  };
}

type Fields = Record<string, { label: string; value: unknown }>;

/** Copies the object: records are cached, and a host's code may modify the payload. */
const customFieldsOf = (value: unknown): Fields | [] =>
  isValues(value) && Object.keys(value).length > 0 ? (structuredClone(value) as Fields) : [];

/**
 * Returns a function that reads the values of fields from a row, serialised by their kinds; null
 * becomes the field's `none`.
 */
function shownIn<Some extends ShownFields>(fields: Some) {
  const kinds = Object.entries(fields);
  return (row: { [Name in keyof Some]: unknown }) =>
    Object.fromEntries(
      kinds.map(([name, kind]) => [name, servedBy(kind, row[name]) ?? kind.none]),
    ) as { [Name in keyof Some]: Some[Name]['none'] };
}

const flagsOf: (row: EventRow) => EventFlags = shownIn(eventFlags);
const extrasOf = shownIn(eventExtras);

/** `[]` without a venue, the object itself for one, a list for more, as clients expect. */
function venuesOf({ venues }: EventRecord, view: View): Venue | Venue[] {
  const shown = venues.map((venue) => presentVenue(venue, view));
  return shown.length === 1 && shown[0] ? shown[0] : shown;
}

/** Spec 4.2: an event with its referenced records; all keys are always present. */
export function presentEvent(record: EventRecord, view: View): ListedEvent {
  const { row, image } = record;
  const { timezone, currency } = view.settings;
  const head = postHead('event', row, view);
  return {
    id: row.public_id,
    ...globalIds(row.public_id, view),
    ...head,
    rest_url: `${view.root}/events/${row.public_id}`,
    title: row.title ?? '',
    description: blockHtml(row.description),
    excerpt: blockHtml(row.excerpt),
    slug: row.slug ?? '',
    image: presentImage(image, view),
    all_day: row.all_day ?? false,
    ...eventTimes(row, timezone),
    ...presentCost(row.cost, row, { language: row.locale, site: currency }),
    website: (row.website ?? null) === null ? head.url : safeUrl(row.website),
    ...flagsOf(row),
    categories: record.categories.map((term) => presentTerm('category', term, view)),
    tags: record.tags.map((term) => presentTerm('tag', term, view)),
    venue: venuesOf(record, view),
    organizer: record.organizers.map((organizer) => presentOrganizer(organizer, view)),
    custom_fields: customFieldsOf(row.custom_fields),
    // D4.7: in addition to the specification.
    ticketed: safeUrl(row.ticket_url) ? ['external'] : false,
    ...extrasOf(row),
    post_parent: record.parent,
    external_id: row.external_id ?? '',
    source: row.source ?? '',
    language: row.locale,
    translations: translationsOf('event', record, view),
  };
}

/** D10.7: the keys of a protected event that are public: ids, title, slug, URLs, status and dates. */
export const PUBLIC_KEYS = [
  ...(['id', 'global_id', 'global_id_lineage', 'author'] as const),
  ...(['title', 'slug', 'status', 'url', 'rest_url'] as const),
  ...(['date', 'date_utc', 'modified', 'modified_utc'] as const),
  ...(['start_date', 'start_date_details', 'end_date', 'end_date_details'] as const),
  ...(['utc_start_date', 'utc_start_date_details'] as const),
  ...(['utc_end_date', 'utc_end_date_details'] as const),
  ...(['timezone', 'timezone_abbr', 'language', 'translations'] as const),
] as const satisfies (keyof ListedEvent)[];

const UNPRICED: CostDetails = { ...NO_CURRENCY, values: [] };

type Blank = '' | null | false | 0 | [] | typeof UNPRICED;

/**
 * The type of the replacements for all other keys. A new key of the payload does not compile until
 * it is added here or to `PUBLIC_KEYS`.
 */
export type Blanks<Payload> = {
  readonly [Name in Exclude<keyof Payload, (typeof PUBLIC_KEYS)[number]>]: Payload[Name] & Blank;
};

const hiddenIn = <Some extends ShownFields>(fields: Some) =>
  Object.fromEntries(Object.entries(fields).map(([name, { hidden }]) => [name, hidden])) as {
    [Name in keyof Some]: Some[Name]['hidden'];
  };

export const REDACTED_VALUES: Blanks<ListedEvent> = {
  description: '',
  excerpt: '',
  image: false,
  all_day: null,
  cost: '',
  cost_details: UNPRICED,
  website: '',
  ...hiddenIn(eventFlags),
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: [],
  ticketed: null,
  ...hiddenIn(eventExtras),
  post_parent: 0,
  external_id: '',
  source: '',
};

const kept = new Set<string>(PUBLIC_KEYS);
const blanks = new Map<string, Blank>(Object.entries(REDACTED_VALUES));

/**
 * D10.7: a protected event in a list: public keys as they are, others replaced, in the same order.
 * Keys that are in neither list are dropped.
 */
export const redacted = (shown: ListedEvent) =>
  Object.fromEntries(
    Object.entries(shown)
      .filter(([key]) => kept.has(key) || blanks.has(key))
      .map(([key, value]) => [key, kept.has(key) ? value : blanks.get(key)]),
  );
