import { language, translations } from './parts';
import { globalIds, head } from './posts';
import {
  anyObject,
  emptyList,
  flag,
  integer,
  list,
  no,
  nothing,
  number,
  object,
  oneOf,
  ref,
  type Shape,
  text,
  uri,
  wallTimeOrNone,
} from './words';

/** D10.7: a protected event among others says nothing. */
const hideable = (schema: { type: string }): Shape => ({ ...schema, type: [schema.type, 'null'] });
const orNothing = (words: readonly string[]) => ({ type: 'string', enum: [...words, ''] });

const times = Object.fromEntries(
  ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].flatMap((name) => [
    [name, wallTimeOrNone],
    [`${name}_details`, ref('DateDetails')],
  ]),
);

const flags = Object.fromEntries(
  ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'].map((name) => [
    name,
    hideable(flag),
  ]),
);

const extras = {
  ticketed: oneOf(no, nothing, list(text)),
  event_status: orNothing(['scheduled', 'canceled', 'postponed']),
  attendance_mode: orNothing(['offline', 'online', 'mixed']),
  virtual_url: text,
  ticket_url: text,
  post_parent: integer,
};

/** Spec 4.2: every key is always there, but `json_ld`, which single records have, and `distance`, which lists around a point have. */
export const Event = object(
  {
    id: integer,
    ...globalIds,
    ...head,
    rest_url: uri,
    title: text,
    description: text,
    excerpt: text,
    slug: text,
    image: oneOf(no, ref('Image')),
    all_day: hideable(flag),
    ...times,
    timezone: text,
    timezone_abbr: text,
    cost: text,
    cost_details: ref('CostDetails'),
    website: text,
    ...flags,
    categories: list(ref('Term')),
    tags: list(ref('Term')),
    venue: oneOf(emptyList(ref('Venue')), ref('Venue'), { ...list(ref('Venue')), minItems: 2 }),
    organizer: list(ref('Organizer')),
    custom_fields: oneOf(emptyList(), anyObject),
    ...extras,
    language,
    translations,
    distance: number,
    json_ld: anyObject,
  },
  ['distance', 'json_ld'],
);
