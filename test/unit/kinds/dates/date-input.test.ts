import {
  type DateInput,
  instantOfInput,
  readDate,
} from '../../../../src/plugins/calendar/server/src/kinds/dates/date';
import {
  isWallTime,
  wallOf,
} from '../../../../src/plugins/calendar/server/src/kinds/dates/wall-time';
import { fc } from '../../../support/property';

/** A Wednesday, 15:30:45 in New York. */
const now = new Date('2018-01-31T20:30:45.678Z');
const zone = 'America/New_York';
const wallOfInput = (input: DateInput, place: string) =>
  wallOf(instantOfInput(input, place), place);
const read = (input: unknown) => readDate(input, { now, zone });

it.each([
  ['2018-01-01 15:00:00', '2018-01-01 15:00:00'],
  ['2018-01-01 15:00', '2018-01-01 15:00:00'],
  ['  2018-01-01 15:00:00 ', '2018-01-01 15:00:00'],
  ['2018-01-01T10:00:00', '2018-01-01 10:00:00'],
  ['2018-01-01t10:00:00.123', '2018-01-01 10:00:00'],
  ['2018-01-01T10:00:00.1234567890', '2018-01-01 10:00:00'],
  ['2018-06-30 23:59:60', '2018-07-01 00:00:00'],
  ['20180101T100000', '2018-01-01 10:00:00'],
  ['20180101T1000', '2018-01-01 10:00:00'],
  ['20180101 10:00', '2018-01-01 10:00:00'],
  ['2018-01-01 24:00', '2018-01-02 00:00:00'],
  ['2018-01-01 4pm', '2018-01-01 16:00:00'],
  ['2018-01-01 4:30 pm', '2018-01-01 16:30:00'],
  ['2018-01-01 4:30:15 P.M.', '2018-01-01 16:30:15'],
  ['2018-01-01 12am', '2018-01-01 00:00:00'],
  ['2018-01-01 12 PM', '2018-01-01 12:00:00'],
  ['1 January 2018 10:00', '2018-01-01 10:00:00'],
  ['01/02/2018 4pm', '2018-01-02 16:00:00'],
  ['0001-01-01 00:00:00', '0001-01-01 00:00:00'],
  ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
])('reads %j as the wall time %s', (input, wall) => {
  expect(read(input)).toEqual({ wall, dateOnly: false });
});

it.each([
  ['2018-01-01', '2018-01-01'],
  ['2018-1-5', '2018-01-05'],
  ['2018/01/05', '2018-01-05'],
  ['2024-02-29', '2024-02-29'],
  ['20180101', '2018-01-01'],
  [20180101, '2018-01-01'],
  ['2018-03', '2018-03-01'],
  ['1 January 2018', '2018-01-01'],
  ['1st jan. 2018', '2018-01-01'],
  ['01-Jan-2018', '2018-01-01'],
  ['January 1, 2018', '2018-01-01'],
  ['JANUARY 2nd 2018', '2018-01-02'],
  ['January 2018', '2018-01-01'],
  ['5 March', '2018-03-05'],
  ['March 5', '2018-03-05'],
  ['december', '2018-12-01'],
  ['01/02/2018', '2018-01-02'],
  ['1/2/2018', '2018-01-02'],
  ['05-03-2018', '2018-03-05'],
  ['05.03.2018', '2018-03-05'],
  ['Mon, 01 Jan 2018', '2018-01-01'],
  ['today', '2018-01-31'],
  ['Tomorrow', '2018-02-01'],
  ['yesterday', '2018-01-30'],
  ['monday', '2018-02-05'],
  ['wednesday', '2018-01-31'],
  ['wed', '2018-01-31'],
  ['this friday', '2018-02-02'],
  ['next wednesday', '2018-02-07'],
  ['next friday', '2018-02-02'],
  ['last wednesday', '2018-01-24'],
  ['last friday', '2018-01-26'],
  ['monday next week', '2018-02-05'],
  ['sunday this week', '2018-02-04'],
  ['2018-01-01 +1 week', '2018-01-08'],
  ['tomorrow +1 month', '2018-03-04'],
  ['first day of March 2020', '2020-03-01'],
  ['last day of February 2020', '2020-02-29'],
])('reads %j as the day %s', (input, day) => {
  expect(read(input)).toEqual({ wall: `${day} 00:00:00`, dateOnly: true });
});

it.each([
  ['tomorrow 9am', '2018-02-01 09:00:00'],
  ['tomorrow 11am', '2018-02-01 11:00:00'],
  ['yesterday 23:59', '2018-01-30 23:59:00'],
  ['tomorrow 23:59:59', '2018-02-01 23:59:59'],
  ['9am tomorrow', '2018-02-01 09:00:00'],
  ['midnight', '2018-01-31 00:00:00'],
  ['noon', '2018-01-31 12:00:00'],
  ['tomorrow noon', '2018-02-01 12:00:00'],
  ['4pm', '2018-01-31 16:00:00'],
  ['next wednesday 4pm', '2018-02-07 16:00:00'],
  ['+5 days 11am', '2018-02-05 11:00:00'],
  ['5 days 11am', '2018-02-05 11:00:00'],
  ['+1 day', '2018-02-01 15:30:45'],
  ['+1 month', '2018-03-03 15:30:45'],
  ['1 month', '2018-03-03 15:30:45'],
  ['-1 month', '2017-12-31 15:30:45'],
  ['+2 years', '2020-01-31 15:30:45'],
  ['1 week ago', '2018-01-24 15:30:45'],
  ['1 month 2 days ago', '2017-12-29 15:30:45'],
  ['+1 fortnight', '2018-02-14 15:30:45'],
  ['next week', '2018-02-07 15:30:45'],
  ['last month', '2017-12-31 15:30:45'],
  ['previous year', '2017-01-31 15:30:45'],
  ['last day', '2018-01-30 15:30:45'],
  ['first day of next month', '2018-02-01 15:30:45'],
  ['last day of next month', '2018-02-28 15:30:45'],
  ['last day of this month', '2018-01-31 15:30:45'],
  ['first day of next month midnight', '2018-02-01 00:00:00'],
])('reads %j as %s, counted from now', (input, wall) => {
  expect(read(input)).toEqual({ wall, dateOnly: false });
});

it.each([
  ['2018-01-01T10:00:00+02:00', '2018-01-01T08:00:00.000Z'],
  ['2018-01-01T10:00:00.5Z', '2018-01-01T10:00:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2016-12-31T15:59:60.5-08:00', '2017-01-01T00:00:00.000Z'],
  ['2018-01-01 10:00:00 +0545', '2018-01-01T04:15:00.000Z'],
  ['2018-01-01 10:00-3', '2018-01-01T13:00:00.000Z'],
  ['20180101T100000Z', '2018-01-01T10:00:00.000Z'],
  ['20180101T100000+0200', '2018-01-01T08:00:00.000Z'],
  ['2018-01-01 10:00 UTC', '2018-01-01T10:00:00.000Z'],
  ['2018-01-01 4pm UTC+2', '2018-01-01T14:00:00.000Z'],
  ['Mon, 01 Jan 2018 10:00:00 GMT', '2018-01-01T10:00:00.000Z'],
  ['2018-01-01T10:00:00Z +1 day', '2018-01-02T10:00:00.000Z'],
  ['1514764800', '2018-01-01T00:00:00.000Z'],
  [1514764800, '2018-01-01T00:00:00.000Z'],
  ['@1514764800', '2018-01-01T00:00:00.000Z'],
  ['0', '1970-01-01T00:00:00.000Z'],
  ['-86400', '1969-12-31T00:00:00.000Z'],
  ['2018', '1970-01-01T00:33:38.000Z'],
  ['253402300799', '9999-12-31T23:59:59.000Z'],
  ['now', '2018-01-31T20:30:45.000Z'],
  ['+24 hours', '2018-02-01T20:30:45.000Z'],
  ['30 minutes ago', '2018-01-31T20:00:45.000Z'],
  ['+5 weeks +7200 seconds', '2018-03-07T22:30:45.000Z'],
  ['+5 weeks+7200 seconds', '2018-03-07T22:30:45.000Z'],
  ['2018-01-01 +90 minutes', '2018-01-01T06:30:00.000Z'],
])('reads %j as the instant %s', (input, instant) => {
  expect(read(input)).toEqual({ instant: new Date(instant) });
});

it.each([
  ['2018-02-30'],
  ['2018-13-45'],
  ['2018-00-01'],
  ['2018-01-00'],
  ['2023-02-29'],
  ['0000-01-01'],
  ['20180230'],
  ['99999999'],
  [20181301],
  ['31 April 2018'],
  ['02/30/2018'],
  ['13/01/2018'],
  ['2018-01-01 25:00'],
  ['2018-01-01 24:01'],
  ['2018-01-01 10:60'],
  ['2018-01-01 10:00:61'],
  ['2018-01-01 13pm'],
  ['2018-01-01 0am'],
  ['2018-01-01T10:00:00+15:00'],
  ['2018-01-01T10:00:00-12:30'],
  ['2018-01-01T10:00:00+02:75'],
])('rejects %j, which does not exist', (input) => {
  expect(read(input)).toBeUndefined();
});

it.each([
  [''],
  ['   '],
  ['foo'],
  ['not a strtotime parsable string'],
  ['before my birthday'],
  ['after my birthday'],
  ['tomorrowish'],
  ['2018-01-01 2018-01-02'],
  ['2018-01-01 4pm 5pm'],
  ['2018-01-01T10:00:00 02:00'],
  ['2018-01-01T10:00:00Z+02:00'],
  ['2018-01-01+02:00'],
  ['2018-01-01x'],
  ['2018-01-01T'],
  ['2018-01/01'],
  ['Z'],
  ['ago'],
  ['next'],
  ['monday tuesday'],
  ['1514764800.5'],
  ['1514764800000'],
  ['-99999999999999'],
  ['9'.repeat(90)],
  ['+9999999999 years'],
  ['-3000 years'],
  ['10000-01-01'],
  ['٢٠١٨-٠١-٠١'],
  ["2018-01-01'; DROP TABLE calendar_links; --"],
  ['2018-01-01\0'],
  [`2018-01-01${' '.repeat(200)}10:00`],
  ['+1 day '.repeat(20_000)],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1.5],
  [true],
  [null],
  [undefined],
  [['2018-01-01']],
  [{ date: '2018-01-01' }],
])('finds no date in %j', (input) => {
  expect(read(input)).toBeUndefined();
});

it('returns undefined, a wall time or an instant for any text', () => {
  const piece = fc.constantFrom(
    ...['2018-01-01', 'T', '10:00', '+', '-', '5', 'days', 'next', 'last', 'day of', 'month'],
    ...['monday', 'ago', 'Z', '4pm', ' ', ',', '/', 'January', '99999', 'week', 'now', 'hours'],
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 10 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (input) => {
      const date = read(input);
      if (date === undefined) return;
      expect(isWallTime(wallOfInput(date, zone))).toBe(true);
      expect(instantOfInput(date, zone).getTime()).not.toBeNaN();
    }),
    { numRuns: 5000 },
  );
});

it('reads back every wall time and every instant', () => {
  const any = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(any, (date) => {
      const second = `${date.toISOString().slice(0, 19)}Z`;
      const wall = second.slice(0, 19).replace('T', ' ');
      expect(read(wall)).toEqual({ wall, dateOnly: false });
      expect(read(second)).toEqual({ instant: new Date(second) });
    }),
  );
});

it('reads ISO 8601 like the same date with slashes, valid or not', () => {
  const number = (max: number, digits: number) =>
    fc.integer({ min: 0, max }).map((each) => String(each).padStart(digits, '0'));
  const day = fc.tuple(number(9999, 4), number(13, 2), number(32, 2));
  const clock = fc.oneof(
    fc.constant([]),
    fc.tuple(number(25, 2), number(60, 2)),
    fc.tuple(number(25, 2), number(60, 2), number(60, 2)),
  );
  fc.assert(
    fc.property(day, clock, fc.constantFrom('T', ' '), (date, time, between) => {
      const end = time.length > 0 ? `${between}${time.join(':')}` : '';
      expect(read(`${date.join('-')}${end}`)).toEqual(read(`${date.join('/')}${end}`));
    }),
    { numRuns: 2000 },
  );
});

it('resolves relative words in the given zone', () => {
  const late = new Date('2018-01-01T03:00:00Z');
  const day = (place: string) => readDate('today', { now: late, zone: place });
  expect(day('America/New_York')).toEqual({ wall: '2017-12-31 00:00:00', dateOnly: true });
  expect(day('Asia/Kathmandu')).toEqual({ wall: '2018-01-01 00:00:00', dateOnly: true });
});

it.each(['2018-01-29', '2018-02-03', '2018-02-04'])(
  'reads the weekend of the week on %s, which ends on Sunday',
  (day) => {
    const noon = new Date(`${day}T17:00:00Z`);
    const words = ['saturday this week', 'sunday this week'];
    const days = words.map((input) => readDate(input, { now: noon, zone }));
    expect(days).toEqual([
      { wall: '2018-02-03 00:00:00', dateOnly: true },
      { wall: '2018-02-04 00:00:00', dateOnly: true },
    ]);
  },
);

it('uses the current year of the zone for a day without one', () => {
  const newYear = new Date('2018-01-01T03:00:00Z');
  expect(readDate('5 March', { now: newYear, zone })).toMatchObject({
    wall: '2017-03-05 00:00:00',
  });
});

it('counts hours through a clock change, while days keep the hour', () => {
  const evening = { now: new Date('2026-03-07T17:00:00Z'), zone };
  const clockAfter = (text: string) => {
    const date = readDate(text, evening);
    return date && wallOfInput(date, zone);
  };
  expect(clockAfter('+24 hours')).toBe('2026-03-08 13:00:00');
  expect(clockAfter('+1 day')).toBe('2026-03-08 12:00:00');
});

it('reads now as the second of two equal hours', () => {
  const second = new Date('2026-11-01T06:30:00Z');
  expect(readDate('now', { now: second, zone })).toEqual({ instant: second });
});

it('converts a wall time in the given zone, and keeps an instant', () => {
  const wall = { wall: '2018-07-01 10:00:00', dateOnly: false };
  const instant = { instant: new Date('2018-07-01T10:00:00Z') };
  expect(instantOfInput(wall, 'Europe/Paris').toISOString()).toBe('2018-07-01T08:00:00.000Z');
  expect(instantOfInput(instant, 'Europe/Paris')).toBe(instant.instant);
  expect(wallOfInput(wall, 'Europe/Paris')).toBe('2018-07-01 10:00:00');
  expect(wallOfInput(instant, 'Europe/Paris')).toBe('2018-07-01 12:00:00');
});

it('moves a wall time that the clocks skip', () => {
  const skipped = { wall: '2026-03-08 02:30:00', dateOnly: false };
  expect(wallOfInput(skipped, zone)).toBe('2026-03-08 03:30:00');
  expect(instantOfInput(skipped, zone).toISOString()).toBe('2026-03-08T07:30:00.000Z');
});
