import { isoWithOffset } from '../../../../src/plugins/calendar/server/src/kinds/dates/wall-time';

it.each([
  ['2027-01-31T18:30:00Z', 'UTC', '2027-01-31T18:30:00+00:00'],
  ['2027-01-31T18:30:00Z', 'Europe/Paris', '2027-01-31T19:30:00+01:00'],
  ['2027-07-01T00:30:00Z', 'America/New_York', '2027-06-30T20:30:00-04:00'],
  ['2027-07-01T00:30:00Z', 'Asia/Kathmandu', '2027-07-01T06:15:00+05:45'],
  ['2027-07-01T00:30:00Z', 'UTC-3.5', '2027-06-30T21:00:00-03:30'],
  ['2027-11-07T05:30:00Z', 'America/New_York', '2027-11-07T01:30:00-04:00'],
  ['2027-11-07T06:30:00Z', 'America/New_York', '2027-11-07T01:30:00-05:00'],
])('writes %s in %s as %s', (instant, zone, expected) => {
  const iso = isoWithOffset(new Date(instant), zone);
  expect(iso).toBe(expected);
  expect(new Date(iso)).toEqual(new Date(instant));
});

it('keeps the instant if the historical offset was not whole minutes', () => {
  const instant = new Date('1880-01-01T12:00:00Z');
  expect(new Date(isoWithOffset(instant, 'Europe/Paris'))).toEqual(instant);
});
