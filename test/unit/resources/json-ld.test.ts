import type { View } from '../../../src/plugins/calendar/server/src/resources/answer';
import type {
  EventRecord,
  VenueRecord,
} from '../../../src/plugins/calendar/server/src/resources/resource';
import {
  presentSingleEvent,
  presentSingleOrganizer,
  presentSingleVenue,
} from '../../../src/plugins/calendar/server/src/resources/shared/single';
import { readSettings } from '../../../src/plugins/calendar/server/src/settings/settings';

const NOW = new Date('2026-06-01T00:00:00Z');
const ORIGIN = 'https://example.org';
const BASE = '/calendar/events/v1';

const viewWith = (settings: object): View => ({
  language: 'en',
  origin: ORIGIN,
  base: BASE,
  root: `${ORIGIN}${BASE}`,
  settings: readSettings(settings),
  now: NOW,
});

const POST = {
  ...{ id: 1, public_id: 12, documentId: 'a', locale: 'en', slug: 'a-b', author: 0 },
  ...{ createdAt: NOW, updatedAt: NOW, publishedAt: NOW, date: null, post_status: null },
  ...{ trashed_at: null, description: null, excerpt: null, website: null },
};
const EVENT = {
  ...POST,
  ...{ title: 'Concert', start_date: '2027-07-01 20:00:00', end_date: '2027-07-01 22:00:00' },
  ...{ timezone: 'America/New_York', cost: null },
};
const VENUE = {
  ...{ ...POST, public_id: 7, slug: 'hall', venue: 'Hall' },
  ...{ address: '1 Main St', city: 'Springfield', country: 'USA', zip: '12345' },
  ...{ state: 'IL', stateprovince: 'IL', province: null, phone: null },
  ...{ geo_lat: null, geo_lng: null },
};
const ORGANIZER = {
  ...{ ...POST, public_id: 8, slug: 'club', organizer: 'Club' },
  ...{ website: 'https://club.example', phone: '+1 555', email: 'a@club.example' },
};
const HALL = {
  '@type': 'Place',
  name: 'Hall',
  url: `${ORIGIN}/en${BASE}/venues/by-slug/hall`,
  address: {
    '@type': 'PostalAddress',
    streetAddress: '1 Main St',
    addressLocality: 'Springfield',
    addressRegion: 'IL',
    postalCode: '12345',
    addressCountry: 'USA',
  },
};
const PAGE = `${ORIGIN}/en/calendar/event/a-b`;

type Shown = { json_ld?: Record<string, unknown> };

const nested = (row: object) => ({ row }) as never;

function shown(row: object = {}, more: object = {}, settings: object = {}): Shown {
  const record = {
    ...{ venues: [], organizers: [], categories: [], tags: [], translations: [], parent: 0 },
    ...more,
    row: { ...EVENT, ...row },
  } as unknown as EventRecord;
  return presentSingleEvent(record, viewWith(settings)) as Shown;
}

const jsonLd = (...given: Parameters<typeof shown>) => shown(...given).json_ld ?? {};

it('contains the required properties of a plain event', () => {
  expect(jsonLd({}, { venues: [nested(VENUE)] })).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'Concert',
    url: PAGE,
    inLanguage: 'en',
    startDate: '2027-07-01T20:00:00-04:00',
    endDate: '2027-07-01T22:00:00-04:00',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: HALL,
  });
});

it('contains only the days of an all-day event', () => {
  const row = { all_day: true, start_date: '2027-07-01 00:00:00', end_date: '2027-07-02 23:59:59' };
  expect(jsonLd(row)).toMatchObject({ startDate: '2027-07-01', endDate: '2027-07-02' });
});

it('contains no dates for an event without times', () => {
  const row = { start_date: null, end_date: null };
  expect(Object.keys(jsonLd(row))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(start|end)Date$/)]),
  );
});

it.each([
  ['scheduled', 'EventScheduled'],
  ['canceled', 'EventCancelled'],
  ['postponed', 'EventPostponed'],
])('contains the status of an event that is %s', (event_status, name) => {
  expect(jsonLd({ event_status }).eventStatus).toBe(`https://schema.org/${name}`);
});

describe('the location', () => {
  const venues = [nested(VENUE)];
  const virtual = { '@type': 'VirtualLocation', url: 'https://video.example/1' };
  const row = (attendance_mode: string) => ({ attendance_mode, virtual_url: virtual.url });

  it('is the venue, the URL of the call, or both', () => {
    const [offline, online, mixed] = ['offline', 'online', 'mixed'].map((mode) =>
      jsonLd(row(mode), { venues }),
    );
    expect(offline?.location).toEqual(HALL);
    expect(online?.location).toEqual(virtual);
    expect(mixed?.location).toEqual([HALL, virtual]);
    expect(online?.eventAttendanceMode).toBe('https://schema.org/OnlineEventAttendanceMode');
    expect(mixed?.eventAttendanceMode).toBe('https://schema.org/MixedEventAttendanceMode');
  });

  it('is the page of an online event without a URL', () => {
    expect(jsonLd({ attendance_mode: 'online' }).location).toEqual({ ...virtual, url: PAGE });
  });

  it('contains only public venues, and is omitted without any', () => {
    const draft = nested({ ...VENUE, publishedAt: null });
    const later = nested({ ...VENUE, date: '2026-07-01T00:00:00Z' });
    expect(jsonLd({}, { venues: [draft, nested(VENUE), later] }).location).toEqual(HALL);
    expect(jsonLd({}, { venues: [...venues, ...venues] }).location).toEqual([HALL, HALL]);
    expect(jsonLd({}, { venues: [draft] })).not.toHaveProperty('location');
  });
});

describe('offers', () => {
  const offer = { '@type': 'Offer', url: PAGE, availability: 'https://schema.org/InStock' };

  it.each([
    ['25', {}, 25, 'USD'],
    ['25', { currency_code: 'EUR' }, 25, 'EUR'],
    ['25', { currency_symbol: '£' }, 25, 'GBP'],
    ['$8.50 – $6.50', {}, 6.5, 'USD'],
    ['1,234.56 €', {}, 1234.56, 'EUR'],
    ['CHF 20', {}, 20, 'CHF'],
    ['٢٥', {}, 25, 'USD'],
    ['Free – 30$', {}, 0, 'USD'],
    ['0', {}, 0, 'USD'],
    ['Gratuit', {}, 0, 'USD'],
  ])('for %s (%j) have the price %d %s', (cost, own, price, priceCurrency) => {
    expect(jsonLd({ cost, ...own }).offers).toEqual({ ...offer, price, priceCurrency });
  });

  it.each([
    ...['AED', 'BHD', 'DZD', 'EGP', 'IQD', 'JOD', 'KWD', 'LBP'],
    ...['MAD', 'OMR', 'QAR', 'SAR', 'SYP', 'TND', 'YER'],
  ])('recognize %s as Arabic formats it', (currency) => {
    const cost = new Intl.NumberFormat('ar-EG', { style: 'currency', currency }).format(25);
    expect(jsonLd({ cost }).offers).toEqual({ ...offer, price: 25, priceCurrency: currency });
  });

  it.each([
    [null, {}],
    ['', {}],
    ['Donation', {}],
    ['20 at the door', {}],
    ['20 kr', {}],
    ['XXY 20', {}],
    ['20', { currency_symbol: 'constructor' }],
  ])('are omitted if price or currency is unknown: %s %j', (cost, own) => {
    expect(jsonLd({ cost, ...own })).not.toHaveProperty('offers');
  });

  it('link to the tickets', () => {
    const ticket_url = 'https://tickets.example/1';
    expect(jsonLd({ cost: '5', ticket_url }).offers).toMatchObject({ url: ticket_url });
  });

  it('of a canceled event have no availability', () => {
    const { offers } = jsonLd({ cost: '5', event_status: 'canceled' });
    expect(offers).not.toHaveProperty('availability');
  });

  it('use the currency of the site', () => {
    const currency = { symbol: 'kr', code: 'SEK', position: 'postfix' };
    expect(jsonLd({ cost: '20 kr' }, {}, { currency }).offers).toMatchObject({
      priceCurrency: 'SEK',
    });
  });
});

it('contains a plain-text description and the picture', () => {
  const description = '<p>One<br>two &amp; <b>three</b></p><ul><li>four</li><li>five</li></ul>';
  const image = { id: 3, url: '/uploads/a.jpg', formats: null };
  expect(jsonLd({ description, excerpt: 'Short' }, { image })).toMatchObject({
    description: 'One two & three four five',
    image: [`${ORIGIN}/uploads/a.jpg`],
  });
  expect(jsonLd({ excerpt: 'Only *short*' }).description).toBe('Only short');
});

it('contains no markup from any text', () => {
  const evil = '</script><script>alert(1)</script>';
  const row = { title: `A ${evil}`, description: `<p>&lt;/script&gt;${evil} b</p>` };
  const venues = [nested({ ...VENUE, venue: `V ${evil}`, address: `S ${evil}`, phone: evil })];
  const organizers = [nested({ ...ORGANIZER, organizer: `O ${evil}` })];
  expect(JSON.stringify(jsonLd(row, { venues, organizers }))).not.toContain('<');
});

it('contains only public organizers, without contacts if the setting is off', () => {
  const club = { '@type': 'Organization', name: 'Club', url: 'https://club.example' };
  const draft = nested({ ...ORGANIZER, publishedAt: null });
  const organizers = [draft, nested(ORGANIZER)];
  expect(jsonLd({}, { organizers }).organizer).toEqual({
    ...club,
    telephone: '+1 555',
    email: 'a@club.example',
  });
  expect(jsonLd({}, { organizers }, { publicContacts: false }).organizer).toEqual(club);
});

it.each([
  ['protected', { password: 'sesame' }],
  ['a draft', { publishedAt: null }],
  ['private', { post_status: 'private' }],
  ['still to be published', { date: '2026-07-01T00:00:00Z' }],
  ['in the trash', { trashed_at: NOW }],
])('is absent when the event is %s', (_, row) => {
  expect(shown(row)).not.toHaveProperty('json_ld');
});

it('describes a venue or organizer on its own, but not a draft', () => {
  const located = { row: { ...VENUE, geo_lat: 0, geo_lng: 12.5, phone: '1' }, translations: [] };
  const { json_ld: place } = presentSingleVenue(
    located as unknown as VenueRecord & { translations: [] },
    viewWith({}),
  ) as Shown;
  expect(place).toEqual({
    '@context': 'https://schema.org',
    ...HALL,
    telephone: '1',
    geo: { '@type': 'GeoCoordinates', latitude: 0, longitude: 12.5 },
  });
  const club = { row: { ...ORGANIZER, website: null }, translations: [] } as never;
  expect((presentSingleOrganizer(club, viewWith({})) as Shown).json_ld).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    url: `${ORIGIN}/en${BASE}/organizers/by-slug/club`,
  });
  const draft = { row: { ...ORGANIZER, publishedAt: null }, translations: [] } as never;
  expect(presentSingleOrganizer(draft, viewWith({}))).not.toHaveProperty('json_ld');
});
