import { tz } from 'moment-timezone';
import {
  normalizeZone,
  zoneOf,
} from '../../../../src/plugins/calendar/server/src/kinds/dates/wall-time';

it.each([
  ['Europe/Paris', 'Europe/Paris'],
  ['europe/paris', 'Europe/Paris'],
  [' AMERICA/PORT-AU-PRINCE ', 'America/Port-au-Prince'],
  ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['asia/kathmandu', 'Asia/Kathmandu'],
  ['us/eastern', 'US/Eastern'],
  ['aSIA/kolkata', 'Asia/Kolkata'],
  ['brazil/denoronha', 'Brazil/DeNoronha'],
  ['australia/nsw', 'Australia/NSW'],
  ['nz-chat', 'NZ-CHAT'],
  ['EST', 'EST'],
  ['est', 'EST'],
  ['est5edt', 'EST5EDT'],
  ['etc/gmt+5', 'Etc/GMT+5'],
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['Z', 'UTC'],
  ['UTC+0', 'UTC'],
  ['UTC-0', 'UTC'],
  ['+00:00', 'UTC'],
  ['UTC+2', 'UTC+2'],
  ['utc+02', 'UTC+2'],
  ['UTC+2.50', 'UTC+2.5'],
  ['UTC+2.0', 'UTC+2'],
  ['UTC-3.5', 'UTC-3.5'],
  ['UTC-0.5', 'UTC-0.5'],
  ['+02:00', 'UTC+2'],
  ['+0545', 'UTC+5.75'],
  ['-03:30', 'UTC-3.5'],
  ['UTC+14', 'UTC+14'],
  ['UTC-12', 'UTC-12'],
])('normalizes the zone %j to %j', (input, normal) => {
  expect(normalizeZone(input)).toBe(normal);
});

it.each([
  ['UTC+15'],
  ['UTC+14.25'],
  ['UTC-12.5'],
  ['UTC+2.3'],
  ['UTC+'],
  ['+02:10'],
  ['+2:60'],
  ['Mars/Olympus'],
  ['Europe'],
  [''],
  ['local'],
  ['system'],
  ['SystemV/EST5'],
  ['US/Pacific-New'],
  ['BST'],
  ['ect'],
  ['a'.repeat(5000)],
])('rejects the zone %j', (input) => {
  expect(normalizeZone(input)).toBeUndefined();
});

it('accepts every zone of Node in lower case', () => {
  const names = Intl.supportedValuesOf('timeZone');
  expect(names.map((name) => normalizeZone(name.toLowerCase()))).toEqual(names);
});

it('normalizes each IANA zone to one spelling, whatever its case', () => {
  const names = tz.names().filter((name) => name !== 'UTC');
  expect(names.length).toBeGreaterThan(500);
  expect(names.map((name) => normalizeZone(name.toLowerCase()))).toEqual(names);
  expect(names.map((name) => normalizeZone(name.toUpperCase()))).toEqual(names);
});

it('returns the offset of zones that are offsets', () => {
  expect(zoneOf('UTC+5.75').offset(0)).toBe(345);
  expect(zoneOf('UTC-3.5').offset(0)).toBe(-210);
});

it('supports a stored zone that only Node knows', () => {
  expect(zoneOf('SystemV/EST5').offset(0)).toBe(-300);
});

it('throws for an unknown zone', () => {
  expect(() => zoneOf('Mars/Olympus')).toThrow(RangeError);
});
