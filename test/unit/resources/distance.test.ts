import type { View } from '../../../src/plugins/calendar/server/src/resources/answer';
import { distanceOf } from '../../../src/plugins/calendar/server/src/resources/event';
import type { EventRecord } from '../../../src/plugins/calendar/server/src/resources/resource';

type Place = [lat: number | null, lng: number | null];

const event = (...places: Place[]) =>
  ({ venues: places.map(([geo_lat, geo_lng]) => ({ row: { geo_lat, geo_lng } })) }) as EventRecord;

const around = (lat: number, lng: number, unit = 'km') =>
  ({ near: { lat, lng }, settings: { geoloc: { unit } } }) as View;

it.each([
  ['Paris to London', [48.8566, 2.3522], [51.5074, -0.1278], 343.56],
  ['across the day line', [0, 179.5], [0, -179.5], 111.2],
  ['over the pole', [89.5, 0], [89.5, 180], 111.2],
  ['to the other side', [0, 0], [0, 180], 20015.11],
  ['nowhere else', [48.8566, 2.3522], [48.8566, 2.3522], 0],
  ['eleven metres', [10, 20], [10.0001, 20], 0.01],
] as const)('measures along a great circle: %s', (_, [lat, lng], there, expected) => {
  expect(distanceOf(event([...there]), around(lat, lng)).distance).toBeCloseTo(expected, 2);
});

it('uses the nearest of several venues, in the unit of the site', () => {
  const places = event([50, 0], [null, 3], [48.9, 2.35], [49.5, 2.35]);
  expect(distanceOf(places, around(48.86, 2.35, 'miles'))).toEqual({ distance: 2.76 });
});

it('is omitted without a point or a venue with coordinates', () => {
  expect(distanceOf(event([50, 0]), { ...around(0, 0), near: undefined })).toEqual({});
  expect(distanceOf(event([null, null]), around(0, 0))).toEqual({});
});
