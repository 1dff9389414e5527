import { hidden, notHidden, whereUnlocked } from '../../access/sql';
import { isUnlocked, type Viewer } from '../../access/viewer';
import { direction, flag, formatParams, orderName, status, statuses } from '../../kinds/choice';
import { date } from '../../kinds/dates/date';
import { documentingDefault } from '../../kinds/kind';
import { decimal, idItem, idItems, items } from '../../kinds/number';
import { password, search } from '../../kinds/text/text';
import { MAX_ID, REFERENCE_FIELDS, TIME_FIELDS } from '../../settings/record-types';
import { MAX_RADIUS, type Settings } from '../../settings/settings';
import { FLAG, KIND } from '../../sql/facets';
import { oneOf, raw, sql } from '../../sql/sql';
import { PATHS, type View } from '../answer';
import { EXTERNAL_OF_EVENTS, MODIFIED } from '../changes';
import {
  type EventRecord,
  filter,
  type PostResource,
  reference,
  type VenueRecord,
} from '../resource';
import { containsAll } from '../search';
import { presentSingleEvent } from '../shared/single';
import {
  EARTH,
  EVENT_ORDERS,
  facetOf,
  flagCriterion,
  flagged,
  type GeoValues,
  geolocFilters,
  isDescending,
  linkedTo,
  matchesVenueFilter,
  type OrderValues,
  openVenuesOnly,
  type Point,
  type PostOrder,
  pointOf,
  radians,
  requiresParameter,
  searchCriterion,
  unflagged,
} from './conditions';
import type { Event } from './payload';
import { presentEvent, redacted } from './present';
import { dateWindow, isSync, WINDOW, windowConditions, windowCriteria } from './window';

type Unit = Settings['geoloc']['unit'];

/** The great-circle distance (haversine) in the unit, rounded to hundredths. */
function between(one: Point, other: Point, unit: Unit): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const across = Math.cos(radians(one.lat)) * Math.cos(radians(other.lat));
  const squared = half(one.lat, other.lat) + across * half(one.lng, other.lng);
  const distance = 2 * EARTH[unit] * Math.asin(Math.sqrt(Math.min(squared, 1)));
  return Math.round(distance * 100) / 100;
}

const coordinatesOf = ({ row: { geo_lat: lat, geo_lng: lng } }: VenueRecord): Point[] =>
  lat === null || lng === null ? [] : [{ lat, lng }];

/**
 * D12.20: the distance from the list's point to the event's nearest venue, in the site's unit;
 * empty without a point or located venue.
 */
export function distanceOf(
  { venues }: EventRecord,
  { near, settings }: View,
): Pick<Event, 'distance'> {
  const points = near ? venues.flatMap(coordinatesOf) : [];
  const distances = points.map((point) => between(near as Point, point, settings.geoloc.unit));
  return distances.length > 0 ? { distance: Math.min(...distances) } : {};
}

/** Spec 4.2: ids that no record has, also those above `MAX_ID`, are not found. */
const anyOf = (wanted: string[]) =>
  oneOf(
    raw('e.public_id'),
    wanted.map(Number).filter((id) => id <= MAX_ID),
  );

const featured = (wanted: boolean, viewer: Viewer) =>
  whereUnlocked(sql`COALESCE(e.featured, FALSE) = ${wanted}`, viewer);

const ticketed = (wanted: boolean, viewer: Viewer) =>
  whereUnlocked(
    raw(`LOWER(SUBSTR(COALESCE(e.ticket_url, ''), 1, 4)) ${wanted ? '=' : '<>'} 'http'`),
    viewer,
  );

const childOf = ([parent = 0]: number[], viewer: Viewer) =>
  whereUnlocked(sql`e.post_parent = ${parent}`, viewer);

const format = formatParams('events');

/**
 * D8.5: the order of a list: as `orderby` says, else by start, or with `include` by publication.
 * Throws CalendarError 400 for an order by distance without a point.
 */
function eventOrder(values: OrderValues & GeoValues & { include?: string[] }): PostOrder {
  const { orderby, include } = values;
  const descending = isDescending(values);
  if (orderby === 'start') return { by: orderby, descending, timeless: Boolean(include) };
  if (orderby !== 'distance') return { by: orderby ?? (include ? 'date' : 'start'), descending };
  const from = pointOf(values);
  if (!from) throw requiresParameter('orderby', 'geoloc_lat, geoloc_lng');
  return { by: orderby, from, descending };
}

/** Spec 4.2: documents the default `false` without applying it, so that URLs contain it only if it was sent. */
const strict = documentingDefault(flag, false);

export const event: PostResource<EventRecord> = {
  type: 'event',
  path: PATHS.event,
  bySlug: true,
  filters: {
    start_date: filter(date),
    end_date: filter(date),
    search: filter(search, containsAll, searchCriterion),
    geoloc: filter(flag),
    geoloc_lat: filter(decimal(-90, 90)),
    geoloc_lng: filter(decimal(-180, 180)),
    geoloc_radius: filter(decimal(0, MAX_RADIUS)),
    status: filter(status),
    post_parent: reference('event', idItem, childOf, facetOf(KIND.childOf)),
    include: filter(idItems, anyOf),
    starts_before: filter(date),
    starts_after: filter(date),
    ends_before: filter(date),
    ends_after: filter(date),
    strict_dates: filter(strict),
    ...MODIFIED,
    ...EXTERNAL_OF_EVENTS,
    ticketed: filter(flag, ticketed, flagCriterion(FLAG.ticketed)),
    venue: reference('venue', idItems, linkedTo('venue'), facetOf(KIND.venue)),
    organizer: reference('organizer', idItems, linkedTo('organizer'), facetOf(KIND.organizer)),
    featured: filter(flag, featured, flagCriterion(FLAG.featured)),
    categories: reference('category', items, linkedTo('categories'), facetOf(KIND.category)),
    tags: reference('tag', items, linkedTo('tags'), facetOf(KIND.tag)),
    orderby: filter(orderName(EVENT_ORDERS)),
    order: filter(direction),
    format: filter(format.format),
    ical: filter(format.ical),
  },
  editorFilters: { status: filter(statuses), hide_from_listings: filter(flag) },
  always: ({ hide_from_listings }) =>
    hide_from_listings
      ? { conditions: [hidden('e')], criterion: flagged(FLAG.hidden) }
      : { conditions: [notHidden('e')], criterion: unflagged(FLAG.hidden) },
  combine(values, { now, settings, viewer }) {
    const venueFilters = geolocFilters(values, settings.geoloc);
    const near = pointOf(values);
    const nearby = () => venueFilters.map((filter) => matchesVenueFilter(filter, viewer));
    if (values.include) return { conditions: nearby, params: {}, near }; // Spec 4.2: `include` ignores dates.
    const { bounds, params } = dateWindow(values, { now, zone: settings.timezone });
    const found = { conditions: () => [...windowConditions(bounds), ...nearby()], params, near };
    if (isSync(values)) return found; // Only the events' table has indexes for these filters.
    const venues = venueFilters.map((filter) => openVenuesOnly(filter, viewer));
    return { ...found, criteria: { ...windowCriteria(bounds), venues } };
  },
  ignored: (values) => [
    ...(pointOf(values) ? [] : ['geoloc_radius']),
    ...(values.include ? WINDOW : []),
  ],
  single: { password },
  order: eventOrder,
  present: presentEvent,
  presentSingle: presentSingleEvent,
  presentListed(record, view, viewer) {
    const shown = presentEvent(record, view);
    return isUnlocked(record.row, viewer)
      ? { ...shown, ...distanceOf(record, view) }
      : redacted(shown);
  },
  references: REFERENCE_FIELDS,
  coupledInDrafts: TIME_FIELDS,
  refusals: {
    notFound: 'rest-event-not-found',
    notAccessible: 'event-not-accessible',
    noLongerAvailable: 'event-no-longer-available',
    protected: 'event-password-protected',
    noSuchPage: 'event-archive-page-not-found',
  },
};
