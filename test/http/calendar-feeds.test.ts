import { admin } from '../support/admin';
import { component, READERS, valuesOf } from '../support/calendars';
import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { listAnew } from '../support/listed';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';

const ICS = 'text/calendar; charset=utf-8';

const titles = (text: string) => READERS['ical.js'](text).map(({ title }) => title);

let venue: Stored;
let organizer: Stored;
let category: Stored;
let tag: Stored;

beforeAll(async () => {
  venue = await buildVenue({ venue: 'Town hall', city: 'Lyon' });
  organizer = await buildOrganizer({ organizer: 'The club', email: 'club@example.org' });
  category = await buildCategory({ name: 'Chess' });
  tag = await buildTag({ name: 'Free' });
  const linked = { venue: [venue.public_id], organizer: [organizer.public_id] };
  const terms = { categories: [category.public_id], tags: [tag.public_id] };
  await buildEvent({ title: 'Chess night', slug: 'chess-night', ...linked, ...terms });
  await buildEvent({ title: 'Another' });
});

describe('the response format', () => {
  it.each([
    '/events.ics',
    '/events.ics/',
    '/events?format=ics',
    '/events?format=ICS',
    '/events?ical=1',
    '/events/?ical=true',
    '/events?format=ics&ical=0',
  ])('is iCalendar at %s', async (path) => {
    for (const language of [undefined, 'ar', 'fr']) {
      const { status, headers, text } = await get(api(path, language));
      expect([status, headers['content-type']]).toEqual([200, ICS]);
      expect(titles(text).sort()).toEqual(['Another', 'Chess night']);
      expect(headers.vary?.split(', ')).not.toContain('Accept');
    }
  });

  it.each(['/events?format=json&ical=1', '/events?format=json', '/events?ical=0'])(
    'is JSON at %s',
    async (path) => {
      const { body } = await get(api(path), {
        accept: path.includes('json') ? 'text/calendar' : '*/*',
      });
      expect(body.total).toBe(2);
    },
  );

  it('follows Accept when the URL names no format, and varies by it', async () => {
    const asked = async (accept?: string) => {
      const { headers } = await get(api('/events'), accept === undefined ? {} : { accept });
      expect(headers.vary?.split(', ')).toContain('Accept');
      return headers['content-type'];
    };
    for (const accept of [
      'text/calendar',
      'text/calendar, */*;q=0.5',
      'application/json;q=0.4, text/calendar',
      'TEXT/Calendar; charset=utf-8',
    ]) {
      expect(await asked(accept)).toBe(ICS);
      expect(await asked(accept)).toBe(ICS); // From the cache.
      expect(await asked()).toMatch(/json/);
    }
    for (const accept of [
      undefined,
      '*/*',
      'text/html,*/*;q=0.8',
      'application/json, text/calendar;q=0.9',
      'image/png',
    ])
      expect(await asked(accept)).toMatch(/json/);
  });

  it.each([
    '/events?format=pdf',
    '/events?format=',
    '/events?ical=perhaps',
    '/events?format[]=ics&format[]=json',
  ])('is rejected at %s, naming the parameter', async (path) => {
    const { status, body } = await get(api(path));
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect(Object.keys(body.data.params)).toEqual([/format/.test(path) ? 'format' : 'ical']);
  });

  it('is iCalendar only at addresses that have events', async () => {
    for (const path of ['/venues.ics', '/categories.ics', '/doc.ics', '/.ics', '/events/none.ics'])
      expect((await get(api(path))).status).toBe(404);
    expect((await get(api('/venues?format=ics'))).body.total).toBe(1); // Not a parameter of this list.
    expect((await get(api('/venues'), { accept: 'text/calendar' })).body.total).toBe(1);
  });

  it('allows only reads when it is iCalendar', async () => {
    const full = bearer(await apiToken('full-access'));
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, body } = await send(
        method,
        api('/events.ics'),
        { title: 'x' },
        full,
      );
      expect([status, body.code, headers.allow]).toEqual([
        405,
        'rest_no_route',
        'GET, HEAD, OPTIONS',
      ]);
    }
    expect((await send('OPTIONS', api('/events/1.ics'))).headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await send('HEAD', api('/events.ics'))).status).toBe(200);
    expect((await send('POST', api('/events.ics?_method=GET'))).headers['content-type']).toBe(ICS);
  });
});

it.each([
  ['venue', () => `/venues/${venue.public_id}`],
  ['venue by slug', () => `/venues/by-slug/${venue.slug}`],
  ['organizer', () => `/organizers/${organizer.public_id}`],
  ['organizer by slug', () => `/organizers/by-slug/${organizer.slug}`],
  ['category', () => `/categories/${category.public_id}`],
  ['tag', () => `/tags/${tag.public_id}`],
])('serves the events of a %s as iCalendar', async (_, path) => {
  const { text } = await get(api(`${path()}.ics`));
  expect(titles(text)).toEqual(['Chess night']);
  expect((await get(api(`${path()}?format=ics`))).text).toBe(text);
  expect((await get(api(path()), { accept: 'text/calendar' })).text).toBe(text);
  expect(titles((await get(api(`${path()}.ics?starts_before=yesterday`))).text)).toEqual([]);
});

it('serves one event as iCalendar, by id and by slug', async () => {
  const { body } = await get(api('/events/by-slug/chess-night'));
  const { text } = await get(api(`/events/${body.id}.ics`));
  expect(titles(text)).toEqual(['Chess night']);
  expect((await get(api('/events/by-slug/chess-night.ics'))).text).toBe(text);
  expect(valuesOf(text, 'X-WR-CALNAME')).toEqual(['Chess night']);
});

it('returns errors as JSON in the language of the address', async () => {
  const { status, body, headers } = await get(api('/events/999999.ics', 'fr'));
  expect([status, body.code, headers['content-language']]).toEqual([
    404,
    'rest-event-not-found',
    'fr',
  ]);
  expect((await get(api('/events/by-slug/none.ics'))).body.code).toBe('rest-event-not-found');
  expect((await get(api('/venues/999999.ics'))).body.code).toBe('rest-venue-not-found');
  expect((await get(api('/events.ics?categories=none'))).status).toBe(400);
});

it('uses the time zone of the site when the feed has no events', async () => {
  const { status, text } = await get(api('/events.ics?search=nothing-of-this'));
  const [zone] = component(text).getAllSubcomponents('vtimezone');
  expect([status, zone?.getFirstPropertyValue('tzid')]).toEqual([200, 'UTC']);
});

it('serves an event in an unknown time zone by its UTC offset, and refuses to move it', async () => {
  const { documentId, public_id: id } = await buildEvent({
    title: 'Newly zoned',
    timezone: 'Asia/Kathmandu',
    start_date: '2027-05-01 10:00:00',
    end_date: '2027-05-01 11:00:00',
  });
  const stored = { where: { documentId }, data: { timezone: 'Asia/Nowhere' } };
  await strapi.db.query('plugin::calendar.event').updateMany(stored);
  await listAnew();
  const times = {
    timezone: 'UTC+5.75',
    start_date: '2027-05-01 10:00:00',
    utc_start_date: '2027-05-01 04:15:00',
  };
  expect((await get(api(`/events/${id}`))).body).toMatchObject(times);
  const feed = await get(api('/events.ics?start_date=2027-05-01&end_date=2027-05-01'));
  expect(valuesOf(feed.text, 'DTSTART')).toContain('20270501T041500Z');
  const editor = bearer(await apiToken('full-access'));
  const changed = await send('PATCH', api(`/events/${id}`), { cost: '5' }, editor);
  expect(changed.body).toMatchObject({ ...times, cost: '$5' });
  const copy = { action: 'copy', days: ['2027-06-01'], records: [{ id }] };
  const copied = await admin('POST', '/calendar/admin/bulk', copy);
  expect(copied.body.records[0].refused).toMatchObject({ why: 'rule' });
  const moved = { start_date: '2027-05-01 09:00:00' };
  const refused = await send('PATCH', api(`/events/${id}`), moved, editor);
  expect(refused).toMatchObject({
    status: 400,
    body: { data: { params: { timezone: expect.any(String) } } },
  });
});
