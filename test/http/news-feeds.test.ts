import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import { apiToken, bearer } from '../support/callers';
import { api, get } from '../support/http';
import { pathOf } from '../support/pages';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';
import { withSettings } from '../support/settings';

const RSS = 'application/rss+xml; charset=utf-8';
const JSON_FEED = 'application/feed+json; charset=utf-8';

const itemsOf = (text: string) => parseRssFeed(text).items ?? [];
const titles = (text: string) => itemsOf(text).map(({ title }) => title);

let fair: Stored;
let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  const venue = await buildVenue({ venue: 'Tom & Ann’s', city: 'Lyon' });
  const category = await buildCategory({ name: 'Chess & "go"' });
  fair = await buildEvent({
    title: 'Fair & square: 1 < 2 ]]> "x"',
    description: '<p>All <em>welcome</em>.</p>',
    start_date: '2031-05-01 18:00:00',
    end_date: '2031-05-01 21:00:00',
    timezone: 'Europe/Paris',
    date: '2026-01-02T08:00:00Z',
    venue: [venue.public_id],
    categories: [category.public_id],
  });
  await buildEvent({ title: 'Foire' }, { of: fair, language: 'fr' });
  const later = { start_date: '2031-01-01 10:00:00', end_date: '2031-01-01 11:00:00' };
  await buildEvent({ title: 'Published last', ...later, date: '2026-03-03T08:00:00Z' });
  await buildEvent({ title: 'Published first', ...later, date: '2025-03-03T08:00:00Z' });
  const secret = { password: 'secret', description: 'nobody may read this' };
  await buildEvent({ title: 'Locked', ...later, ...secret, date: '2025-01-01T08:00:00Z' });
  await buildEvent({ title: 'Draft', ...later }, { publish: false });
  await buildEvent({ title: 'Private', ...later, post_status: 'private' });
  await buildEvent({ title: 'Scheduled', ...later, date: '2999-01-01T08:00:00Z' });
  await buildEvent({ title: 'Hidden', ...later, hide_from_listings: true });
});

const WINDOW = 'start_date=2031-01-01&end_date=2031-12-31';
const ORDER = ['Published last', 'Fair & square: 1 < 2 ]]> "x"', 'Published first', 'Locked'];

it.each(['', 'hide_from_listings=true&', 'orderby=title&order=asc&'])(
  'news feeds list the same published events for every caller, newest first: %s',
  async (query) => {
    for (const headers of [{}, full]) {
      const answer = await get(api(`/events.rss?${query}${WINDOW}`), headers);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, RSS]);
      expect(titles(answer.text)).toEqual(ORDER);
      expect(answer.text).not.toContain('nobody may read this');
      const json = await get(api(`/events.json?${query}${WINDOW}`), headers);
      expect(json.headers['content-type']).toBe(JSON_FEED);
      expect(json.body.items.map(({ title }: { title: string }) => title)).toEqual(ORDER);
      expect(json.text).not.toContain('nobody may read this');
    }
  },
);

it('shows the excerpt of an event without a description', async () => {
  const times = { start_date: '2034-01-01 10:00:00', end_date: '2034-01-01 11:00:00' };
  await buildEvent({ title: 'Brief', ...times, description: '', excerpt: 'In *short*' });
  const { body } = await get(api('/events.json?start_date=2034-01-01&end_date=2034-12-31'));
  const [item] = body.items;
  expect(item.content_html).toMatch(/<p>In <em>short<\/em><\/p>$/);
  expect(item.content_text).toMatch(/In short$/);
});

it('news feeds omit venues and organizers that are not public, for every caller', async () => {
  const venue = await buildVenue({ venue: 'Backroom', post_status: 'private' });
  const organizer = await buildOrganizer({ organizer: 'Nobody yet' }, { publish: false });
  await buildEvent({
    title: 'At a place',
    start_date: '2032-05-01 18:00:00',
    end_date: '2032-05-01 21:00:00',
    venue: [venue.public_id],
    organizer: [organizer.public_id],
  });
  const window = 'start_date=2032-01-01&end_date=2032-12-31';
  expect((await get(api(`/events?${window}`), full)).text).toContain('Backroom');
  for (const feed of ['rss', 'json']) {
    const { text } = await get(api(`/events.${feed}?${window}`), full);
    expect(text).toContain('At a place');
    expect(text).not.toMatch(/Backroom|Nobody yet/);
  }
});

it('the RSS feed rejects other states', async () => {
  const { status, body } = await get(api('/events.rss?status=draft'), full);
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['status']]);
});

it('the RSS feed is valid RSS 2.0 with links, dates and descriptions', async () => {
  const { text } = await get(api(`/events.rss?${WINDOW}`));
  const feed = parseRssFeed(text);
  expect(feed).toMatchObject({
    title: `New events – ${new URL(baseURL).host}`,
    link: `${baseURL}${api('/events')}`,
    language: 'en',
  });
  const links = feed.atom?.links ?? [];
  expect(links[0]).toMatchObject({
    rel: 'self',
    href: `${baseURL}${api(`/events.rss?${WINDOW}`)}`,
  });
  const item = feed.items?.[1];
  expect(item).toMatchObject({
    title: ORDER[1],
    link: `${baseURL}/en/calendar/event/${fair.slug}`,
    guid: { isPermaLink: false },
    pubDate: 'Fri, 02 Jan 2026 08:00:00 GMT',
    categories: [{ name: 'Chess & "go"' }],
  });
  expect(item?.guid?.value).toMatch(new RegExp(`^${fair.documentId}@[0-9a-f-]{36}$`));
  expect(item?.description).toMatch(
    /^<p>Thursday, May 1, 2031.*6:00.*9:00.*\(CEST\)<br>Tom &amp; /,
  );
  expect(item?.description).toContain('Ann’s, Lyon</p><p>All <em>welcome</em>.</p>');
});

it('the JSON feed is valid JSON Feed 1.1, with the RSS item ids', async () => {
  const { body, text } = await get(api(`/events.json?${WINDOW}`));
  expect(body.version).toBe('https://jsonfeed.org/version/1.1');
  const feed = parseJsonFeed(text);
  expect(feed.feed_url).toBe(`${baseURL}${api(`/events.json?${WINDOW}`)}`);
  const rss = itemsOf((await get(api(`/events.rss?${WINDOW}`))).text);
  expect(feed.items?.map(({ id }) => id)).toEqual(rss.map(({ guid }) => guid?.value));
  expect(body.items[1]).toMatchObject({
    title: ORDER[1],
    content_html: rss[1]?.description,
    date_published: '2026-01-02T08:00:00.000Z',
    tags: ['Chess & "go"'],
    language: 'en',
    _event: {
      start: '2031-05-01T16:00:00.000Z',
      end: '2031-05-01T19:00:00.000Z',
      timezone: 'Europe/Paris',
      location: 'Tom & Ann’s, Lyon',
    },
  });
  expect(body.items[1].content_text).toContain('All welcome.');
});

it.each([
  ['/events?format=rss', undefined, RSS],
  ['/events?format=jsonfeed', undefined, JSON_FEED],
  ['/events', 'application/rss+xml', RSS],
  ['/events', 'application/feed+json, application/json;q=0.5', JSON_FEED],
])('a news feed is served for %s with Accept %s', async (path, accept, expected) => {
  const { status, headers } = await get(api(path), accept === undefined ? {} : { accept });
  expect([status, headers['content-type']]).toEqual([200, expected]);
});

it('news feeds use the language of the address for title, dates and events', async () => {
  const { text, headers } = await get(api(`/events.rss?${WINDOW}`, 'fr'));
  const feed = parseRssFeed(text);
  expect([feed.language, headers['content-language']]).toEqual(['fr', 'fr']);
  expect(feed.title).toMatch(/^Nouveaux évènements – /);
  expect(feed.items?.[1]?.title).toBe('Foire');
  expect(feed.items?.[1]?.description).toContain('jeudi 1 mai 2031');
  const arabic = await get(api(`/events.rss?${WINDOW}`, 'ar'));
  expect(parseRssFeed(arabic.text).language).toBe('ar');
});

it('news feeds begin with the state of canceled and postponed events, in their language', async () => {
  const times = { start_date: '2033-05-01 10:00:00', end_date: '2033-05-01 11:00:00' };
  await buildEvent({ title: 'Off', event_status: 'canceled', ...times });
  await buildEvent({ title: 'Later', event_status: 'postponed', password: 'secret', ...times });
  const late = await buildEvent({ title: 'Late', event_status: 'postponed', ...times });
  await buildEvent({ title: 'Tard' }, { of: late, language: 'fr' });
  const { body } = await get(api('/events.json?start_date=2033-01-01&end_date=2033-12-31', 'fr'));
  const texts = body.items.map((item: Record<string, string>) => [
    item.title,
    item.content_text?.split('\n')[0],
  ]);
  expect(Object.fromEntries(texts)).toEqual({
    Off: 'Canceled',
    Later: expect.stringContaining('2033'), // Protected: only title and times.
    Tard: 'Reporté',
  });
  expect(body.items.find(({ title }: { title: string }) => title === 'Off').content_html).toMatch(
    /^<p>Canceled<br>/,
  );
});

it('news feeds support the filters of the list, and link to their next page', async () => {
  expect(titles((await get(api(`/events.rss?${WINDOW}&search=fair`))).text)).toEqual([ORDER[1]]);
  const seen: unknown[] = [];
  let path: string | undefined = api(`/events.json?${WINDOW}&per_page=2`);
  while (path) {
    const { body } = await get(path);
    seen.push(...body.items.map(({ title }: { title: string }) => title));
    path = body.next_url?.slice(baseURL.length);
  }
  expect(seen).toEqual(ORDER);
  const next = parseRssFeed((await get(api(`/events.rss?${WINDOW}&per_page=2`))).text).atom?.links;
  expect(next?.[1]).toMatchObject({ rel: 'next' });
  expect(titles((await get(next?.[1]?.href?.slice(baseURL.length) ?? '')).text)).toEqual(
    ORDER.slice(2),
  );
});

it('news feeds are byte-identical while nothing changes, and 304 for their ETag', async () => {
  for (const end of ['.rss', '.json']) {
    const first = await get(api(`/events${end}?${WINDOW}`));
    expect((await get(api(`/events${end}?${WINDOW}`), full)).text).toBe(first.text);
    const known = { 'if-none-match': String(first.headers.etag) };
    expect((await get(api(`/events${end}?${WINDOW}`), known)).status).toBe(304);
  }
});

it('the RSS feed is empty when no event matches', async () => {
  const { status, text } = await get(api('/events.rss?start_date=2051-01-01&end_date=2051-02-01'));
  expect([status, parseRssFeed(text).items ?? []]).toEqual([200, []]);
});

it.each(['/venues.rss', '/events/1.rss', '/tags.json', '/events/1.json'])(
  'no news feed exists at %s',
  async (path) => {
    expect((await get(api(path))).status).toBe(404);
  },
);

describe('the JSON feed at an alias', () => {
  withSettings({ aliases: ['/agenda'] });

  it('names its address at the alias as feed_url', async () => {
    const { body } = await get('/agenda/events.json');
    expect(body.feed_url).toBe(`${baseURL}/agenda/events.json`);
  });
});

/** RFC 8288: alternate links, media type → path. */
const alternatesIn = (link: unknown) =>
  Object.fromEntries(
    [...String(link).matchAll(/<([^>]*)>; rel="alternate"; type="([^"]*)"/g)].map(
      ([, address = '', type = '']) => [type, address.slice(baseURL.length)],
    ),
  );

describe('the Link header', () => {
  it('links a list to its feeds, with the filters as they were sent', async () => {
    const query = 'start_date=2031-01-01&end_date=%2B20+years&search=foire';
    const { headers } = await get(
      api(`/events?${query}&per_page=1&orderby=title&_fields=total`, 'fr'),
    );
    const feeds = alternatesIn(headers.link);
    expect(feeds).toEqual({
      'text/calendar': api(`/events.ics?${query}`, 'fr'),
      'application/rss+xml': api(`/events.rss?${query}`, 'fr'),
      'application/feed+json': api(`/events.json?${query}`, 'fr'),
    });
    expect(titles((await get(feeds['application/rss+xml'] ?? '')).text)).toEqual(['Foire']);
  });

  it('links a record to its iCalendar feed only if everybody may read it', async () => {
    for (const path of [`/events/${fair.public_id}`, `/events/by-slug/${fair.slug}`]) {
      const { headers } = await get(api(path));
      const expected = { 'text/calendar': api(`/events/${fair.public_id}.ics`) };
      expect(alternatesIn(headers.link)).toEqual(expected);
    }
    const category = (await get(api('/categories'))).body.categories[0].id;
    const address = alternatesIn((await get(api(`/categories/${category}`))).headers.link);
    expect((await get(address['text/calendar'] ?? '')).status).toBe(200);
    const locked = (await get(api(`/events?${WINDOW}&search=locked`))).body.events[0].id;
    const unlocked = await get(api(`/events/${locked}?password=secret`));
    expect([unlocked.status, alternatesIn(unlocked.headers.link)]).toEqual([200, {}]);
  });

  it('links the same feed as feed_url, in the requested language', async () => {
    for (const [path, end] of [
      [api(`/events/${fair.public_id}`), ''],
      [api(`/events/${fair.public_id}`, 'fr'), ''],
      [api(`/events/${fair.public_id}?i18n_language=en`, 'fr'), '?i18n_language=en'],
      [api(`/events/${fair.public_id}?i18n_language=en`), ''],
    ] as const) {
      const { body, headers } = await get(path);
      expect(body.feed_url).toBe(`${baseURL}${path.replace(/\?.*/, '')}.ics${end}`);
      expect(alternatesIn(headers.link)['text/calendar']).toBe(body.feed_url.slice(baseURL.length));
      expect((await get(pathOf(body.feed_url))).text).toContain(
        `SUMMARY;LANGUAGE=${body.language}:`,
      );
    }
  });

  it('omits feeds whose addresses would be too long', async () => {
    const { headers } = await get(
      api(
        `/events?search=${'x'.repeat(190)}&include=${Array.from({ length: 60 }, (_, at) => 900000 + at).join(',')}`,
      ),
    );
    expect(alternatesIn(headers.link)).toEqual({});
  });
});

describe('feed_url', () => {
  const query = 'start_date=2031-01-01&end_date=%2B20+years&search=foire';

  it('of a list is the calendar with the same filters, without paging and order', async () => {
    const { body } = await get(api(`/events?${query}&page=1&per_page=1&order=desc`, 'fr'));
    expect(body.feed_url).toBe(`${baseURL}${api(`/events.ics?${query}`, 'fr')}`);
    expect((await get(pathOf(body.feed_url))).text).toContain(`UID:${fair.documentId}@`);
    expect((await get(api('/events'))).body.feed_url).toBe(`${baseURL}${api('/events.ics')}`);
  });

  it('leaves out parameters without a value, which count as not sent', async () => {
    const { body, headers } = await get(
      api(`/events?${WINDOW}&search&status&hide_from_listings`),
      full,
    );
    expect(body.feed_url).toBe(`${baseURL}${api(`/events.ics?${WINDOW}`)}`);
    const addresses = Object.values(alternatesIn(headers.link));
    expect(addresses).toHaveLength(3);
    for (const address of addresses)
      expect([address, (await get(address, full)).status]).toEqual([address, 200]);
  });

  it('is absent for states without calendars, and Link has news feeds for publish alone', async () => {
    for (const [status, formats] of [
      ['publish', ['text/calendar', 'application/rss+xml', 'application/feed+json']],
      ['publish,private', ['text/calendar']],
      ['future&status[]=private', ['text/calendar']],
      ['publish,draft', []],
      ['trash', []],
    ] as const) {
      const { body, headers } = await get(api(`/events?status[]=${status}`), full);
      expect([status, Object.keys(alternatesIn(headers.link))]).toEqual([status, formats]);
      expect([status, 'feed_url' in body]).toEqual([status, formats.length > 0]);
      for (const address of Object.values(alternatesIn(headers.link)))
        expect([status, (await get(address, full)).status]).toEqual([status, 200]);
    }
  });

  it('of a list of hidden events is their calendar, for callers who may list them', async () => {
    const hidden = `hide_from_listings=true&${WINDOW}`;
    const { body, headers } = await get(api(`/events?${hidden}`), full);
    expect(body.feed_url).toBe(`${baseURL}${api(`/events.ics?${hidden}`)}`);
    expect(Object.keys(alternatesIn(headers.link))).toEqual(['text/calendar']);
    const { text } = await get(pathOf(body.feed_url), full);
    expect(text.match(/SUMMARY.*/g)).toEqual([expect.stringContaining('Hidden')]);
    const others = await get(api(`/events?${hidden}`));
    expect(others.body.feed_url).toBe(`${baseURL}${api(`/events.ics?${WINDOW}`)}`);
  });

  it('is in each public record that is read alone, not in lists or nested', async () => {
    const own = await buildEvent({
      venue: [(await buildVenue()).public_id],
      organizer: [(await buildOrganizer()).public_id],
      categories: [(await buildCategory()).public_id],
      tags: [(await buildTag()).public_id],
    });
    const { categories, tags, venue, organizer } = (await get(api(`/events/${own.public_id}`)))
      .body;
    for (const [path, nested] of [
      [`/venues/${venue.id}`, venue],
      [`/organizers/${organizer[0].id}`, organizer[0]],
      [`/categories/${categories[0].id}`, categories[0]],
      [`/tags/${tags[0].id}`, tags[0]],
    ]) {
      expect(nested).not.toHaveProperty('feed_url');
      const { body } = await get(api(path));
      expect(body.feed_url).toBe(`${baseURL}${api(path)}.ics`);
      expect((await get(pathOf(body.feed_url))).text).toContain(`UID:${own.documentId}@`);
    }
    for (const path of ['/venues', '/organizers', '/categories', '/tags'])
      expect((await get(api(path))).text).not.toContain('feed_url');
  });

  it('is absent from drafts and from private, scheduled and protected events', async () => {
    const hidden = [
      await buildEvent({}, { publish: false }),
      await buildEvent({ post_status: 'private' }),
      await buildEvent({ date: '2100-01-01T00:00:00.000Z' }),
      await buildEvent({ password: 'secret' }),
    ];
    for (const { public_id } of hidden) {
      const { status, text } = await get(api(`/events/${public_id}?password=secret`), full);
      expect([status, text.includes('feed_url')]).toEqual([200, false]);
    }
  });
});
