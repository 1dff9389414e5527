import { z } from 'zod';
import { CostDetails } from '../../kinds/cost';
import { DateDetails } from '../../kinds/dates/wall-time';
import {
  anyObject,
  emptyList,
  fed,
  flag,
  globalIds,
  Image,
  integer,
  jsonLd,
  language,
  Organizer,
  PostHead,
  Term,
  text,
  translations,
  uri,
  Venue,
  wallTimeOrNone,
} from '../shared/payloads';

/** D10.7: of a protected event among others: null. */
const hideable = flag.nullable().meta({ type: ['boolean', 'null'] });

/** Start and end on the wall of the event's zone and of UTC, whole and in parts. */
export const EventTimes = z.object({
  start_date: wallTimeOrNone,
  start_date_details: DateDetails,
  end_date: wallTimeOrNone,
  end_date_details: DateDetails,
  utc_start_date: wallTimeOrNone,
  utc_start_date_details: DateDetails,
  utc_end_date: wallTimeOrNone,
  utc_end_date_details: DateDetails,
  timezone: text,
  timezone_abbr: text,
});
export type EventTimes = z.infer<typeof EventTimes>;

export const EventFlags = z.object({
  show_map: hideable,
  show_map_link: hideable,
  hide_from_listings: hideable,
  sticky: hideable,
  featured: hideable,
});
export type EventFlags = z.infer<typeof EventFlags>;

/** D4.7: what we serve beyond the specification's fields. */
export const EventExtras = z.object({
  ticketed: z.xor([z.literal(false), z.null(), z.array(text)]),
  event_status: z.enum(['scheduled', 'canceled', 'postponed', '']),
  attendance_mode: z.enum(['offline', 'online', 'mixed', '']),
  virtual_url: text,
  ticket_url: text,
  post_parent: integer,
  external_id: text,
  source: text,
});
export type EventExtras = z.infer<typeof EventExtras>;

/** No venue: `[]`; one: the object itself; more: a list. */
const venues = z.xor([z.array(Venue).max(0), Venue, z.array(Venue).min(2)]);

/** Spec 4.2: an event among others; every key is always there. */
export const ListedEvent = z.object({
  id: integer,
  ...globalIds,
  ...PostHead.shape,
  rest_url: uri,
  title: text,
  description: text,
  excerpt: text,
  slug: text,
  image: z.xor([z.literal(false), Image]),
  all_day: hideable,
  ...EventTimes.shape,
  cost: text,
  cost_details: CostDetails,
  website: text,
  ...EventFlags.shape,
  categories: z.array(Term),
  tags: z.array(Term),
  venue: venues,
  organizer: z.array(Organizer),
  custom_fields: z.xor([emptyList, anyObject]),
  ...EventExtras.shape,
  language,
  translations,
});
export type ListedEvent = z.infer<typeof ListedEvent>;

/**
 * Spec 4.2: an event, which on its own has `json_ld` and `feed_url`, in lists around a point `distance` (D12.20),
 * and to its author `review_note` (D15.13).
 */
export const Event = ListedEvent.extend({
  distance: z.number().optional(),
  review_note: text.optional(),
  json_ld: jsonLd,
  ...fed,
});
export type Event = z.infer<typeof Event>;
