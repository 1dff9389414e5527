import { EARTH, type Point, radians } from '../query/geography';
import type { Settings } from '../settings/settings';
import type { Event } from './payloads/event';
import type { EventRecord, VenueRecord } from './records';
import type { View } from './view';

type Unit = Settings['geoloc']['unit'];

/** Along a great circle (haversine), in the unit, to the hundredth. */
function between(one: Point, other: Point, unit: Unit): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const across = Math.cos(radians(one.lat)) * Math.cos(radians(other.lat));
  const squared = half(one.lat, other.lat) + across * half(one.lng, other.lng);
  const distance = 2 * EARTH[unit] * Math.asin(Math.sqrt(Math.min(squared, 1)));
  return Math.round(distance * 100) / 100;
}

const placeOf = ({ row: { geo_lat: lat, geo_lng: lng } }: VenueRecord): Point[] =>
  lat === null || lng === null ? [] : [{ lat, lng }];

/** D12.20: from the point around which a list looks to the event's nearest venue, in the site's unit. */
export function distanceOf(
  { venues }: EventRecord,
  { near, settings }: View,
): Pick<Event, 'distance'> {
  const places = near ? venues.flatMap(placeOf) : [];
  const far = places.map((place) => between(near as Point, place, settings.geoloc.unit));
  return far.length > 0 ? { distance: Math.min(...far) } : {};
}
