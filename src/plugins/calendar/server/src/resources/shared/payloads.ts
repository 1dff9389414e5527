import { z } from 'zod';
import { STATUSES } from '../../content-types/rows';
import { plainOrganizerFields, plainVenueFields } from '../../kinds/fields';
import type { FieldKind } from '../../kinds/kind';
import { LANGUAGES } from '../../settings/languages';

export const text = z.string();
export const integer = z.int();
export const flag = z.boolean();
export const uri = z.url();
const wallTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** D5.10: empty in unfinished drafts. */
export const wallTimeOrNone = z.string().regex(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/);

/** The empty list that clients expect in place of an absent value. */
export const emptyList = z.tuple([]);

/** An object with arbitrary keys. */
export const anyObject = z.record(z.string(), z.unknown());

/** A JSON-LD object in the vocabulary of schema.org. */
export const jsonLd = anyObject.optional();

/** D14.8: the URL of the record's events as a calendar feed. */
export const withFeedUrl = { feed_url: uri.optional() };

/** A smaller copy of an image; keys without a value are absent. */
export const ImageSize = z.object({
  width: integer.optional(),
  height: integer.optional(),
  'mime-type': text.optional(),
  filesize: integer.optional(),
  url: uri,
});
export type ImageSize = z.infer<typeof ImageSize>;

/** Spec 2 `image`; keys without a value are absent. */
export const Image = z.object({
  url: uri,
  id: integer,
  extension: text.optional(),
  width: integer.optional(),
  height: integer.optional(),
  filesize: integer.optional(),
  sizes: z.record(text, ImageSize).optional(),
});
export type Image = z.infer<typeof Image>;

export const language = z.enum(LANGUAGES);

/** D7.3. */
export const translations = z.partialRecord(language, z.object({ slug: text, url: uri }));
export type Translations = z.infer<typeof translations>;

export const globalIds = { global_id: text, global_id_lineage: z.array(text) };

/** The first keys of events, venues and organizers. */
export const PostHead = z.object({
  author: z.string().regex(/^\d+$/),
  status: z.enum(STATUSES),
  date: wallTime,
  date_utc: wallTime,
  modified: wallTime,
  modified_utc: wallTime,
  url: uri,
});
export type PostHead = z.infer<typeof PostHead>;

/** `PostHead` for venues and organizers, whose clients are guaranteed fewer keys. */
const head = PostHead.partial({ author: true, date_utc: true, modified: true, modified_utc: true });

const tail = {
  ...globalIds,
  language,
  translations: translations.optional(),
  json_ld: jsonLd,
  ...withFeedUrl,
};

/** Keys that are absent when empty, as `withoutEmpty` leaves them. */
const absentIfEmpty = {
  ...{ description: text, excerpt: text, slug: text, image: Image },
  ...{ external_id: text, source: text },
};

type Plain = Record<string, Pick<FieldKind<unknown, unknown>, 'stored'>>;

/** The schemas of fields that are served as stored. */
const plain = <Some extends Plain>(fields: Some) =>
  Object.fromEntries(Object.entries(fields).map(([name, { stored }]) => [name, stored])) as {
    [Name in keyof Some]: Some[Name]['stored'];
  };

export const VenueValues = z.object({
  ...absentIfEmpty,
  ...plain(plainVenueFields),
  website: text,
  stateprovince: text,
});
export type VenueValues = z.infer<typeof VenueValues>;

/** Spec 4.3; keys without a value are absent. */
export const Venue = z.object({
  id: integer,
  ...head.shape,
  venue: text,
  ...VenueValues.partial().shape,
  geo_lat: z.number().optional(),
  geo_lng: z.number().optional(),
  show_map: flag,
  show_map_link: flag,
  ...tail,
});
export type Venue = z.infer<typeof Venue>;

export const OrganizerValues = z.object({ ...absentIfEmpty, ...plain(plainOrganizerFields) });
export type OrganizerValues = z.infer<typeof OrganizerValues>;

/** Spec 4.4; keys without a value are absent. */
export const Organizer = z.object({
  id: integer,
  ...head.shape,
  organizer: text,
  ...OrganizerValues.partial().shape,
  ...tail,
});
export type Organizer = z.infer<typeof Organizer>;

const link = z.array(z.object({ href: uri }));

/**
 * Spec 4.5 and 4.6: `translations` only in term resources, `_links` and `feed_url` only in the
 * answer for a single term; none of them in terms inside an event.
 */
export const Term = z.object({
  id: integer,
  name: text,
  slug: text,
  taxonomy: z.enum(['tribe_events_cat', 'post_tag']),
  description: text,
  parent: integer,
  count: integer,
  meta: emptyList,
  term_group: integer,
  term_taxonomy_id: integer,
  filter: text,
  url: uri,
  urls: z.object({ self: uri, collection: uri, up: uri.optional() }),
  color: text.optional(),
  language,
  translations: translations.optional(),
  _links: z.object({ self: link, collection: link, up: link.optional() }).optional(),
  ...withFeedUrl,
});
export type Term = z.infer<typeof Term>;
