import { date } from '../../../src/plugins/calendar/server/src/kinds/dates/date';
import {
  dateWindow,
  validUntil,
} from '../../../src/plugins/calendar/server/src/resources/event/window';
import { readSettings } from '../../../src/plugins/calendar/server/src/settings/settings';
import { fc, runs } from '../../support/property';

const NAMES = [
  ...(['start_date', 'end_date', 'starts_before', 'starts_after'] as const),
  ...(['ends_before', 'ends_after'] as const),
];

const TEXTS = [
  ...['2027-01-31', '2027-01-31 18:30:00', '2027-01-31T18:30:00Z', '20270131', '1800000000'],
  ...['now', 'today', 'tomorrow', 'next monday', '+3 hours', '-90 minutes', '+1 month', 'noon'],
  ...['first day of next month', 'Jan 31', '31 January', '18:30:00', '1 week ago', '2027-01'],
  ...['2027-01-31 +5 days', 'last friday 4pm', '+45 seconds'],
];

const ZONES = ['UTC', 'Europe/Paris', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'];

type Sent = Record<string, string>;

/** What a list is asked for at that moment, by its bounds, and in the words of its address. */
function askedAt(now: number, query: Sent, zone: string) {
  const settings = { ...readSettings({}), timezone: zone };
  const place = { now: new Date(now), settings };
  const { strict_dates, ...dates } = query;
  const values = Object.fromEntries(
    Object.entries(dates).map(([name, text]) => [name, date.read(text, place)]),
  );
  const { bounds, params: shown } = dateWindow(
    { ...values, strict_dates: strict_dates === 'true' },
    { now: place.now, zone },
  );
  return JSON.stringify([bounds, shown]);
}

const queries = fc
  .record({
    dates: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...TEXTS), { maxKeys: 3 }),
    strict: fc.boolean(),
  })
  .map(({ dates, strict }): Sent => ({ ...dates, ...(strict && { strict_dates: 'true' }) }));

const moments = fc.integer({
  min: Date.parse('2026-01-01T00:00:00Z'),
  max: Date.parse('2028-12-31T00:00:00Z'),
});

it('a list expires before its dates resolve to other values', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(queries, moments, part, fc.constantFrom(...ZONES), (query, now, at, zone) => {
      const until = validUntil(query, now);
      fc.pre(until > now);
      const later = now + Math.floor((until - 1 - now) * at);
      expect(askedAt(later, query, zone)).toBe(askedAt(now, query, zone));
      expect(askedAt(until - 1, query, zone)).toBe(askedAt(now, query, zone));
    }),
    { numRuns: runs(2000) },
  );
});

const NOON = Date.parse('2026-11-22T12:00:00.500Z');
const next = (query: object) => validUntil(query as Sent, NOON) - NOON;

it.each([
  ['no date', { per_page: '5', search: 'now' }, 15 * 60_000 - 500],
  ['a day', { start_date: '2027-01-31' }, 15 * 60_000 - 500],
  ['a moment', { ends_before: '2027-01-31 18:30:00' }, 15 * 60_000 - 500],
  ['UNIX seconds', { start_date: '1800000000' }, 15 * 60_000 - 500],
  ['a relative word', { start_date: 'tomorrow' }, 500],
  ['a day without a year', { starts_after: 'Jan 31' }, 500],
  ['several values', { start_date: ['2027-01-31', '2027-02-01'] }, 500],
  ['strict dates', { strict_dates: 'false' }, 500],
  ['what is upcoming', { only_with_upcoming: 'true' }, 500],
])(
  'a list is valid until the next quarter hour, or the next second: %s',
  (_, query, milliseconds) => {
    expect(next(query)).toBe(milliseconds);
  },
);

it('a list requested exactly at a quarter hour expires at once', () => {
  expect(validUntil({}, Date.parse('2026-11-22T12:15:00Z'))).toBe(
    Date.parse('2026-11-22T12:15:00Z'),
  );
});
