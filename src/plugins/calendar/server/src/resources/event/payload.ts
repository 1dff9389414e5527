import { z } from 'zod';
import { CostDetails } from '../../kinds/cost';
import { DateDetails } from '../../kinds/dates/wall-time';
import { eventExtras, eventFlags, type ShownFields } from '../../kinds/fields';
import { jsonSchema } from '../../kinds/kind';
import {
  anyObject,
  emptyList,
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
  withFeedUrl,
} from '../shared/payloads';

/**
 * D10.7: a stored value, or null in a redacted event. Without `meta` the schema would be a union,
 * which client generators handle badly.
 */
const orNull = <Value>(stored: z.ZodType<Value>) =>
  stored.nullable().meta({ type: [jsonSchema(stored).type, 'null'] });

type ShownShape<Some extends ShownFields> = {
  [Name in keyof Some]: z.ZodType<Some[Name]['none']>;
};

function withHidden({ stored, hidden }: ShownFields[string]): z.ZodType {
  if (hidden === null) return orNull(stored);
  return stored instanceof z.ZodEnum ? z.enum([...stored.options.map(String), '']) : stored;
}

/** The schemas of fields that are served as stored, widened by the values that replace them in redacted events. */
const shownOf = <Some extends ShownFields>(fields: Some) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, withHidden(field)]),
  ) as ShownShape<Some>;

/** Start and end as wall times of the event's zone and of UTC, each as text and in parts. */
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

export const EventFlags = z.object(shownOf(eventFlags));
export type EventFlags = z.infer<typeof EventFlags>;

/** D4.7: keys in addition to those of the specification. */
const EventExtras = z.object({
  ticketed: z.xor([z.literal(false), z.null(), z.array(text)]),
  ...shownOf(eventExtras),
  post_parent: integer,
  external_id: text,
  source: text,
});

/** `[]` without a venue, the object itself for one, a list for more. */
const venues = z.xor([z.array(Venue).max(0), Venue, z.array(Venue).min(2)]);

/** Spec 4.2: an event in a list; all keys are always present. */
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
  all_day: orNull(flag),
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
 * Spec 4.2: an event. `json_ld` and `feed_url` only in the answer for a single event, `distance`
 * only in lists around a point (D12.20), `review_note` only for its author (D15.13).
 */
export const Event = ListedEvent.extend({
  distance: z.number().optional(),
  review_note: text.optional(),
  json_ld: jsonLd,
  ...withFeedUrl,
});
export type Event = z.infer<typeof Event>;
