import {
  allDayEnd,
  allDayStart,
  dayStart,
  nextDayStart,
  wallOf,
} from '../../../../src/plugins/calendar/server/src/kinds/dates/wall-time';
import { fc } from '../../../support/property';

const anyZone = fc.constantFrom(
  'UTC-3.5',
  'America/New_York',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Apia',
);
const anyInstant = fc.date({
  min: new Date('1950-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const dateOf = (instant: Date, zone: string) => wallOf(instant, zone).slice(0, 10);

it.each([
  [
    '2026-07-01T03:00:00Z',
    'America/New_York',
    '2026-06-30T04:00:00.000Z',
    '2026-07-01T04:00:00.000Z',
  ],
  [
    '2026-03-08T12:00:00Z',
    'America/New_York',
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ],
  [
    '2018-11-04T12:00:00Z',
    'America/Sao_Paulo',
    '2018-11-04T03:00:00.000Z',
    '2018-11-05T02:00:00.000Z',
  ],
  ['2024-04-26T12:00:00Z', 'Africa/Cairo', '2024-04-25T22:00:00.000Z', '2024-04-26T21:00:00.000Z'],
  ['2024-04-25T12:00:00Z', 'Africa/Cairo', '2024-04-24T22:00:00.000Z', '2024-04-25T22:00:00.000Z'],
  ['2011-12-30T05:00:00Z', 'Pacific/Apia', '2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
  ['2026-07-01T03:00:00Z', 'UTC+5.75', '2026-06-30T18:15:00.000Z', '2026-07-01T18:15:00.000Z'],
])('finds where the day of %s in %s begins and ends', (instant, zone, start, next) => {
  expect(dayStart(new Date(instant), zone).toISOString()).toBe(start);
  expect(nextDayStart(new Date(instant), zone).toISOString()).toBe(next);
});

it('begins the next day after the instant, with the first second of its date', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (instant, zone) => {
      const next = nextDayStart(instant, zone);
      const justBefore = new Date(next.getTime() - 1000);
      expect(next.getTime()).toBeGreaterThan(instant.getTime());
      expect(dateOf(next, zone) > dateOf(instant, zone)).toBe(true);
      expect(dateOf(justBefore, zone)).not.toBe(dateOf(next, zone));
      expect(nextDayStart(dayStart(instant, zone), zone)).toEqual(next);
    }),
    { numRuns: 2000 },
  );
});

it('begins the day at or before the instant', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (instant, zone) => {
      const start = dayStart(instant, zone);
      expect(start.getTime()).toBeLessThanOrEqual(instant.getTime());
      expect(dateOf(start, zone)).toBe(dateOf(instant, zone));
    }),
    { numRuns: 2000 },
  );
});

it('ends the last day of the year 9999', () => {
  expect(nextDayStart(new Date('9999-12-31T12:00:00Z'), 'UTC').getTime()).toBe(253402300800000);
});

it('extends all-day events to whole days', () => {
  expect(allDayStart('2026-07-01 15:30:00')).toBe('2026-07-01 00:00:00');
  expect(allDayEnd('2026-07-02 15:30:00')).toBe('2026-07-02 23:59:59');
});

it('begins the day at the second midnight if clocks go back over the first', () => {
  const repeated = new Date('2010-11-07T03:00:00.500Z');
  expect(wallOf(repeated, 'America/St_Johns')).toBe('2010-11-06 23:30:00');
  expect(nextDayStart(repeated, 'America/St_Johns').toISOString()).toBe('2010-11-07T03:30:00.000Z');
});
