import { DateTime } from 'luxon';
import {
  instantOf,
  isWallTime,
  wallOf,
  zoneOf,
} from '../../../../src/plugins/calendar/server/src/kinds/dates/wall-time';
import { fc } from '../../../support/property';

const ZONES = [
  'UTC',
  'UTC+5.75',
  'UTC-12',
  'UTC+14',
  'America/New_York',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Paris',
  'Pacific/Apia',
];

const anyZone = fc.constantFrom(...ZONES);
const anyInstant = fc.date({
  min: new Date('1890-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const wholeSecond = (date: Date) => new Date(Math.floor(date.getTime() / 1000) * 1000);

it('runs in the zone of New York, so that a forgotten zone is noticed', () => {
  expect(new Date(0).getTimezoneOffset()).toBe(300);
});

it.each([
  ['2026-07-01 12:00:00', 'Europe/Paris', '2026-07-01T10:00:00.000Z'],
  ['2026-07-01 12:00:00', 'UTC', '2026-07-01T12:00:00.000Z'],
  ['2026-07-01 12:00:00', 'UTC+5.75', '2026-07-01T06:15:00.000Z'],
  ['2026-07-01 12:00:00', 'UTC-3.5', '2026-07-01T15:30:00.000Z'],
  ['2026-07-01 12:00:00', 'Asia/Kathmandu', '2026-07-01T06:15:00.000Z'],
  ['0001-01-01 00:00:00', 'UTC', '0001-01-01T00:00:00.000Z'],
])('reads %s in %s as %s', (wall, zone, instant) => {
  expect(instantOf(wall, zone).toISOString()).toBe(instant);
});

it.each([
  ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-10-25 02:30:00', 'Europe/Paris', '2026-10-25T00:30:00.000Z'],
  ['2026-04-05 01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ['2024-10-31 23:30:00', 'Africa/Cairo', '2024-10-31T20:30:00.000Z'],
  ['2024-03-10 02:30:00', 'Africa/Casablanca', '2024-03-10T01:30:00.000Z'],
])('chooses the first of the two %s in %s', (wall, zone, instant) => {
  expect(instantOf(wall, zone).toISOString()).toBe(instant);
});

it.each([
  ['2026-03-08 02:30:00', 'America/New_York', '2026-03-08 03:30:00'],
  ['2026-10-04 02:15:00', 'Australia/Lord_Howe', '2026-10-04 02:45:00'],
  ['2024-04-26 00:00:00', 'Africa/Cairo', '2024-04-26 01:00:00'],
  ['2024-04-14 02:10:00', 'Africa/Casablanca', '2024-04-14 03:10:00'],
  ['2018-11-04 00:00:00', 'America/Sao_Paulo', '2018-11-04 01:00:00'],
  ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-31 12:00:00'],
])('moves %s in %s past the gap', (wall, zone, shown) => {
  expect(wallOf(instantOf(wall, zone), zone)).toBe(shown);
});

it('converts an instant and back without changing the wall time', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (instant, zone) => {
      const wall = wallOf(instant, zone);
      expect(wallOf(instantOf(wall, zone), zone)).toBe(wall);
    }),
    { numRuns: 2000 },
  );
});

it('never chooses a later instant with the same wall time', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (instant, zone) => {
      const second = wholeSecond(instant);
      expect(instantOf(wallOf(second, zone), zone).getTime()).toBeLessThanOrEqual(second.getTime());
    }),
    { numRuns: 2000 },
  );
});

it('never chooses a later instant than luxon', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (date, zone) => {
      const wall = date.toISOString().slice(0, 19).replace('T', ' ');
      const theirs = DateTime.fromSQL(wall, { zone: zoneOf(zone) });
      expect(instantOf(wall, zone).getTime()).toBeLessThanOrEqual(theirs.toMillis());
    }),
    { numRuns: 2000 },
  );
});

it('keeps the wall time inside four-digit years', () => {
  expect(wallOf(new Date('9999-12-31T23:00:00Z'), 'UTC+14')).toBe('9999-12-31 23:59:59');
  expect(wallOf(new Date('0001-01-01T00:00:00Z'), 'UTC-12')).toBe('0001-01-01 00:00:00');
});

it.each([['2024-02-29 00:00:00'], ['0001-01-01 00:00:00'], ['9999-12-31 23:59:59']])(
  'accepts %j as a wall time',
  (value) => {
    expect(isWallTime(value)).toBe(true);
  },
);

it.each([
  ['2026-02-29 00:00:00'],
  ['2026-13-01 00:00:00'],
  ['2026-01-01 24:00:00'],
  ['2026-01-01 23:59:60'],
  ['0000-01-01 00:00:00'],
  ['2026-01-01T00:00:00'],
  ['2026-01-01'],
  ['2026-01-01 00:00:00\n'],
  [20260101],
  [null],
])('rejects %j as a wall time', (value) => {
  expect(isWallTime(value)).toBe(false);
  expect(() => instantOf(value as string, 'UTC')).toThrow(RangeError);
});
