import { unlocked, visible, whereUnlocked } from '../../access/sql';
import type { Viewer } from '../../access/viewer';
import { invalidParams } from '../../messages/errors';
import type { ReferenceField } from '../../settings/record-types';
import type { Settings } from '../../settings/settings';
import {
  type Criteria,
  type Facet,
  FLAG,
  KIND,
  type Kind,
  type Search,
  type VenueFilter,
} from '../../sql/facets';
import { all, not, oneOf, raw, type Sql, sql } from '../../sql/sql';
import type { DateBound } from './window';

/** The categories and those below them; a loop of parents does not matter. */
const categoriesBelow = (ids: number[]): Sql => sql`
  WITH RECURSIVE tree(id) AS (
    SELECT t.public_id FROM @calendar_categories t WHERE ${oneOf(raw('t.public_id'), ids)}
    UNION
    SELECT c.public_id FROM @calendar_categories c JOIN tree ON c.parent = tree.id
  ) SELECT tree.id FROM tree`;

const TARGET = raw('l.target_id');

/** The link, alias `l`, is one of the field to one of the records; of categories also to one below them. */
export const isLinkTo = (field: ReferenceField, ids: number[]): Sql =>
  sql`l.kind = ${field} AND ${field === 'categories' ? sql`${TARGET} IN (${categoriesBelow(ids)})` : oneOf(TARGET, ids)}`;

/** D8.1: the event row (alias `e`) refers, by the field, to one of the records. */
export const linkedTo =
  (field: ReferenceField) =>
  (ids: number[], viewer: Viewer): Sql =>
    whereUnlocked(
      sql`EXISTS (SELECT 1 FROM @calendar_links l WHERE l.row_id = e.id AND ${isLinkTo(field, ids)})`,
      viewer,
    );

const EVENTS = { type: 'event', table: 'calendar_events', alias: 'h' } as const;

/** D10.6, D10.7: an event that may be opened and fulfils the condition on alias `h` refers to the row (alias `e`). */
export function inEvent(field: ReferenceField, fulfils: Sql, viewer: Viewer): Sql {
  const open = all([visible(EVENTS, viewer), unlocked(EVENTS.alias, viewer)]);
  return sql`EXISTS (SELECT 1 FROM @calendar_links l JOIN @calendar_events h ON h.id = l.row_id
    WHERE l.kind = ${field} AND l.target_id = e.public_id AND ${all([fulfils, open])})`;
}

/** Venues, where SQL looks for them. */
const VENUES = { type: 'venue', table: 'calendar_venues', alias: 'v' } as const;

/** D6.2: the venue, alias `v`, is outside the trash and may be opened. */
export const openVenue = (viewer: Viewer): Sql =>
  all([raw('v.trashed_at IS NULL'), visible(VENUES, viewer)]);

/** The event has a venue that may be opened, and that fulfils the condition on alias `v`. */
const atVenue = (fulfils: Sql, viewer: Viewer): Sql =>
  sql`EXISTS (SELECT 1 FROM @calendar_links l JOIN @calendar_venues v ON v.public_id = l.target_id
    WHERE l.row_id = e.id AND l.kind = 'venue' AND ${all([openVenue(viewer), fulfils])})`;

export interface GeoValues {
  geoloc?: boolean;
  geoloc_lat?: number;
  geoloc_lng?: number;
  geoloc_radius?: number;
}

/** Degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** The radius of the earth, in the units that a host may choose. */
export const EARTH = { miles: 3958.7613, km: 6371.0088 };

/** Less than a metre at the point itself, where sums of floating numbers miss a cosine of 1. */
const INEXACT = 1e-14;

type Near = Settings['geoloc'];

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

export const located = raw('v.geo_lat IS NOT NULL AND v.geo_lng IS NOT NULL');

/** The cosine of the angle between the point and the venue (alias `v`), along a great circle. */
export const cosineTo = ({ lat, lng }: Point): Sql =>
  sql`SIN(RADIANS(v.geo_lat)) * ${Math.sin(radians(lat))}
    + COS(RADIANS(v.geo_lat)) * ${Math.cos(radians(lat))} * COS(RADIANS(v.geo_lng - ${lng}))`;

/** The venue (alias `v`) lies within the radius around the point. */
function within(point: Point, { radius, unit }: Near): Sql {
  const least = Math.cos(Math.min(radius / EARTH[unit], Math.PI)) - INEXACT;
  return sql`${cosineTo(point)} >= ${least}`;
}

/** Where a list looks around; a point needs both of its coordinates. */
export const pointOf = ({ geoloc_lat: lat, geoloc_lng: lng }: GeoValues): Point | undefined =>
  lat === undefined || lng === undefined ? undefined : { lat, lng };

/** Spec 4.2 `geoloc*`: has coordinates or not; latitude and longitude go together. */
export function geolocFilters(values: GeoValues, near: Near): VenueFilter[] {
  const { geoloc, geoloc_lat: lat, geoloc_lng: lng } = values;
  const around = { ...near, radius: values.geoloc_radius ?? near.radius };
  if (lat !== undefined && lng === undefined) throw needsPartner('geoloc_lat', 'geoloc_lng');
  if (lng !== undefined && lat === undefined) throw needsPartner('geoloc_lng', 'geoloc_lat');
  const filters: VenueFilter[] = geoloc === undefined ? [] : [{ venue: located, wanted: geoloc }];
  const point = pointOf(values);
  return point ? [...filters, { venue: within(point, around), wanted: true }] : filters;
}

/** The event (alias `e`) has such a venue; or none. */
export function fulfilsVenueFilter({ venue, wanted }: VenueFilter, viewer: Viewer): Sql {
  const there = atVenue(venue, viewer);
  return whereUnlocked(wanted ? there : not(there), viewer);
}

export const needsPartner = (name: string, partner: string) =>
  invalidParams({ [name]: { text: 'needs_partner', values: { partner } } });

/** What a list of venues or organizers can be sorted by: the name, the last change, the publication. */
export const LINKED_ORDERS = ['title', 'modified', 'date'] as const;

/** What a list of events can be sorted by besides. */
export const EVENT_ORDERS = ['start', 'title', 'modified', 'date', 'distance'] as const;

type Plain = Exclude<(typeof EVENT_ORDERS)[number], 'start' | 'distance'>;

/** D8.5: what a list is sorted by; records that are alike go by id, in the same direction. */
export type PostOrder = { descending: boolean } & (
  | { by: Plain }
  /** Drafts may have no start (D5.10): they come last, where there can be any. */
  | { by: 'start'; timeless?: boolean }
  | { by: 'distance'; from: Point }
);

/** What was sent of an order. */
export interface OrderValues {
  orderby?: PostOrder['by'];
  order?: 'asc' | 'desc';
}

/** Upwards unless it is said otherwise; by publication the newest first. */
export const isDescending = ({ order, orderby }: OrderValues): boolean =>
  order ? order === 'desc' : orderby === 'date';

type Flag = (typeof FLAG)[keyof typeof FLAG];

/** What a filter asks of the listing. */
export type Criterion = Facet | Search | Sql;

export const searchCriterion = (search: string): Search => ({ search });

/** Events with one of these categories, tags, venues, …; of a protected one nothing is told. */
export const facetOf =
  (kind: Kind) =>
  (targets: number[]): Facet => ({ kind, targets });

export const flagged = (flag: Flag): Facet => ({ kind: KIND.flag, targets: [flag] });

/** None of the flags, which are bits. */
export const unflagged = (bits: number): Sql => sql`l.flags & ${raw(`${bits}`)} = 0`;

/** D10.7: events with the flag or without; protected ones are neither. */
export const flagCriterion =
  (flag: Flag) =>
  (wanted: boolean): Criterion =>
    wanted ? flagged(flag) : unflagged(flag | FLAG.protected);

const COLUMNS = { start: raw('l.utc_start'), end: raw('l.utc_end') };

/**
 * D5.7: the bounds of a window, as the listing has times. What begins after a bound also ends after it: so
 * every window is bounded where the index is ordered.
 */
export function windowCriteria(bounds: DateBound[]): Pick<Criteria, 'conditions' | 'endsFrom'> {
  const conditions: Sql[] = [];
  let startsFrom: Date | undefined;
  let endsFrom: Date | undefined;
  for (const { of, comparison, instant } of bounds) {
    const isUpper = comparison.startsWith('<');
    conditions.push(sql`${COLUMNS[of]} ${raw(comparison)} ${instant}`);
    if (isUpper && of === 'end') {
      conditions.push(sql`${COLUMNS.start} ${raw(comparison)} ${instant}`);
    }
    if (!isUpper && of === 'start') startsFrom ??= instant;
    if (!isUpper && of === 'end') endsFrom ??= instant;
  }
  return { conditions, ...(endsFrom && !startsFrom && { endsFrom }) };
}

/** A place whose venues are those, of all that fulfil the condition on alias `v`, that may be opened. */
export const openVenuesOnly = ({ venue, wanted }: VenueFilter, viewer: Viewer): VenueFilter => ({
  venue: all([openVenue(viewer), venue]),
  wanted,
});
