import { unlocked, visible, whereUnlocked } from '../../access/sql';
import type { Viewer } from '../../access/viewer';
import { invalidParams } from '../../messages/errors';
import type { ReferenceField } from '../../settings/record-types';
import type { Settings } from '../../settings/settings';
import {
  type Facet,
  type FacetKind,
  FLAG,
  KIND,
  type Search,
  type Unflagged,
  type VenueFilter,
} from '../../sql/facets';
import { all, not, oneOf, raw, type Sql, sql } from '../../sql/sql';

/** SQL for the ids of categories and their descendants. UNION without ALL terminates on cyclic parents. */
const categoriesBelow = (ids: number[]): Sql => sql`
  WITH RECURSIVE tree(id) AS (
    SELECT t.public_id FROM @calendar_categories t WHERE ${oneOf(raw('t.public_id'), ids)}
    UNION
    SELECT c.public_id FROM @calendar_categories c JOIN tree ON c.parent = tree.id
  ) SELECT tree.id FROM tree`;

const TARGET = raw('l.target_id');

/** The link (alias `l`) leads from the field to one of the records or, for categories, to a descendant of one. */
export const isLinkTo = (field: ReferenceField, ids: number[]): Sql =>
  sql`l.kind = ${field} AND ${field === 'categories' ? sql`${TARGET} IN (${categoriesBelow(ids)})` : oneOf(TARGET, ids)}`;

/**
 * D8.1: the event's row (alias `e`) refers, by the field, to one of the records; false for events that are locked for
 * the viewer. For a page in the order of an index, the links of each row are looked up; where the whole list is read,
 * its rows are found by these links.
 */
export const linkedTo =
  (field: ReferenceField) =>
  (ids: number[], viewer: Viewer): Sql => {
    const links = sql`FROM @calendar_links l WHERE ${isLinkTo(field, ids)}`;
    return {
      ...whereUnlocked(sql`EXISTS (SELECT 1 ${links} AND l.row_id = e.id)`, viewer),
      finding: (amongRows) => whereUnlocked(amongRows(sql`SELECT l.row_id ${links}`), viewer),
    };
  };

/** D10.6, D10.7: the viewer may open the event (alias `h`) and read its references. */
const openEvent = (viewer: Viewer) => all([visible('event', 'h', viewer), unlocked('h', viewer)]);

/** An event that the viewer may open and that fulfils the condition on alias `h` refers to the row (alias `e`). */
export const inEvent = (field: ReferenceField, fulfils: Sql, viewer: Viewer): Sql =>
  sql`EXISTS (SELECT 1 FROM @calendar_links l JOIN @calendar_events h ON h.id = l.row_id
    WHERE l.kind = ${field} AND l.target_id = e.public_id AND ${all([fulfils, openEvent(viewer)])})`;

/**
 * The event with the id refers to the row (alias `e`), and the viewer may open it. Begins with the event, instead of
 * reading all events of each tag; `CROSS JOIN` fixes SQLite's join order.
 */
export const inEventById = (field: ReferenceField, id: number, viewer: Viewer): Sql =>
  sql`e.public_id IN (SELECT l.target_id FROM @calendar_events h CROSS JOIN @calendar_links l
    WHERE l.row_id = h.id AND l.kind = ${field} AND h.public_id = ${id} AND ${openEvent(viewer)})`;

/** D6.2: the venue (alias `v`) is outside the trash and the viewer may open it. */
export const openVenue = (viewer: Viewer): Sql =>
  all([raw('v.trashed_at IS NULL'), visible('venue', 'v', viewer)]);

/** The event (alias `e`) has a venue that the viewer may open and that fulfils the condition on alias `v`. */
const atVenue = (fulfils: Sql, viewer: Viewer): Sql =>
  sql`EXISTS (SELECT 1 FROM @calendar_links l JOIN @calendar_venues v ON v.public_id = l.target_id
    WHERE l.row_id = e.id AND l.kind = 'venue' AND ${all([openVenue(viewer), fulfils])})`;

export interface GeoValues {
  geoloc?: boolean;
  geoloc_lat?: number;
  geoloc_lng?: number;
  geoloc_radius?: number;
}

/** Coordinates in degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** The radius of the earth, by the unit in the settings. */
export const EARTH = { miles: 3958.7613, km: 6371.0088 };

/** Tolerance for cosines near 1, where rounding could exclude the point itself; less than a metre. */
const COSINE_TOLERANCE = 1e-14;

type Near = Settings['geoloc'];

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

export const located = raw('v.geo_lat IS NOT NULL AND v.geo_lng IS NOT NULL');

/** SQL for the cosine of the great-circle angle between the point and the venue (alias `v`). */
export const cosineTo = ({ lat, lng }: Point): Sql =>
  sql`SIN(RADIANS(v.geo_lat)) * ${Math.sin(radians(lat))}
    + COS(RADIANS(v.geo_lat)) * ${Math.cos(radians(lat))} * COS(RADIANS(v.geo_lng - ${lng}))`;

/** The venue (alias `v`) is within the radius around the point. */
function withinRadius(point: Point, { radius, unit }: Near): Sql {
  const least = Math.cos(Math.min(radius / EARTH[unit], Math.PI)) - COSINE_TOLERANCE;
  return sql`${cosineTo(point)} >= ${least}`;
}

/** The centre of a search by distance; undefined unless both coordinates were sent. */
export const pointOf = ({ geoloc_lat: lat, geoloc_lng: lng }: GeoValues): Point | undefined =>
  lat === undefined || lng === undefined ? undefined : { lat, lng };

/**
 * Spec 4.2 `geoloc*`: filters by coordinates: present or not, and within a radius. Throws
 * CalendarError 400 if only one of latitude and longitude is sent.
 */
export function geolocFilters(values: GeoValues, near: Near): VenueFilter[] {
  const { geoloc, geoloc_lat: lat, geoloc_lng: lng } = values;
  const around = { ...near, radius: values.geoloc_radius ?? near.radius };
  if (lat !== undefined && lng === undefined) throw requiresParameter('geoloc_lat', 'geoloc_lng');
  if (lng !== undefined && lat === undefined) throw requiresParameter('geoloc_lng', 'geoloc_lat');
  const filters: VenueFilter[] = geoloc === undefined ? [] : [{ venue: located, wanted: geoloc }];
  const point = pointOf(values);
  return point ? [...filters, { venue: withinRadius(point, around), wanted: true }] : filters;
}

/** The event (alias `e`) has a venue that fulfils the filter or, if not `wanted`, none that does. */
export function matchesVenueFilter({ venue, wanted }: VenueFilter, viewer: Viewer): Sql {
  const hasVenue = atVenue(venue, viewer);
  return whereUnlocked(wanted ? hasVenue : not(hasVenue), viewer);
}

export const requiresParameter = (name: string, partner: string) =>
  invalidParams({ [name]: { text: 'needs_partner', values: { partner } } });

/** D8.5: the values of `orderby` for venues and organizers; `date` is the date of publication. */
export const LINKED_ORDERS = ['title', 'modified', 'date'] as const;

/** D8.5: the values of `orderby` for events. */
export const EVENT_ORDERS = ['start', 'title', 'modified', 'date', 'distance'] as const;

type Plain = Exclude<(typeof EVENT_ORDERS)[number], 'start' | 'distance'>;

/** D8.5: the order of a list of posts; ties are ordered by id in the same direction. */
export type PostOrder = { descending: boolean } & (
  | { by: Plain }
  /** `timeless`: the list may contain drafts without a start (D5.10), which come last. */
  | { by: 'start'; timeless?: boolean }
  | { by: 'distance'; from: Point }
);

/** The parameters of the order. */
export interface OrderValues {
  orderby?: PostOrder['by'];
  order?: 'asc' | 'desc';
}

/** Whether the order is descending: by default only for dates of publication. */
export const isDescending = ({ order, orderby }: OrderValues): boolean =>
  order ? order === 'desc' : orderby === 'date';

type Flag = (typeof FLAG)[keyof typeof FLAG];

/** The condition of a filter on the listing. */
export type Criterion = Facet | Search | Sql;

export const searchCriterion = (search: string): Search => ({ search });

/**
 * Events that refer to one of the targets. D10.7: the listing has no references of protected
 * events, so none of them matches.
 */
export const facetOf =
  (kind: FacetKind) =>
  (targets: number[]): Facet => ({ kind, targets });

export const flagged = (flag: Flag): Facet => ({ kind: KIND.flag, targets: [flag] });

/** The event has none of the flags (an OR of bits). */
export const unflagged = (bits: number): Unflagged => ({
  ...sql`l.flags & ${raw(`${bits}`)} = 0`,
  without: bits,
});

/** D10.7: events with the flag or without it; protected events match neither. */
export const flagCriterion =
  (flag: Flag) =>
  (wanted: boolean): Criterion =>
    wanted ? flagged(flag) : unflagged(flag | FLAG.protected);

/** Restricts a filter to venues that the viewer may open. */
export const openVenuesOnly = ({ venue, wanted }: VenueFilter, viewer: Viewer): VenueFilter => ({
  venue: all([openVenue(viewer), venue]),
  wanted,
});
