import { abbreviationAt } from '../../../src/plugins/calendar/server/src/time/abbreviation';
import { dateDetails } from '../../../src/plugins/calendar/server/src/time/date-details';

it.each([
  ['2026-01-01T12:00:00Z', 'America/New_York', 'EST'],
  ['2026-07-01T12:00:00Z', 'America/New_York', 'EDT'],
  ['2026-01-01T12:00:00Z', 'Europe/London', 'GMT'],
  ['2026-07-01T12:00:00Z', 'Europe/London', 'BST'],
  ['2026-01-01T12:00:00Z', 'Europe/Paris', 'CET'],
  ['2026-07-01T12:00:00Z', 'Europe/Paris', 'CEST'],
  ['2026-07-01T12:00:00Z', 'Asia/Kolkata', 'IST'],
  ['2026-07-01T12:00:00Z', 'Asia/Kathmandu', '+0545'],
  ['2026-07-01T12:00:00Z', 'America/Sao_Paulo', '-03'],
  ['2026-07-01T12:00:00Z', 'EST', 'EST'],
  ['2026-07-01T12:00:00Z', 'UTC', 'UTC'],
  ['2026-07-01T12:00:00Z', 'UTC+5.75', 'UTC+5.75'],
])('abbreviates at %s the zone %s as %s', (instant, zone, abbreviation) => {
  expect(abbreviationAt(new Date(instant), zone)).toBe(abbreviation);
});

it('shows the parts of a wall time as padded strings', () => {
  expect(dateDetails('2017-01-05 04:03:06')).toEqual({
    year: '2017',
    month: '01',
    day: '05',
    hour: '04',
    minutes: '03',
    seconds: '06',
  });
});
