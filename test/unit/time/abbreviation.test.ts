import { abbreviationAt } from '../../../src/plugins/calendar/server/src/time/abbreviation';
import { dateDetails } from '../../../src/plugins/calendar/server/src/time/date-details';

it.each([
  ['2026-01-01T12:00:00Z', 'America/New_York', 'EST'],
  ['2026-07-01T12:00:00Z', 'America/New_York', 'EDT'],
  ['2026-07-01T12:00:00Z', 'EST', 'EST'],
  ['2026-07-01T12:00:00Z', 'UTC', 'UTC'],
  ['2026-07-01T12:00:00Z', 'UTC+5.75', 'UTC+5.75'],
])('abbreviates at %s the zone %s as %s', (instant, zone, abbreviation) => {
  expect(abbreviationAt(new Date(instant), zone)).toBe(abbreviation);
});

/** Which zones have an abbreviation is known to the ICU data of this Node, for each English its own. */
function known(instant: Date, timeZone: string, locale: string): string | undefined {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  return /^[A-Z]+$/.test(name ?? '') ? name : undefined;
}

it.each([
  ['2026-01-01T12:00:00Z', 'Europe/London', 'en-GB', '+00'],
  ['2026-07-01T12:00:00Z', 'Europe/London', 'en-GB', '+01'],
  ['2026-01-01T12:00:00Z', 'Europe/Paris', 'en-GB', '+01'],
  ['2026-07-01T12:00:00Z', 'Europe/Paris', 'en-GB', '+02'],
  ['2026-07-01T12:00:00Z', 'Asia/Kolkata', 'en-IN', '+0530'],
  ['2026-07-01T12:00:00Z', 'Asia/Kathmandu', 'en-IN', '+0545'],
  ['2026-07-01T12:00:00Z', 'America/Sao_Paulo', 'en-US', '-03'],
])('abbreviates at %s the zone %s as %s does, else as %s', (time, zone, locale, distance) => {
  const instant = new Date(time);
  expect(abbreviationAt(instant, zone)).toBe(known(instant, zone, locale) ?? distance);
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
