import { IANAZone } from 'luxon';
import {
  instantOf,
  localMillis,
  wallOf,
  wallOfMillis,
} from '../../../src/plugins/calendar/server/src/kinds/dates/wall-time';
import { vtimezone } from '../../../src/plugins/calendar/server/src/resources/feeds/times';
import {
  eventComponent,
  vcalendar,
} from '../../../src/plugins/calendar/server/src/resources/feeds/vcalendar';
import type { FeedEvent } from '../../../src/plugins/calendar/server/src/resources/feeds/vevent';
import { READERS, type ReadEvent, unfolded, valuesOf } from '../../support/calendars';
import { byLibical, hasLibical } from '../../support/libical';
import { fc, runs } from '../../support/property';

const ZONES = [
  ...['Europe/Paris', 'Europe/London', 'Europe/Dublin', 'Europe/Lisbon', 'Europe/Istanbul'],
  ...['Europe/Moscow', 'Europe/Kyiv', 'Atlantic/Azores', 'Atlantic/Reykjavik', 'Africa/Casablanca'],
  ...['Africa/Cairo', 'Africa/Lagos', 'Africa/Johannesburg', 'America/New_York', 'America/Chicago'],
  ...['America/Denver', 'America/Phoenix', 'America/Los_Angeles', 'America/Anchorage'],
  ...['America/Halifax', 'America/St_Johns', 'America/Havana', 'America/Sao_Paulo'],
  ...['America/Santiago', 'America/Argentina/Buenos_Aires', 'America/Asuncion', 'America/Nuuk'],
  ...['Pacific/Honolulu', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Apia'],
  ...['Australia/Sydney', 'Australia/Lord_Howe', 'Australia/Adelaide', 'Asia/Tokyo'],
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tehran', 'Asia/Jerusalem', 'Asia/Beirut'],
  ...['Asia/Gaza', 'Asia/Ulaanbaatar', 'Antarctica/Troll', 'UTC', 'UTC+2', 'UTC-3.5'],
];

const SITE = '0e3b6f0e-1f5f-4a4b-9a3f-6f0d8a4b7c11';
const HEAD = {
  name: 'Events',
  language: 'en',
  timezone: 'UTC',
  now: new Date('2026-11-22'),
} as const;
const TELLING = { siteId: SITE, isListed: true };
const MINUTE = 60_000;

interface Times {
  zone: string;
  wall: string;
  minutes: number;
  all_day: boolean;
}

const utc = (wall: string, zone: string) => wallOf(instantOf(wall, zone), 'UTC');

/** An event as feeds tell of it. */
function feedEvent({ zone, wall, minutes, all_day }: Times, more = {}): FeedEvent {
  const start_date = all_day ? `${wall.slice(0, 10)} 00:00:00` : wall;
  const moment = new Date(instantOf(wall, zone).getTime() + minutes * MINUTE);
  const end = wallOf(moment, zone);
  const end_date = all_day ? `${end.slice(0, 10)} 23:59:59` : end;
  const shown = {
    id: 1,
    status: 'publish',
    url: 'https://example.org/events/1',
    title: 'An event',
    description: '',
    excerpt: '',
    image: false,
    all_day,
    start_date,
    end_date,
    utc_start_date: utc(start_date, zone),
    utc_end_date: all_day ? utc(end_date, zone) : wallOf(moment, 'UTC'),
    timezone: zone,
    categories: [],
    venue: [],
    organizer: [],
    virtual_url: '',
    event_status: 'scheduled',
    language: 'en',
    ...more,
  } as unknown as FeedEvent['shown'];
  return { shown, documentId: 'abc', isProtected: false, revision: 0, latest: 0 };
}

const calendarOf = (events: FeedEvent[]) =>
  vcalendar(
    events.map((event) => eventComponent(event, TELLING)),
    HEAD,
  );

const instant = (wall: string) => new Date(`${wall.replace(' ', 'T')}Z`).toISOString();

function expected({ shown }: FeedEvent) {
  const [start, end] = shown.all_day
    ? [shown.start_date.slice(0, 10), shown.end_date.slice(0, 10)]
    : [instant(shown.utc_start_date), instant(shown.utc_end_date)];
  return { start, end };
}

/** Clock changes of these years: starts fall within hours of them. */
const CHANGES = [
  ...['2026-10-25 02:30', '2027-03-28 02:30', '2026-11-01 01:30', '2027-03-14 02:30'],
  ...['2027-04-04 02:30', '2026-10-04 02:15', '2027-02-07 03:00', '2027-03-14 03:00'],
  ...['2027-10-31 00:30', '2027-04-25 00:00', '2027-10-28 23:30', '2027-09-05 00:00'],
  ...['2027-01-01 00:00', '2026-12-31 23:59'],
];

/** Years for which node-ical has data of its own that end: it looks at nobody else's. */
const FAR = ['1931-06-01 12:00', '1972-06-01 12:00', '2055-07-01 12:00', '2400-01-01 00:00'];

const timesAround = (moments: string[]) =>
  fc.record({
    zone: fc.constantFrom(...ZONES),
    wall: fc
      .tuple(fc.constantFrom(...moments), fc.integer({ min: -300, max: 300 }))
      .map(([at, minutes]) => wallOfMillis(localMillis(`${at}:00`) + minutes * MINUTE)),
    minutes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4000 })),
    all_day: fc.boolean(),
  });

const readers: { [name: string]: (text: string) => ReadEvent[] } = {
  ...READERS,
  ...(hasLibical && { libical: byLibical }),
};

if (!hasLibical)
  it.skip('libical reads calendars: skipped, not installed (Debian: libical-dev)', () => {});

describe.each(Object.entries(readers))('%s', (name, read) => {
  it('reads the instants of events around clock changes in 40 zones', () => {
    fc.assert(
      fc.property(
        fc.array(timesAround(name === 'node-ical' ? CHANGES : [...CHANGES, ...FAR]), {
          minLength: 1,
          maxLength: 30,
        }),
        (all) => {
          const events = all.map((each, at) => ({ ...feedEvent(each), documentId: `event${at}` }));
          const found = read(calendarOf(events)).map(({ start, end }) => ({ start, end }));
          expect(found).toEqual(events.map(expected));
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('reads texts with every special character', () => {
    const text = fc
      .array(fc.constantFrom(...'a;,:\\"^\'é漢🎉ش n\n\u200f%=', 'BEGIN:VEVENT'), { maxLength: 200 })
      .map((parts) => parts.join('').trim())
      .filter((written) => name !== 'node-ical' || !written.includes('\\n')); // It takes `\\\\n` for a line break.
    fc.assert(
      fc.property(text, (title) => {
        const [event] = read(
          calendarOf([
            feedEvent(
              { zone: 'UTC', wall: '2027-01-01 10:00:00', minutes: 60, all_day: false },
              { title: title || 'x' },
            ),
          ]),
        );
        expect(event?.title).toBe(title || 'x');
      }),
      { numRuns: runs(300) },
    );
  });
});

it('folds lines at 75 octets with CRLF, and splits no character', () => {
  const title = '漢é🎉ش'.repeat(60);
  const text = calendarOf([
    feedEvent(
      { zone: 'Europe/Paris', wall: '2027-01-01 10:00:00', minutes: 60, all_day: false },
      { title },
    ),
  ]);
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text).not.toContain('\ufffd');
  expect(valuesOf(text, 'SUMMARY')).toEqual([title]);
});

it('removes control characters, so that no text begins a line', () => {
  const title = 'one\r\nATTENDEE:x\u0000\u0007\u0085two\u2028three';
  const text = calendarOf([
    feedEvent({ zone: 'UTC', wall: '2027-01-01 10:00:00', minutes: 60, all_day: false }, { title }),
  ]);
  expect(valuesOf(text, 'SUMMARY')).toEqual([String.raw`one\nATTENDEE:xtwo\nthree`]);
  expect(unfolded(text).filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
});

it('contains clock changes that are undone within a week', () => {
  const event = feedEvent({
    ...{ zone: 'America/Recife', wall: '2000-10-12 12:00:00' },
    ...{ minutes: 7 * 24 * 60, all_day: false },
  });
  for (const name of ['ical.js', 'libical'])
    expect(readers[name]?.(calendarOf([event])) ?? [expected(event)]).toMatchObject([
      expected(event),
    ]);
});

it('takes few look-ups of offsets for events of many years', () => {
  const looking = jest.spyOn(IANAZone.prototype, 'offset');
  const years = Array.from({ length: 100 }, (_, at) => 1600 + at);
  const text = vtimezone('Europe/Helsinki', years).join('\n');
  expect(text.match(/BEGIN:(?:STANDARD|DAYLIGHT)/g)).toHaveLength(1);
  expect(looking.mock.calls.length).toBeLessThan(100 * 100);
  looking.mockRestore();
});

it('contains the clock changes of the year 9999', () => {
  const event = feedEvent({
    ...{ zone: 'Europe/Paris', wall: '9999-07-01 12:00:00' },
    ...{ minutes: 60, all_day: false },
  });
  expect(READERS['ical.js']?.(calendarOf([event]))).toMatchObject([expected(event)]);
});

it.each([
  [1e-7, 179.5, '0;179.5'],
  [-4.9e-10, -0, '0;0'],
  [0.0000015, -1.25, '0.0000015;-1.25'],
])('writes coordinates without exponents: %s, %s', (geo_lat, geo_lng, said) => {
  const venue = { venue: 'Null Island', language: 'en', geo_lat, geo_lng };
  const at = { zone: 'UTC', wall: '2027-01-01 10:00:00', minutes: 60, all_day: false };
  expect(valuesOf(calendarOf([feedEvent(at, { venue: [venue] })]), 'GEO')).toEqual([said]);
});
