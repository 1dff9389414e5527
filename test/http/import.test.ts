import { type ChildProcess, execFile } from 'node:child_process';
import path from 'node:path';
import { importSite } from '../../database/import/load';
import type { Imported } from '../../database/import/writing';
import { INTERNET } from '../../src/plugins/calendar/server/src/records/fetch-bytes';
import recording from '../fixtures/recorded/recording.json';
import { apiToken, bearer } from '../support/callers';
import { type Lists, startEventSite } from '../support/event-site';
import { api, get, send } from '../support/http';
import { sends, startPictureServer, testNetwork } from '../support/picture-server';
import { pictureBytes } from '../support/uploads';

// biome-ignore lint/suspicious/noExplicitAny: answers of many requests, looked into as each test expects.
type Body = any;

/** What a recorded request was answered. */
const recorded = (path: string): Body =>
  recording.find(({ request }) => request.method === 'GET' && request.path === path)?.response.body;

const WINDOW = 'start_date=2040-01-01&end_date=2040-12-31';

const lists: Required<Lists> = {
  categories: recorded('/categories?hide_empty=false').categories,
  venues: recorded('/venues').venues,
  organizers: recorded('/organizers').organizers,
  events: recorded(`/events?${WINDOW}`).events,
};

/** The first recorded event, as another one. */
const eventLike = (id: number, changes: object) => ({
  ...lists.events[0],
  id,
  slug: `event-${id}`,
  ...changes,
});

const lines: string[] = [];

const load = (address: string, options: { update?: boolean; language?: 'fr' } = {}) =>
  importSite(strapi, { address, update: false, log: (line) => lines.push(line), ...options });

const counted = (counts: Partial<Imported>) => ({
  ...{ created: 0, updated: 0, untouched: 0, failed: 0 },
  ...counts,
});

let full: Record<string, string>;
let site: Awaited<ReturnType<typeof startEventSite>>;

/** Imports what a site with these lists serves. */
async function loadFrom(served: Lists, options = {}) {
  const other = await startEventSite({
    ...{ categories: [], venues: [], organizers: [], events: [] },
    ...served,
  });
  try {
    return { host: other.host, counts: await load(other.url, options) };
  } finally {
    await other.stop();
  }
}

const byId = (type: string, id: number | string, source = site.host, language?: string) =>
  get(api(`/${type}/by-external-id/${id}?source=${source}`, language), full).then(
    ({ body }) => body,
  );

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  site = await startEventSite(lists);
});

afterAll(() => site.stop());
beforeEach(() => lines.splice(0));

describe('an import of a site with The Events Calendar', () => {
  it('creates its venues, organizers and events once, whatever address of it is given', async () => {
    expect(await load(site.url)).toEqual(counted({ created: 3 + 3 + lists.events.length }));
    expect(lines).toContain(`Events: ${lists.events.length} of ${lists.events.length}`);
    for (const address of ['/', '/?rest_route=/tribe/events/v1', '/wp-json/tribe/events/v1/']) {
      const untouched = 3 + 3 + lists.events.length;
      expect(await load(site.url + address)).toEqual(counted({ untouched }));
    }
  });

  it('keeps what lists say of an event, and the ids and slugs that refer to it', async () => {
    const event = await byId('events', 11);
    const { title, description, excerpt, slug, start_date, utc_start_date } = lists
      .events[0] as Body;
    expect(event).toMatchObject({ title, description, excerpt, slug, start_date, utc_start_date });
    expect(event).toMatchObject({
      status: 'publish',
      date_utc: '2026-01-05 09:00:00',
      timezone: 'Europe/Lisbon',
      cost: '€12.50',
      featured: true,
      website: 'https://quartet.example.org',
      external_id: '11',
      source: site.host,
      categories: [{ name: 'Jazz', slug: 'jazz' }],
      tags: [{ name: 'Free entry', slug: 'free-entry', description: 'Costs nothing' }],
      venue: { venue: 'Harbour Hall', city: 'Lisbon', province: 'Lisboa', external_id: '4' },
      organizer: [{ organizer: 'Ana Silva Music' }, { organizer: 'Neighbours Cooperative' }],
    });
    const { categories } = (await get(api('/categories?hide_empty=false'))).body;
    const jazz = categories.find((category: Body) => category.slug === 'jazz');
    const concerts = categories.find((category: Body) => category.slug === 'concerts');
    expect(jazz.parent).toBe(concerts.id);
    expect((await byId('events', 16)).utc_start_date).toBe(
      (lists.events.find(({ id }) => id === 16) as Body).utc_start_date,
    );
  });

  it('lists the same events at the same times as the site', async () => {
    const { events } = (await get(api(`/events?${WINDOW}&per_page=50`))).body;
    const shown = ({ title, utc_start_date, utc_end_date, all_day, cost }: Body) => ({
      ...{ title, utc_start_date, utc_end_date, all_day, cost },
    });
    expect(events.map(shown)).toEqual(lists.events.map(shown));
  });

  it('leaves what was changed or trashed here, unless it is asked for an update', async () => {
    const { id } = await byId('events', 11);
    await send('PATCH', api(`/events/${id}`), { title: 'Ours' }, full);
    const trashed = await byId('events', 12);
    await send('DELETE', api(`/events/${trashed.id}`), undefined, full);
    const { created, updated } = await load(site.url);
    expect([created, updated]).toEqual([0, 0]);
    expect((await byId('events', 11)).title).toBe('Ours');
    expect(await load(site.url, { update: true })).toMatchObject({ created: 0, failed: 0 });
    expect((await byId('events', 11)).title).toBe('Quartet at the Harbour');
    expect((await byId('events', 12)).status).toBe('trash');
  });
});

it('takes whole days as they are where days end later than at midnight', async () => {
  const whole = { all_day: true, venue: [], organizer: [] };
  const events = [
    eventLike(1, { ...whole, start_date: '2040-06-01 06:00:00', end_date: '2040-06-02 05:59:59' }),
    eventLike(2, { ...whole, start_date: '2040-06-01 06:00:00', end_date: '2040-06-04 05:59:59' }),
    eventLike(3, { ...whole, start_date: '2040-06-01 00:00:00', end_date: '2040-06-02 23:59:59' }),
  ];
  const { host } = await loadFrom({ events });
  const days = events.map(async ({ id }) => {
    const { start_date, end_date } = await byId('events', id, host);
    return [start_date, end_date];
  });
  expect(await Promise.all(days)).toEqual([
    ['2040-06-01 00:00:00', '2040-06-01 23:59:59'],
    ['2040-06-01 00:00:00', '2040-06-03 23:59:59'],
    ['2040-06-01 00:00:00', '2040-06-02 23:59:59'],
  ]);
});

it('reads a site without permalinks, all pages of its lists, and names in other scripts', async () => {
  const names = { name: 'Food &amp; Drink', slug: 'food-drink', parent: 71 };
  const arabic = { name: 'موسيقى', slug: '%d9%85%d9%88%d8%b3%d9%8a%d9%82%d9%89' };
  const categories = [
    { id: 70, ...names },
    { id: 71, parent: 0, ...arabic },
  ];
  const events = Array.from({ length: 61 }, (_, at) =>
    eventLike(100 + at, { title: `Day ${at} &#8211; d&#8217;été`, categories: [categories[0]] }),
  );
  const plain = await startEventSite({ categories, events, venues: [], organizers: [] });
  const before = (await get(api('/categories?hide_empty=false'))).body.total;
  const run = () => load(`${plain.url}/?rest_route=/tribe/events/v1`);
  expect(await run()).toEqual(counted({ created: 61 + 3 }));
  expect(await run()).toEqual(counted({ untouched: 61 }));
  await plain.stop();
  const event = await byId('events', 160, plain.host);
  expect(event.title).toBe('Day 60 – d’été');
  expect(event.categories).toMatchObject([{ name: 'Food & Drink' }]);
  const { categories: here, total } = (await get(api('/categories?hide_empty=false&per_page=50')))
    .body;
  expect(total).toBe(before + 2);
  const parent = here.find(({ id }: Body) => id === event.categories[0].parent);
  expect(parent).toMatchObject({ name: 'موسيقى', slug: 'موسيقى' });
});

it('imports a record without what is refused of it, and says so', async () => {
  const { counts, host } = await loadFrom({
    venues: [
      { id: 4, venue: 'Hall', slug: 'hall', website: 'www.example.org', phone: 'x'.repeat(300) },
    ],
    events: [
      eventLike(1, { website: 'no address', image: { url: 'http://127.0.0.1/a.png' } }),
      eventLike(2, { title: 'Backwards', end_date: '2039-01-01 00:00:00' }),
      eventLike(3, { title: 'Nowhere', timezone: 'Mars/Olympus' }),
      eventLike(4, { title: 'After them', timezone: '' }),
    ],
  });
  expect(counts).toEqual(counted({ created: 1 + 2 + 2, failed: 2 }));
  expect((await byId('events', 1, host)).venue).toMatchObject({ venue: 'Hall' });
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Venue 4 "Hall": without website: /),
      expect.stringMatching(/^Venue 4 "Hall": without phone: /),
      expect.stringMatching(/^Event 1 "Quartet at the Harbour": without website: /),
      expect.stringMatching(/^Event 1 "Quartet at the Harbour": without image: /),
      expect.stringMatching(/^Event 2 "Backwards": Invalid parameter\(s\): end_date/),
      expect.stringMatching(/^Event 3 "Nowhere": Invalid parameter\(s\): timezone/),
    ]),
  );
});

it.each([
  ['UTC+5:30', 'UTC+5.5'],
  ['UTC+5.5', 'UTC+5.5'],
  ['UTC+0', 'UTC'],
  ['+02:00', 'UTC+2'],
  ['GMT+2', 'UTC+2'],
  ['UTC +2', 'UTC+2'],
  ['GMT -03:30', 'UTC-3.5'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
])('imports an event in the zone %j', async (timezone, zone) => {
  const { host } = await loadFrom({ events: [eventLike(1, { timezone })] });
  expect((await byId('events', 1, host)).timezone).toBe(zone);
});

it('does not publish an event that has a password there', async () => {
  const redacted = { title: 'Members only', all_day: null, venue: [], description: '' };
  const { counts, host } = await loadFrom({ events: [eventLike(1, redacted)] });
  expect(counts).toEqual(counted({ failed: 1 }));
  expect(lines).toContain('Event 1 "Members only": not imported, because it has a password.');
  expect((await byId('events', 1, host)).code).toBe('rest-event-not-found');
});

it('says that an event which got a password there later is not updated', async () => {
  const events = [eventLike(1, {})];
  const other = await startEventSite({ categories: [], venues: [], organizers: [], events });
  await load(other.url);
  Object.assign(events[0] as object, { title: 'Members only', all_day: null });
  expect((await load(other.url, { update: true })).failed).toBe(1);
  await other.stop();
  expect(lines).toContain('Event 1 "Members only": not updated, because it has a password.');
});

it('creates a venue that is listed only within its event, once', async () => {
  const names = { venue: 'Draft hall', slug: 'draft-hall', city: 'Porto' };
  const venue = { id: 9, ...names, website: 'www.example.org' };
  const events = [eventLike(1, { venue }), eventLike(2, { venue, organizer: [] })];
  const { host } = await loadFrom({ events });
  const [first, second] = [await byId('events', 1, host), await byId('events', 2, host)];
  expect(first.venue).toMatchObject({ venue: 'Draft hall', city: 'Porto', external_id: '9' });
  expect(second.venue.id).toBe(first.venue.id);
  expect(lines).toContainEqual(expect.stringMatching(/^Venue 9 "Draft hall": without website: /));
});

it('reads a list that PHP serves as an object, because an item was left out', async () => {
  const organizer = { 1: { id: 31, organizer: 'Ana', slug: 'ana-31' } };
  const categories = { 2: { id: 32, name: 'Gap', slug: 'gap-32' } };
  const { host } = await loadFrom({ events: [eventLike(1, { organizer, categories })] });
  const event = await byId('events', 1, host);
  expect(event.organizer).toMatchObject([{ organizer: 'Ana', external_id: '31' }]);
  expect(event.categories).toMatchObject([{ name: 'Gap' }]);
});

/** The names of categories here that begin so, with those of their parents, in the order of their slugs. */
async function categoriesLike(beginning: string) {
  const { categories } = (await get(api('/categories?hide_empty=false&per_page=50'))).body;
  const nameOf = (id: number) => categories.find((one: Body) => one.id === id)?.name ?? '';
  return categories
    .filter(({ name }: Body) => name.startsWith(beginning))
    .sort((one: Body, other: Body) => (one.slug < other.slug ? -1 : 1))
    .map(({ name, parent }: Body) => [name, nameOf(parent)]);
}

it('leaves categories as they are here, until an event that it writes needs one', async () => {
  const categories: Body[] = [
    { id: '1', name: 'Keep food', slug: 'keep-1', parent: '0' },
    { id: '2', name: 'Keep wine', slug: 'keep-2', parent: 1 },
    { id: '3', name: 'Keep none', slug: 'keep-3', parent: 0 },
  ];
  const events = [eventLike(1, { categories: [categories[1]] })];
  const other = await startEventSite({ categories, events, venues: [], organizers: [] });
  await load(other.url);
  const first = [
    ['Keep food', ''],
    ['Keep wine', 'Keep food'],
    ['Keep none', ''],
  ];
  expect(await categoriesLike('Keep')).toEqual(first);
  const [wine] = (await byId('events', 1, other.host)).categories;
  await send('DELETE', api(`/categories/${wine.parent}`), undefined, full);
  await load(other.url);
  expect(await categoriesLike('Keep')).toEqual([
    ['Keep wine', ''],
    ['Keep none', ''],
  ]);
  events.push(eventLike(2, { categories: [{ ...categories[0], id: 1 }] }));
  await load(other.url);
  await other.stop();
  expect(await categoriesLike('Keep')).toEqual([
    ['Keep food', ''],
    ['Keep wine', ''],
    ['Keep none', ''],
  ]);
});

it('duplicates nothing when two imports run at once', async () => {
  const categories = [1, 2, 3].map((id) => {
    return { id, name: `Twice ${id}`, slug: `twice-${id}`, parent: id - 1 };
  });
  const events = Array.from({ length: 12 }, (_, at) =>
    eventLike(at + 1, {
      categories: [categories[at % 3]],
      tags: [{ id: at + 1, name: `Twice ${at}`, slug: `twice-${at}` }],
    }),
  );
  const lists = { categories, events, venues: [], organizers: [] };
  const other = await startEventSite(lists);
  const [one, two] = await Promise.all([load(other.url), load(other.url)]);
  expect(one.created + two.created).toBe(12 + 3);
  await other.stop();
  expect(await categoriesLike('Twice')).toEqual([
    ['Twice 1', ''],
    ['Twice 2', 'Twice 1'],
    ['Twice 3', 'Twice 2'],
  ]);
  for (const { id } of events) {
    const { categories: its, tags } = await byId('events', id, other.host);
    expect([id, its.length, tags.length]).toEqual([id, 1, 1]);
  }
});

it('takes no address of the old site as the website of an event, and online events as such', async () => {
  const url = 'https://old.example.org/event/quartet/';
  const online = { is_virtual: true, virtual_url: 'https://meet.example.org' };
  const events = [
    eventLike(1, { url, website: url, ...online, venue: [] }),
    eventLike(2, { ...online, website: 'https://e.example/?a=1&#038;b=2' }),
    eventLike(3, { is_virtual: false }),
  ];
  const { host } = await loadFrom({ events });
  const [first, second, third] = await Promise.all(
    events.map(({ id }) => byId('events', id, host)),
  );
  expect(first).toMatchObject({ website: first.url, attendance_mode: 'online' });
  expect(first.virtual_url).toBe(online.virtual_url);
  expect(second).toMatchObject({
    website: 'https://e.example/?a=1&b=2',
    attendance_mode: 'mixed',
  });
  expect(third.attendance_mode).toBe('offline');
});

it('knows a currency after its amount, as editors of the site and as its interface name it', async () => {
  const currency = { currency_symbol: 'kr', currency_code: 'SEK', values: ['20'] };
  const events = ['suffix', 'postfix'].map((currency_position, at) =>
    eventLike(at + 1, { cost: '20', cost_details: { ...currency, currency_position } }),
  );
  const { host } = await loadFrom({ events });
  for (const { id } of events) {
    const { cost, cost_details } = await byId('events', id, host);
    expect([cost, cost_details.currency_position]).toEqual(['20 kr', 'postfix']);
  }
});

it('shows titles on one line, without what a terminal would obey', async () => {
  const title = `\u001b[2J\u009b31mRed\r\nDone${'x'.repeat(9999)}`;
  const without = { toString: 1 }; // JSON may say so, and such an object has no text.
  const events = [
    eventLike(1, { title, start_date: 'nonsense', venue: [], organizer: [] }),
    eventLike(2, { title: without, slug: without, venue: [], organizer: [] }),
    { ...eventLike(3, {}), id: without as never },
  ];
  const { counts } = await loadFrom({ events });
  expect(counts).toEqual(counted({ failed: 2 }));
  expect(lines).toContainEqual(
    expect.stringMatching(/^Event 1 "\[2J 31mRed Donex{60,90}": Invalid parameter/),
  );
  expect(lines.join('')).not.toMatch(/\p{Cc}/u);
});

it('stores a picture once for all events that show it', async () => {
  const bytes = await pictureBytes();
  const pictures = await startPictureServer({ '/a.png': sends(bytes) });
  const { addressesOf, allows } = INTERNET;
  Object.assign(INTERNET, testNetwork({ addressesOf, allows }));
  const image = { url: pictures.url('/a.png'), id: 7 };
  const events = [eventLike(1, { image }), eventLike(2, { image })];
  const { host, counts } = await loadFrom({ events }).finally(() =>
    Object.assign(INTERNET, { addressesOf, allows }),
  );
  await pictures.stop();
  expect(counts.failed).toBe(0);
  const [first, second] = [await byId('events', 1, host), await byId('events', 2, host)];
  expect(first.image).toMatchObject({ width: 24 });
  expect(second.image.id).toBe(first.image.id);
  expect(pictures.asked).toHaveLength(1);
});

it('continues where an import ended because the site no longer answered', async () => {
  let isDown = false;
  const events = Array.from({ length: 60 }, (_, at) => eventLike(at + 1, {}));
  const flaky = await startEventSite({ categories: [], venues: [], organizers: [], events }, () =>
    isDown ? 503 : undefined,
  );
  const log = (line: string) => {
    if (line.startsWith('Events: 50')) isDown = true;
  };
  const run = importSite(strapi, { address: flaky.url, update: false, log });
  await expect(run).rejects.toThrow(/page=2 answers 503/);
  isDown = false;
  expect(await load(flaky.url)).toMatchObject({ created: 10, untouched: 50 });
  await flaky.stop();
});

it.each([51, 120])('misses none of %d events if others are removed meanwhile', async (all) => {
  const events = Array.from({ length: all }, (_, at) => eventLike(at + 1, {}));
  const shrinking = await startEventSite({ ...lists, events }, (path, page) => {
    if (path.endsWith('/events') && page === 2 && events.length === all) events.splice(3, 2);
    return undefined;
  });
  expect(await load(shrinking.url)).toEqual(counted({ created: 3 + 3 + all }));
  await shrinking.stop();
});

it.each([110, 60])(
  'misses no event that moves to an earlier page meanwhile, as number %d does',
  async (at) => {
    const events = Array.from({ length: 120 }, (_, each) => eventLike(each + 1, {}));
    let isMoved = false;
    const moving = await startEventSite({ ...lists, events }, (path, page) => {
      if (path.endsWith('/events') && page === 2 && !isMoved) {
        events.unshift(...events.splice(at, 1));
        isMoved = true;
      }
      return undefined;
    });
    expect(await load(moving.url)).toEqual(counted({ created: 3 + 3 + 120 }));
    await moving.stop();
  },
);

it('reads a list in which nothing moves once', async () => {
  const events = Array.from({ length: 60 }, (_, at) => eventLike(at + 1, {}));
  const still = await startEventSite({ ...lists, events });
  await load(still.url);
  await still.stop();
  expect(still.asked.filter((asked) => asked.includes('/events?'))).toHaveLength(2);
});

it('ends although the list grows while it is read, as that of the calendar itself', async () => {
  const events = Array.from({ length: 50 }, () => eventLike(1, {}));
  const growing = await startEventSite({ ...lists, events }, (path) => {
    const id = events.length;
    if (path.endsWith('/events'))
      events.push(...Array.from({ length: 50 }, () => eventLike(id, {})));
    return undefined;
  });
  expect((await load(growing.url)).created).toBe(3 + 3 + 4);
  await growing.stop();
});

it.each(['many', -1, null, '3', 1e9])(
  'reads all pages when there are said to be %j',
  async (total_pages) => {
    const other = await startEventSite({ ...lists, venues: [], organizers: [] }, (path, page) =>
      path.endsWith('/events')
        ? { events: page > 3 ? [] : [eventLike(page, {})], total_pages }
        : undefined,
    );
    expect((await load(other.url)).created).toBe(3 + 3);
    await other.stop();
  },
);

it('fails when a list is not served, or every page is the first', async () => {
  const missing = await startEventSite(lists, (path) =>
    path.endsWith('/events') ? 404 : undefined,
  );
  await expect(load(missing.url)).rejects.toThrow(/events.* answers 404, and no list/);
  await missing.stop();
  const cached = await startEventSite(lists, (path) =>
    path.endsWith('/venues') ? { venues: lists.venues, total_pages: 9 } : undefined,
  );
  await expect(load(cached.url)).rejects.toThrow(/venues.*page=2 answers the page before/);
  await cached.stop();
});

it('asks again when the site has too much to do', async () => {
  let refusals = 0;
  const busy = await startEventSite(lists, (path) => {
    if (!path.endsWith('/events') || refusals > 1) return undefined;
    refusals += 1;
    return refusals === 1 ? 429 : 500;
  });
  expect((await load(busy.url)).created).toBe(3 + 3 + lists.events.length);
  await busy.stop();
});

it('keeps what another calendar of this kind serves', async () => {
  const all = `per_page=50&start_date=1000-01-01&end_date=9999-12-31`;
  const list = async (type: string) =>
    (await get(api(`/${type}?${all}&hide_empty=false`, 'fr'))).body;
  const [{ categories }, { venues }, { organizers }, { events }] = await Promise.all(
    ['categories', 'venues', 'organizers', 'events'].map(list),
  );
  const { counts } = await loadFrom({ categories, venues, organizers, events }, { language: 'fr' });
  expect(counts.failed).toBe(0);
  const shown = ({ title, description, utc_start_date, cost, website, featured, image }: Body) => ({
    ...{ title, description, utc_start_date, cost, website, featured, image },
  });
  for (const event of events.slice(0, 10)) {
    const copy = await byId('events', event.id, baseURL.replace('http://', ''), 'fr');
    expect(shown(copy)).toEqual(shown(event));
    expect(copy.language).toBe('fr');
  }
});

it('finds the interface although the home page redirects without end', async () => {
  const other = await startEventSite(lists, (path) => (path ? undefined : 302));
  expect((await load(other.url)).created).toBe(3 + 3 + lists.events.length);
  await other.stop();
});

it('follows redirects within the site, and to no other host', async () => {
  const location = '/wp-json/tribe/events/v1';
  const moved = await startEventSite(lists, (asked) => (asked === '' ? { location } : undefined));
  expect((await load(moved.url)).failed).toBe(0);
  await moved.stop();
  const inside = await startEventSite(lists);
  const elsewhere = { location: `${inside.url.replace('127.0.0.1', 'localhost')}${location}` };
  const other = await startEventSite(lists, () => elsewhere);
  await expect(load(other.url)).rejects.toThrow(/redirects to another site \(localhost:/);
  expect(inside.asked).toEqual([]);
  await Promise.all([inside.stop(), other.stop()]);
});

it('refuses an address that does not serve the interface', async () => {
  const other = await startEventSite({}, (path) => (path ? 401 : 404));
  await expect(load(other.url)).rejects.toThrow(
    /does not serve the interface.*wp-json\/tribe\/events\/v1 answers 401/,
  );
  await other.stop();
  await expect(load(other.url)).rejects.toThrow(/^http.*: (?!fetch failed)./);
});

/** Runs the command; `began` receives its process. */
const command = (words: string[], began: (child: ChildProcess) => void = () => {}) =>
  new Promise<{ status: unknown; said: string }>((resolve) => {
    const options = { cwd: path.resolve(__dirname, '../..') };
    const script = ['scripts/import.cjs', ...words];
    const child = execFile(process.execPath, script, options, (error, ...said) =>
      resolve({ status: error?.code ?? 0, said: said.join('') }),
    );
    began(child);
  });

it.each([[], ['--language', 'de', 'example.org'], ['a.example', 'b.example'], ['--help']])(
  'npm run import shows how it is used: %j',
  async (...words) => {
    const { status, said } = await command(words);
    expect([status, said]).toEqual([
      2,
      expect.stringContaining('Usage: npm run import -- ADDRESS'),
    ]);
  },
);

it('npm run import works beside the running calendar, and its exit code tells of failures', async () => {
  const events = [eventLike(1, {}), eventLike(2, { start_date: 'nonsense' })];
  const other = await startEventSite({ categories: [], venues: [], organizers: [], events });
  const { status, said } = await command([other.url]);
  await other.stop();
  expect(said).toContain(
    'Event 2 "Quartet at the Harbour": Invalid parameter(s): start_date must be',
  );
  expect(said).toContain(
    'Events, venues and organizers: 4 created, 0 updated, 0 untouched, 1 failed.',
  );
  expect(status).toBe(1);
  const { events: listed } = (await get(api(`/events?source=${other.host}&external_id=1`))).body;
  expect(listed).toHaveLength(1);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'npm run import does not end as if it were complete at %s',
  async (signal) => {
    let end = () => {};
    // Never answers: on a busy machine the signal may be heard only after everything has been read.
    const other = await startEventSite(lists, (asked) => {
      if (!asked.endsWith('/organizers')) return undefined;
      end();
      return new Promise(() => {});
    });
    const { status, said } = await command([other.url], (child) => {
      end = () => child.kill(signal);
    });
    await other.stop();
    expect([status, said]).toEqual([143, expect.stringMatching(/Start it again to continue\.\n$/)]);
  },
);
