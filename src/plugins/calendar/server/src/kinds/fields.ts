import type { Values } from '../content-types/rows';
import type { Messages } from '../messages/t';
import type { RecordType } from '../settings/record-types';
import { choice, choiceOrNone, flag, postStatus } from './choice';
import { publicationDate, publicationDateUtc, timezone, wallTime } from './dates/date';
import { documentingDefault, type FieldKind, type Fields, required } from './kind';
import { author, degrees, oneReference } from './number';
import { picture } from './picture';
import { object, readObject } from './raw-input';
import { references } from './reference';
import { oneLine, oneLineOfCost } from './text/normalize';
import {
  bare,
  color,
  cost,
  currencyCode,
  email,
  html,
  httpUrl,
  identifier,
  inlineHtml,
  line,
  longLine,
  name,
  readUrl,
  slug,
  text,
} from './text/text';

type Words = Messages['fields'];

/** Fields by name; a name without a description in every language is a compile error. */
export type Described = {
  [Name in keyof Words as Words[Name] extends { description: string }
    ? Name
    : never]?: Fields[string];
};

/** D10.7: the value shown instead of a field of a protected event. */
type Hidden<Stored> = [Stored] extends [string] ? '' : null;

/** A field of events that is served as stored. */
interface ShownKind<Value, Stored> extends FieldKind<Value, Stored> {
  /** Shown when nothing is stored. */
  none: Stored | Hidden<Stored>;
  hidden: Hidden<Stored>;
}

// biome-ignore lint/suspicious/noExplicitAny: each kind has its own type of value
export type ShownFields = Record<string, ShownKind<any, any>>;

/** Adds the values that are shown when a field is empty (`none`) or protected (`hidden`). */
const shown = <Value, Stored>(
  kind: FieldKind<Value, Stored>,
  instead: Pick<ShownKind<Value, Stored>, 'none' | 'hidden'>,
): ShownKind<Value, Stored> => ({ ...kind, ...instead });

/** Spec 2: documents the default `null` for the named fields, which is the same as not sent (D9.6). */
const withNull = <Some extends Fields>(fields: Some, names: readonly string[]): Some =>
  Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [
      name,
      names.includes(name) ? documentingDefault(kind, null) : kind,
    ]),
  ) as Some;

/** Spec 2: fields that events, venues and organizers share. */
const postFields = {
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
} satisfies Described;

/** Flags of events, served as stored, in the order of answers. */
export const eventFlags = {
  show_map: shown(flag, { none: true, hidden: null }),
  show_map_link: shown(flag, { none: true, hidden: null }),
  hide_from_listings: shown(flag, { none: false, hidden: null }),
  sticky: shown(flag, { none: false, hidden: null }),
  featured: shown(flag, { none: false, hidden: null }),
} satisfies Described & ShownFields;

/** D4.7: fields of events beyond the specification, served in the same way. */
export const eventExtras = {
  event_status: shown(choice(['scheduled', 'canceled', 'postponed']), {
    none: 'scheduled',
    hidden: '',
  }),
  attendance_mode: shown(choice(['offline', 'online', 'mixed']), { none: 'offline', hidden: '' }),
  virtual_url: shown(httpUrl, { none: '', hidden: '' }),
  ticket_url: shown(httpUrl, { none: '', hidden: '' }),
} satisfies Described & ShownFields;

/** Spec 2, and the extras of D4.7. */
export const eventFields = withNull(
  {
    title: required(name),
    start_date: required(wallTime),
    end_date: required(wallTime),
    ...postFields,
    timezone,
    all_day: documentingDefault(flag, false),
    cost,
    website: httpUrl,
    ...eventFlags,
    categories: references('category'),
    tags: references('tag'),
    venue: references('venue'),
    organizer: references('organizer'),
    password: text,
    ...eventExtras,
    currency_symbol: line,
    currency_code: currencyCode,
    currency_position: choiceOrNone(['prefix', 'postfix']),
    post_parent: oneReference,
    custom_fields: object,
  } satisfies Described,
  ['website', 'categories', 'tags', 'venue', 'organizer'],
);

/** Spec 2: fields with the documented default null. */
const NULL_OF_ORGANIZERS = [
  ...['author', 'date', 'date_utc', 'description', 'status'],
  ...['phone', 'website', 'email', 'image'],
];

/** Fields of organizers served as stored, in the order of answers; absent when empty. */
export const plainOrganizerFields = {
  phone: line,
  website: httpUrl,
  email,
} satisfies Described;

/** Spec 2, and the extras of D4.7. */
export const organizerFields = withNull(
  {
    organizer: required(name),
    ...postFields,
    ...plainOrganizerFields,
  } satisfies Described,
  NULL_OF_ORGANIZERS,
);

/** Spec 2. */
const tagFields = {
  name: required(name),
  description: inlineHtml,
  slug,
} satisfies Described;

/** Spec 2, and the extra of D4.7. */
export const categoryFields = { ...tagFields, parent: oneReference, color } satisfies Described;

/** Spec 2: fields with the documented default null. */
const NULL_OF_VENUES = [
  ...['description', 'show_map', 'show_map_link', 'address', 'city', 'country', 'province'],
  ...['state', 'zip', 'phone', 'stateprovince', 'website', 'image'],
];

/** Fields of venues served as stored, in the order of answers; absent when empty. */
export const plainVenueFields = {
  address: longLine,
  city: line,
  country: line,
  province: line,
  state: line,
  zip: line,
  phone: line,
} satisfies Described;

/** Spec 2, and the extras of D4.7. */
export const venueFields = withNull(
  {
    venue: required(name),
    ...postFields,
    show_map: flag,
    show_map_link: flag,
    ...plainVenueFields,
    stateprovince: line,
    website: httpUrl,
    geo_lat: degrees(90),
    geo_lng: degrees(180),
  } satisfies Described,
  NULL_OF_VENUES,
);

/** Spec 2: the writable fields of each type. */
export const FIELDS: Record<RecordType, Fields> = {
  event: eventFields,
  venue: venueFields,
  organizer: organizerFields,
  category: categoryFields,
  tag: tagFields,
};

/** Spec 2: the required fields of a new record. */
export const requiredOf = (type: RecordType): string[] =>
  Object.entries(FIELDS[type])
    .filter(([, { required }]) => required)
    .map(([name]) => name);

/** The fields of a type that hold a URL. */
export const urlFields = (type: RecordType): string[] =>
  Object.entries(FIELDS[type])
    .filter(([, { read }]) => read === httpUrl.read)
    .map(([name]) => name);

/** Strapi stores these as they are; e-mail addresses and the least degrees in drafts, which an event publishes along. */
const ALSO_READ: Partial<Record<RecordType, Record<string, (sent: unknown) => unknown>>> = {
  event: { custom_fields: readObject, currency_code: currencyCode.read },
  venue: { geo_lat: degrees(90).read, geo_lng: degrees(180).read },
  organizer: { email: email.read },
};

/** The fields that saves through every door read as the interface does, each with its reader. */
export const readersOf = (type: RecordType): [string, (sent: unknown) => unknown][] => [
  ...urlFields(type).map((field): [string, typeof readUrl] => [field, readUrl]),
  ...Object.entries(ALSO_READ[type] ?? {}),
];

const BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** How a text of this kind is written on one line; undefined for other kinds. */
function lineOf({ read }: Pick<Fields[string], 'read'>) {
  if (read === email.read) return bare;
  if (read === cost.read) return oneLineOfCost;
  return read === line.read || read === longLine.read ? oneLine : undefined;
}

/**
 * The changed texts with line breaks or other control characters, of fields that are one line, written on it; and
 * changed e-mail addresses, without what is around them.
 */
export const brokenLines = (type: RecordType, data: Values, stored: Values): Values =>
  Object.fromEntries(
    Object.entries(FIELDS[type]).flatMap(([field, kind]) => {
      const value = data[field];
      const write = lineOf(kind);
      const isBroken = typeof value === 'string' && (write === bare || BREAK.test(value));
      return write && isBroken && value !== stored[field] ? [[field, write(value)]] : [];
    }),
  );
