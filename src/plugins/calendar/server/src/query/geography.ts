import { revealing } from '../access/sql';
import type { Viewer } from '../access/viewer';
import { invalidParams } from '../messages/errors';

import type { Settings } from '../settings/settings';
import type { Place } from '../sql/facets';
import { not, raw, type Sql, sql } from '../sql/sql';
import { atVenue } from './linked';

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
export function places(values: GeoValues, near: Near): Place[] {
  const { geoloc, geoloc_lat: lat, geoloc_lng: lng } = values;
  const around = { ...near, radius: values.geoloc_radius ?? near.radius };
  if (lat !== undefined && lng === undefined) throw needsPartner('geoloc_lat', 'geoloc_lng');
  if (lng !== undefined && lat === undefined) throw needsPartner('geoloc_lng', 'geoloc_lat');
  const asked: Place[] = geoloc === undefined ? [] : [{ venue: located, wanted: geoloc }];
  const point = pointOf(values);
  return point ? [...asked, { venue: within(point, around), wanted: true }] : asked;
}

/** The event (alias `e`) has such a venue; or none. */
export function atPlace({ venue, wanted }: Place, viewer: Viewer): Sql {
  const there = atVenue(venue, viewer);
  return revealing(wanted ? there : not(there), viewer);
}

export const needsPartner = (name: string, partner: string) =>
  invalidParams({ [name]: { text: 'needs_partner', values: { partner } } });
