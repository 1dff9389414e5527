import {
  addMonths,
  millisOfDate,
} from '../../../../src/plugins/calendar/server/src/kinds/dates/parts';

it.each([
  ['2026-01-15T12:00:00Z', 24, 'UTC', '2028-01-15T12:00:00.000Z'],
  ['2028-02-29T12:00:00Z', 24, 'UTC', '2030-03-01T12:00:00.000Z'],
  ['2026-01-31T12:00:00Z', 1, 'UTC', '2026-03-03T12:00:00.000Z'],
  ['2026-03-15T12:00:00Z', -3, 'UTC', '2025-12-15T12:00:00.000Z'],
  ['2026-02-15T12:00:00Z', 1, 'America/New_York', '2026-03-15T11:00:00.000Z'],
  ['2026-02-08T07:30:00Z', 1, 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-03-01T03:00:00Z', 1, 'America/New_York', '2026-03-29T02:00:00.000Z'],
])('adds to %s %i months in %s', (instant, months, zone, sum) => {
  const expected = new Date(sum);
  expect(addMonths(new Date(instant), months, zone)).toEqual(expected);
});

it.each([
  [2024, 2, 29, '2024-02-29T00:00:00.000Z'],
  [1, 1, 1, '0001-01-01T00:00:00.000Z'],
  [9999, 12, 31, '9999-12-31T00:00:00.000Z'],
])('converts the day %i-%i-%i', (year, month, day, midnight) => {
  expect(new Date(millisOfDate(year, month, day) ?? Number.NaN).toISOString()).toBe(midnight);
});

it.each([
  [2026, 2, 29],
  [2026, 13, 1],
  [2026, 0, 1],
  [2026, 1, 0],
  [2026, 1, 32],
  [0, 1, 1],
  [10000, 1, 1],
  [Number.NaN, 1, 1],
  [2026, 1.5, 1],
])('rejects the day %d-%d-%d', (year, month, day) => {
  expect(millisOfDate(year, month, day)).toBeUndefined();
});
