import {
  addDays,
  daysBetween,
  FREQUENCIES,
  onDay,
  recurringDays,
} from '../../../../src/plugins/calendar/server/src/resources/bulk';
import { fc } from '../../../support/property';

it('repeats weekly for ten dates, the first of which exists', () => {
  expect(recurringDays('2026-12-20', 'week', 10)).toEqual([
    ...['2026-12-27', '2027-01-03', '2027-01-10', '2027-01-17', '2027-01-24'],
    ...['2027-01-31', '2027-02-07', '2027-02-14', '2027-02-21'],
  ]);
});

it('repeats daily', () => {
  expect(recurringDays('2028-02-28', 'day', 3)).toEqual(['2028-02-29', '2028-03-01']);
});

it('skips months that lack the date', () => {
  expect(recurringDays('2027-01-31', 'month-date', 4)).toEqual([
    ...['2027-03-31', '2027-05-31', '2027-07-31'],
  ]);
  expect(recurringDays('2027-11-30', 'month-date', 4)).toEqual([
    ...['2027-12-30', '2028-01-30', '2028-03-30'],
  ]);
});

it.each([
  ['2027-01-12', ['2027-02-09', '2027-03-09', '2027-04-13']], // The second Tuesday.
  ['2027-01-01', ['2027-02-05', '2027-03-05', '2027-04-02']], // The first Friday.
  ['2027-01-29', ['2027-02-26', '2027-03-26', '2027-04-30']], // A fifth Friday is the last.
])('keeps the weekday of the month from %s', (first, days) => {
  expect(recurringDays(first, 'month-weekday', 4)).toEqual(days);
});

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

it('returns the requested number of ascending days at the same wall time', () => {
  fc.assert(
    fc.property(
      day,
      fc.constantFrom(...FREQUENCIES),
      fc.integer({ min: 2, max: 60 }),
      (first, every, times) => {
        const days = recurringDays(first, every, times);
        expect(days).toHaveLength(times - 1);
        expect([first, ...days]).toEqual([...new Set([first, ...days])].sort());
        const weekday = (text: string) => new Date(`${text}T00:00:00Z`).getUTCDay();
        if (every === 'month-date')
          expect(new Set(days.map((text) => text.slice(8)))).toEqual(new Set([first.slice(8)]));
        if (every === 'month-weekday')
          expect(new Set(days.map(weekday))).toEqual(new Set([weekday(first)]));
        const wall = `${first} 18:30:00`;
        for (const each of days)
          expect(addDays(wall, daysBetween(first, each))).toBe(onDay(wall, each));
      },
    ),
  );
});
