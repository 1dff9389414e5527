import type { z } from 'zod';
import { type FileFormat, type FileRow, type PostRow, statusOf } from '../../content-types/rows';
import { wallOf } from '../../kinds/dates/wall-time';
import { organizerFields, venueFields } from '../../kinds/fields';
import type { FieldKind, Fields } from '../../kinds/kind';
import type { OrganizerRow, VenueRow } from '../../kinds/rows';
import { inlineHtml } from '../../kinds/text/html';
import type { LinkedType, PostType, RecordType, TermType } from '../../settings/record-types';
import { absolute, globalIds, PATHS, urlOf, type View } from '../answer';
import type {
  OrganizerRecord,
  TermRecord,
  TranslatedPost,
  Translation,
  VenueRecord,
} from '../resource';
import {
  type Image,
  type ImageSize,
  type Organizer,
  OrganizerValues,
  type PostHead,
  type Term,
  type Translations,
  type Venue,
  VenueValues,
} from './payloads';

type Empty = '' | 0 | false | null | undefined;

/**
 * Drops `""`, `0`, `false`, null and undefined, since clients expect empty values to be absent.
 * With an explicit type argument, the compiler requires each of the payload's keys and rejects
 * others.
 */
export function withoutEmpty<Payload extends object>(
  values: {
    [Name in keyof Payload]-?: Payload[Name] | Empty;
  },
): Partial<Payload> {
  const present: Partial<Payload> = {};
  for (const name of Object.keys(values) as (keyof Payload)[]) {
    if (values[name]) present[name] = values[name] as Payload[keyof Payload];
  }
  return present;
}

/** A stored value, serialised by its kind for an answer. */
export const servedBy = <Stored>(
  { serialize }: Partial<FieldKind<unknown, Stored>>,
  value: Stored,
) => (serialize && value !== null && value !== undefined ? serialize(value) : value);

/**
 * Returns a function that reads the values of a payload's keys from a row, in the payload's key
 * order and serialised by their kinds. Callers override keys that are presented differently, which
 * keep their position.
 */
function storedValues<Shape extends z.core.$ZodLooseShape>(
  { shape }: z.ZodObject<Shape>,
  fields: Fields,
) {
  const kinds = Object.keys(shape).map((name) => [name, fields[name] ?? {}] as const);
  return <Row extends object>(row: Row): Pick<Row, keyof Shape & keyof Row> => {
    const values: Partial<Row> = {};
    for (const [name, kind] of kinds as [keyof Row, object][]) {
      values[name] = servedBy(kind, row[name]);
    }
    return values as Pick<Row, keyof Shape & keyof Row>;
  };
}

/** Converts Strapi's sizes in kB (1000 bytes) to bytes. */
const bytes = (size: number | string | null | undefined) => Math.round(Number(size ?? 0) * 1000);

const presentSize = (format: FileFormat, view: View): ImageSize => ({
  ...withoutEmpty<Omit<ImageSize, 'url'>>({
    width: format.width,
    height: format.height,
    'mime-type': format.mime,
    filesize: format.sizeInBytes ?? bytes(format.size),
  }),
  url: absolute(format.url, view),
});

/** Spec 2 `image`: a file and its smaller copies, with absolute URLs; false if there is none. */
export function presentImage(file: FileRow | null | undefined, view: View): Image | false {
  if (!file) return false;
  const sizes = Object.entries(file.formats ?? {}).map(
    ([name, format]) => [name, presentSize(format, view)] as const,
  );
  return {
    url: absolute(file.url, view),
    id: file.id,
    ...withoutEmpty<Omit<Image, 'url' | 'id'>>({
      extension: (file.ext ?? '').replace(/^\./, ''),
      width: file.width,
      height: file.height,
      filesize: bytes(file.size),
      sizes: sizes.length > 0 && Object.fromEntries(sizes),
    }),
  };
}

/**
 * The common first keys of events, venues and organizers. Spec 4.2: the dates of publication (D5.6:
 * before it, of creation) and of the last change.
 */
export function postHead(type: PostType, row: PostRow, view: View): PostHead {
  const { timezone } = view.settings;
  const published = new Date(row.date ?? row.createdAt);
  const modified = new Date(row.updatedAt);
  const address = { id: row.public_id, slug: row.slug ?? '', language: row.locale };
  return {
    author: String(row.author ?? 0),
    status: statusOf(row, view.now),
    date: wallOf(published, timezone),
    date_utc: wallOf(published, 'UTC'),
    modified: wallOf(modified, timezone),
    modified_utc: wallOf(modified, 'UTC'),
    url: urlOf(type, address, view),
  };
}

/** D7.3: the slug and URL of each language in which the viewer may open the record. */
export const translationsOf = (
  type: RecordType,
  { row, translations }: { row: Pick<PostRow, 'public_id'>; translations: Translation[] },
  view: View,
): Translations =>
  Object.fromEntries(
    translations.map(({ language, slug }) => [
      language,
      { slug, url: urlOf(type, { id: row.public_id, slug, language }, view) },
    ]),
  );

const storedOfVenue = storedValues(VenueValues, venueFields);
const storedOfOrganizer = storedValues(OrganizerValues, organizerFields);

/** The first keys of venues and organizers; the author is absent if there is none. */
function linkedHead(type: LinkedType, row: PostRow, view: View) {
  const { author, ...head } = postHead(type, row, view);
  return { id: row.public_id, ...(author !== '0' && { author }), ...head };
}

/** Spec 4.3: a venue. Empty keys are absent, except the name, the flags and the ids. */
export function presentVenue({ row, image }: VenueRecord, view: View): Venue {
  const { geo_lat, geo_lng } = row;
  return {
    ...linkedHead('venue', row, view),
    venue: row.venue ?? '',
    ...withoutEmpty<VenueValues>({
      ...storedOfVenue(row),
      image: presentImage(image, view),
    }),
    ...(geo_lat !== null && geo_lng !== null && { geo_lat, geo_lng }),
    show_map: row.show_map ?? true,
    show_map_link: row.show_map_link ?? true,
    ...globalIds(row.public_id, view),
    language: row.locale,
  };
}

/** Spec 4.3: a venue with its translations, as in its own resource. */
export const presentTranslatedVenue = (record: TranslatedPost<VenueRow>, view: View): Venue => ({
  ...presentVenue(record, view),
  translations: translationsOf('venue', record, view),
});

/** Spec 4.4: an organizer. Empty keys are absent, except the name and the ids. */
export function presentOrganizer({ row, image }: OrganizerRecord, view: View): Organizer {
  const { publicContacts } = view.settings;
  return {
    ...linkedHead('organizer', row, view),
    organizer: row.organizer ?? '',
    ...withoutEmpty<OrganizerValues>({
      ...storedOfOrganizer(row),
      image: presentImage(image, view),
      phone: publicContacts && row.phone,
      email: publicContacts && row.email,
    }),
    ...globalIds(row.public_id, view),
    language: row.locale,
  };
}

/** Spec 4.4: an organizer with its translations, as in its own resource. */
export const presentTranslatedOrganizer = (
  record: TranslatedPost<OrganizerRow>,
  view: View,
): Organizer => ({
  ...presentOrganizer(record, view),
  translations: translationsOf('organizer', record, view),
});

const TAXONOMY = { category: 'tribe_events_cat', tag: 'post_tag' } as const satisfies Record<
  TermType,
  string
>;

/** Spec 4.5 and 4.6: the keys of a term that are the same in its own resource and inside an event. */
export function presentTerm(type: TermType, { row, count }: TermRecord, view: View): Term {
  const { public_id: id, locale: language } = row;
  const slug = row.slug ?? '';
  const parent = row.parent ?? 0;
  const collection = `${view.root}/${PATHS[type]}`;
  return {
    id,
    name: row.name,
    slug,
    taxonomy: TAXONOMY[type],
    description: inlineHtml(row.description),
    parent,
    count,
    meta: [],
    term_group: 0,
    term_taxonomy_id: id,
    filter: 'raw',
    url: urlOf(type, { id, slug, language }, view),
    urls: {
      self: `${collection}/${id}`,
      collection,
      ...(parent > 0 && { up: `${collection}/${parent}` }),
    },
    ...withoutEmpty<{ color: string }>({ color: row.color }),
    language,
  };
}
