import type { RecordType } from '../settings/record-types';
import { choice, choiceOrNone, flag, postStatus } from './choice';

import { publicationDate, publicationDateUtc, timezone, wallTime } from './dates/date';
import { type Fields, required, stating, withNull } from './kind';
import { author, degrees, oneReference } from './number';
import { picture } from './picture';
import { references } from './reference';
import { object } from './sent';
import {
  address,
  color,
  cost,
  currencyCode,
  email,
  html,
  identifier,
  inlineHtml,
  line,
  longLine,
  name,
  slug,
  text,
} from './text/text';

/** Spec 2: what events, venues and organizers take alike. */
export const postFields = {
  author,
  date: publicationDate,
  date_utc: publicationDateUtc,
  description: html,
  slug,
  excerpt: html,
  status: postStatus,
  image: picture,
  external_id: identifier,
  source: identifier,
} satisfies Fields;

/** Spec 2, and the extras of D4.7. */
export const eventFields = withNull(
  {
    title: required(name),
    start_date: required(wallTime),
    end_date: required(wallTime),
    ...postFields,
    timezone,
    all_day: stating(flag, false),
    cost,
    website: address,
    show_map: flag,
    show_map_link: flag,
    hide_from_listings: flag,
    sticky: flag,
    featured: flag,
    categories: references('category'),
    tags: references('tag'),
    venue: references('venue'),
    organizer: references('organizer'),
    password: text,
    event_status: choice(['scheduled', 'canceled', 'postponed']),
    attendance_mode: choice(['offline', 'online', 'mixed']),
    virtual_url: address,
    ticket_url: address,
    currency_symbol: line,
    currency_code: currencyCode,
    currency_position: choiceOrNone(['prefix', 'postfix']),
    post_parent: oneReference,
    custom_fields: object,
  },
  ['website', 'categories', 'tags', 'venue', 'organizer'],
);

/** Spec 2: whose stated default is null. */
const NULL_OF_ORGANIZERS = [
  ...['author', 'date', 'date_utc', 'description', 'status'],
  ...['phone', 'website', 'email', 'image'],
];

/** Spec 2, and the extras of D4.7. */
export const organizerFields = withNull(
  {
    organizer: required(name),
    ...postFields,
    phone: line,
    website: address,
    email,
  },
  NULL_OF_ORGANIZERS,
);

/** Spec 2. */
export const tagFields = {
  name: required(name),
  description: inlineHtml,
  slug,
} satisfies Fields;

/** Spec 2, and the extra of D4.7. */
export const categoryFields = { ...tagFields, parent: oneReference, color } satisfies Fields;

/** Spec 2: whose stated default is null. */
const NULL_OF_VENUES = [
  ...['description', 'show_map', 'show_map_link', 'address', 'city', 'country', 'province'],
  ...['state', 'zip', 'phone', 'stateprovince', 'website', 'image'],
];

/** Spec 2, and the extras of D4.7. */
export const venueFields = withNull(
  {
    venue: required(name),
    ...postFields,
    show_map: flag,
    show_map_link: flag,
    address: longLine,
    city: line,
    country: line,
    province: line,
    state: line,
    zip: line,
    phone: line,
    stateprovince: line,
    website: address,
    geo_lat: degrees(90),
    geo_lng: degrees(180),
  },
  NULL_OF_VENUES,
);

/** Spec 2: what may be written, by type of record. */
export const FIELDS: Record<RecordType, Fields> = {
  event: eventFields,
  venue: venueFields,
  organizer: organizerFields,
  category: categoryFields,
  tag: tagFields,
};

/** Spec 2: what a new record of a type cannot do without. */
export const requiredOf = (type: RecordType): string[] =>
  Object.entries(FIELDS[type])
    .filter(([, { required }]) => required)
    .map(([name]) => name);

/** The fields of a type that hold the full address of a page. */
export const addressFields = (type: RecordType): string[] =>
  Object.entries(FIELDS[type])
    .filter(([, { read }]) => read === address.read)
    .map(([name]) => name);
