import {
  abbreviationAt,
  dateDetails,
} from '../../../../src/plugins/calendar/server/src/kinds/dates/wall-time';

it.each([
  ['2026-01-01T12:00:00Z', 'America/New_York', 'EST'],
  ['2026-07-01T12:00:00Z', 'America/New_York', 'EDT'],
  ['2026-07-01T12:00:00Z', 'EST', 'EST'],
  ['2026-01-01T12:00:00Z', 'Europe/London', 'GMT'],
  ['2026-07-01T12:00:00Z', 'Europe/London', 'BST'],
  ['2026-01-01T12:00:00Z', 'Europe/Paris', 'CET'],
  ['2026-07-01T12:00:00Z', 'Europe/Paris', 'CEST'],
  ['2026-07-01T12:00:00Z', 'Europe/Dublin', 'IST'],
  ['2026-07-01T12:00:00Z', 'Africa/Cairo', 'EEST'],
  ['2026-07-01T12:00:00Z', 'Asia/Tokyo', 'JST'],
  ['2026-07-01T12:00:00Z', 'Europe/Moscow', 'MSK'],
  ['2026-07-01T12:00:00Z', 'Asia/Kolkata', 'IST'],
  ['2026-07-01T12:00:00Z', 'Asia/Calcutta', 'IST'],
  ['2026-01-01T12:00:00Z', 'Australia/Sydney', 'AEDT'],
])('abbreviates at %s the zone %s as %s', (instant, zone, abbreviation) => {
  expect(abbreviationAt(new Date(instant), zone)).toBe(abbreviation);
});

it.each([
  ['1880-01-01T12:00:00Z', 'America/New_York', 'LMT'],
  ['1900-01-01T12:00:00Z', 'Europe/Paris', 'PMT'],
  ['1943-07-01T12:00:00Z', 'America/New_York', 'EWT'],
  ['1950-07-01T12:00:00Z', 'Asia/Tokyo', 'JDT'],
  ['1970-01-01T12:00:00Z', 'Africa/Monrovia', 'MMT'],
  ['2040-01-01T12:00:00Z', 'Europe/Lisbon', 'WET'],
  ['2040-07-01T12:00:00Z', 'Europe/Lisbon', 'WEST'],
  ['2500-01-01T12:00:00Z', 'Australia/Sydney', 'AEDT'],
  ['9999-07-01T12:00:00Z', 'America/New_York', 'EDT'],
])(
  'knows past and future abbreviations: at %s the zone %s is %s',
  (instant, zone, abbreviation) => {
    expect(abbreviationAt(new Date(instant), zone)).toBe(abbreviation);
  },
);

it.each([
  ['2026-07-01T12:00:00Z', 'Asia/Kathmandu', '+0545'],
  ['2026-07-01T12:00:00Z', 'America/Sao_Paulo', '-03'],
  ['2026-07-01T12:00:00Z', 'Asia/Dubai', '+04'],
  ['2026-07-01T12:00:00Z', 'UTC', 'UTC'],
  ['2026-07-01T12:00:00Z', 'UTC+2', 'UTC+2'],
  ['2026-07-01T12:00:00Z', 'UTC+5.75', 'UTC+5.75'],
])(
  'uses the offset without a common abbreviation: at %s the zone %s is %s',
  (time, zone, distance) => {
    expect(abbreviationAt(new Date(time), zone)).toBe(distance);
  },
);

it('has an abbreviation or offset for every zone of Node at any time', () => {
  const wrong = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
    [1890, 1900, 1925, 1945, 1970, 1995, 2010, 2026, 2038, 3000].flatMap((year) =>
      ['01', '07'].flatMap((month) => {
        const abbreviation = abbreviationAt(new Date(`${year}-${month}-15T12:00:00Z`), zone);
        return /^([A-Z][A-Za-z]{1,4}|[+-]\d{2}(\d{2})?)$/.test(abbreviation)
          ? []
          : [[zone, abbreviation]];
      }),
    ),
  );
  expect(wrong).toEqual([]);
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
