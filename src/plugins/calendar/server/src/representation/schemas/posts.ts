import { STATUSES } from '../../params/choice-fields';
import { language, translations } from './parts';
import { anyObject, flag, integer, list, partial, ref, text, uri, wallTime } from './words';

export const globalIds = { global_id: text, global_id_lineage: list(text) };

/** What events, venues and organizers have in common at their beginning. */
export const head = {
  author: { type: 'string', pattern: String.raw`^\d+$` },
  status: { type: 'string', enum: STATUSES },
  date: wallTime,
  date_utc: wallTime,
  modified: wallTime,
  modified_utc: wallTime,
  url: uri,
};

const tail = { ...globalIds, language, translations, json_ld: anyObject };
const ALWAYS = ['id', 'status', 'date', 'url', 'global_id', 'global_id_lineage', 'language'];

/** Spec 4.3; keys without a value are absent. */
export const Venue = partial(
  {
    id: integer,
    ...head,
    venue: text,
    description: text,
    excerpt: text,
    slug: text,
    image: ref('Image'),
    address: text,
    city: text,
    country: text,
    province: text,
    state: text,
    zip: text,
    phone: text,
    website: text,
    stateprovince: text,
    geo_lat: { type: 'number' },
    geo_lng: { type: 'number' },
    show_map: flag,
    show_map_link: flag,
    ...tail,
  },
  [...ALWAYS, 'venue', 'show_map', 'show_map_link'],
);

/** Spec 4.4; keys without a value are absent. */
export const Organizer = partial(
  {
    id: integer,
    ...head,
    organizer: text,
    description: text,
    excerpt: text,
    slug: text,
    image: ref('Image'),
    phone: text,
    website: text,
    email: text,
    ...tail,
  },
  [...ALWAYS, 'organizer'],
);
