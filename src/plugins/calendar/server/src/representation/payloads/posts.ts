import { z } from 'zod';
import { STATUSES } from '../../kinds/choice';
import {
  fed,
  flag,
  Image,
  integer,
  jsonLd,
  language,
  text,
  translations,
  uri,
  wallTime,
} from './parts';

export const globalIds = { global_id: text, global_id_lineage: z.array(text) };

/** What events, venues and organizers have in common at their beginning. */
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

/** As `PostHead`; clients of venues and organizers may rely on less of it. */
const head = PostHead.partial({ author: true, date_utc: true, modified: true, modified_utc: true });

const tail = {
  ...globalIds,
  language,
  translations: translations.optional(),
  json_ld: jsonLd,
  ...fed,
};

/** What is absent where it is empty: see `withoutEmpty`. */
const absentIfEmpty = { description: text, excerpt: text, slug: text, image: Image };

export const VenueValues = z.object({
  ...absentIfEmpty,
  address: text,
  city: text,
  country: text,
  province: text,
  state: text,
  zip: text,
  phone: text,
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

export const OrganizerValues = z.object({
  ...absentIfEmpty,
  phone: text,
  website: text,
  email: text,
});
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
