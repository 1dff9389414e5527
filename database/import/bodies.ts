import {
  isWallTime,
  localMillis,
  midnightOf,
  SECOND,
  wallOfMillis,
} from '../../src/plugins/calendar/server/src/kinds/dates/wall-time';
import { FIELDS, requiredOf, urlFields } from '../../src/plugins/calendar/server/src/kinds/fields';
import { listIn } from '../../src/plugins/calendar/server/src/kinds/raw-input';
import { cleanSlug } from '../../src/plugins/calendar/server/src/kinds/text/normalize';
import type {
  PostType,
  RecordType,
  TermType,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { type Served, textOf } from './source';

/**
 * Fields that are not taken as they are served: ids and users are others there, what is listed is public, and `date`
 * follows from `date_utc`.
 */
const NOT_TAKEN = new Set([
  ...['author', 'status', 'date', 'password', 'external_id', 'source', 'image', 'slug'],
  ...['categories', 'tags', 'venue', 'organizer', 'post_parent', 'parent'],
]);

/** Without these a record would be another one: an event without its zone has other times. */
const ESSENTIAL = ['external_id', 'source', 'timezone'];

export const isEssential = (type: RecordType, field: string) =>
  ESSENTIAL.includes(field) || requiredOf(type).includes(field);

const NAMES: Record<PostType, string> = { event: 'title', venue: 'venue', organizer: 'organizer' };

/** The title or name of a record. */
export const titleOf = (type: PostType, served: Served) => served[NAMES[type]];

/** Empty values, among them PHP's empty object and the date of a WordPress post that was never published. */
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.startsWith('0000-'));

const withoutEmpty = (values: Served): Served =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

/** What can be written as it is served. */
const valuesOf = (type: RecordType, served: Served): Served =>
  Object.fromEntries(
    Object.keys(FIELDS[type])
      .filter((field) => !NOT_TAKEN.has(field))
      .map((field) => [field, served[field]]),
  );

/** Slugs in other scripts are percent-encoded in WordPress. */
export const slugOf = ({ slug }: Served) => cleanSlug(textOf(slug));

/**
 * The currency of a cost whose amounts do not name it. Its position after them is `suffix` if it was chosen in a form
 * there, `postfix` if the interface read it from the cost.
 */
function currencyOf({ cost_details: details }: Served): Served {
  const { currency_symbol, currency_code, currency_position: at } = (details ?? {}) as Served;
  return { currency_symbol, currency_code, currency_position: at === 'suffix' ? 'postfix' : at };
}

/** The address of the picture, which is fetched once and kept (D10.9). */
const pictureOf = ({ image }: Served) => ((image || {}) as Served).url;

const unescaped = (address: unknown) =>
  textOf(address)
    .replace(/&(?:#0*38|amp);/g, '&')
    .replace(/&#0*39;/g, "'");

/**
 * Addresses, which are HTML-escaped there. That of an event's own page, which is its website if it has no other, goes
 * with the old site.
 */
const addressesOf = (type: PostType, served: Served): Served =>
  Object.fromEntries(
    urlFields(type).map((field) => [
      field,
      served[field] === served.url ? undefined : unescaped(served[field]),
    ]),
  );

/** Of Virtual Events, which knows of no modes: an event at a venue, too, is a mixed one. */
function modeOf({ is_virtual, venue, attendance_mode }: Served) {
  if (is_virtual !== true) return attendance_mode;
  return listOf(venue).length > 0 ? 'mixed' : 'online';
}

/**
 * The end of an event. With the option *End of day cutoff*, whole days last there from that hour until a second before
 * it on the day after, which is none of the event's days.
 */
function endOf({ all_day, start_date, end_date }: Served) {
  if (all_day !== true || !isWallTime(start_date) || !isWallTime(end_date)) return end_date;
  const cutoff = localMillis(start_date) - midnightOf(start_date);
  const next = localMillis(end_date) + SECOND;
  const isCutOff = next - midnightOf(wallOfMillis(next)) === cutoff;
  return isCutOff ? wallOfMillis(next - cutoff - SECOND) : end_date;
}

/** An offset as calendars that the site has imported from also write it, such as `GMT+2` or `UTC +2`: `UTC+2`. */
const zoneOf = ({ timezone }: Served) =>
  typeof timezone === 'string' ? timezone.replace(/^\s*(?:UTC|GMT)\s*(?=[+-])/i, 'UTC') : timezone;

/** What events have besides: the currency of their cost, where they take place, their zone, and when they end. */
const ofEvent = (served: Served): Served => ({
  ...currencyOf(served),
  timezone: zoneOf(served),
  end_date: endOf(served),
  attendance_mode: modeOf(served),
});

/** The fields of an event, venue or organizer, without its references. */
export const postOf = (type: PostType, served: Served, source: string): Served => ({
  ...withoutEmpty({
    ...valuesOf(type, served),
    ...addressesOf(type, served),
    ...(type === 'event' && ofEvent(served)),
    slug: slugOf(served),
    image: pictureOf(served),
  }),
  [NAMES[type]]: titleOf(type, served),
  external_id: textOf(served.id),
  source,
});

/** The fields of a category or tag, without its parent. */
export const termOf = (type: TermType, served: Served): Served =>
  withoutEmpty({ ...valuesOf(type, served), slug: slugOf(served) });

/** Spec 3: what lists show of a protected record lacks its content; flags are null, and its name is an empty list. */
export const isProtected = (type: PostType, served: Served) =>
  type === 'event' ? served.all_day === null : typeof titleOf(type, served) !== 'string';

/**
 * The references of a record: served as one object, a list of objects, or an empty list. PHP serves a list from which an
 * item was removed as an object with its indexes.
 */
export const listOf = (value: unknown): Served[] =>
  (listIn(value) ?? [value]).filter(
    (one): one is Served => typeof one === 'object' && one !== null,
  );
