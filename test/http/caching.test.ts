import { createHash } from 'node:crypto';
import { apiToken, basic, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';

const hashOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url')}"`;

let full: Record<string, string>;
let event: Stored;
let paths: string[];

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  const venue = await buildVenue();
  const organizer = await buildOrganizer();
  const category = await buildCategory();
  const tag = await buildTag();
  event = await buildEvent({ venue: [venue.public_id], organizer: [organizer.public_id] });
  await buildEvent({ title: 'Un concert' }, { of: event, language: 'fr' });
  paths = [
    ...['/', '/doc', '/events', '/venues', '/organizers'],
    ...['/categories?hide_empty=0', '/tags?hide_empty=0'],
    ...[`/events/${event.public_id}`, `/events/by-slug/${event.slug}`],
    ...[`/venues/${venue.public_id}`, `/organizers/${organizer.public_id}`],
    ...[`/categories/${category.public_id}`, `/tags/${tag.public_id}`],
  ];
});

const one = () => api(`/events/${event.public_id}`);

describe('the ETag', () => {
  it('is the hash of the exact response bytes, at every address', async () => {
    for (const path of paths) {
      const { status, headers, text } = await get(api(path));
      expect([path, status, headers.etag]).toEqual([path, 200, hashOf(text)]);
      expect((await get(api(path))).headers.etag).toBe(headers.etag);
    }
  });

  it('differs by language and fields, and after a change', async () => {
    const { public_id } = await buildEvent({ title: 'Before' });
    await buildEvent({ title: 'Avant' }, { of: await rowOf(public_id), language: 'fr' });
    const path = api(`/events/${public_id}`);
    const tags = [
      (await get(path)).headers.etag,
      (await get(api(`/events/${public_id}`, 'fr'))).headers.etag,
      (await get(`${path}?_fields=id`)).headers.etag,
    ];
    await send('PATCH', path, { title: 'After' }, full);
    tags.push((await get(path)).headers.etag);
    expect(new Set(tags).size).toBe(4);
  });

  it('is not sent with an error', async () => {
    const { status, headers } = await get(api('/events/999999'), { 'if-none-match': '*' });
    expect([status, headers.etag, headers['cache-control']]).toEqual([404, undefined, 'no-store']);
  });

  it('is not sent with an error in an envelope', async () => {
    for (const path of [
      '/events/999999?_envelope',
      '/events?page=x&_envelope',
      '/none?_envelope',
    ]) {
      const { status, headers, body } = await get(api(path), { 'if-none-match': '*' });
      expect([path, status, headers.etag]).toEqual([path, 200, undefined]);
      expect([body.body.code, headers['cache-control']]).toEqual([expect.any(String), 'no-store']);
    }
    const known = await get(`${one()}?_envelope`, full);
    expect(known.headers['cache-control']).toBe('private, no-store');
    const { headers } = await get(`${one()}?_envelope`);
    expect(headers).toMatchObject({
      etag: expect.any(String),
      'cache-control': 'public, no-cache',
    });
  });
});

const rowOf = async (public_id: number): Promise<Stored> =>
  strapi.db
    .query('plugin::calendar.event')
    .findOne({ where: { public_id, publishedAt: { $notNull: true } } });

describe('conditional requests', () => {
  it('return 304 with the caching headers and no body, at every address', async () => {
    for (const path of paths) {
      const plain = (await get(api(path))).headers;
      const { status, headers, text } = await get(api(path), { 'if-none-match': `${plain.etag}` });
      expect([path, status, text]).toEqual([path, 304, '']);
      for (const name of ['etag', 'cache-control', 'vary', 'x-tec-total', 'link']) {
        expect([name, headers[name]]).toEqual([name, plain[name]]);
      }
      expect(headers).not.toHaveProperty('content-type');
    }
  });

  it.each([
    ['a list', (etag: string) => `"other", ${etag}`, 304],
    ['a weak tag', (etag: string) => `W/${etag}`, 304],
    ['anything', () => '*', 304],
    ['another tag', () => '"other"', 200],
    ['a tag without quotes', (etag: string) => etag.slice(1, -1), 200],
  ])('evaluate If-None-Match with %s', async (_, header, expected) => {
    const etag = String((await get(one())).headers.etag);
    expect((await get(one(), { 'if-none-match': header(etag) })).status).toBe(expected);
    const again = { 'if-none-match': header(etag), 'cache-control': 'no-cache' };
    expect((await get(one(), again)).status).toBe(expected);
  });

  it('return 200 again after a change', async () => {
    const { etag } = (await get(one())).headers;
    await send('PATCH', one(), { sticky: true }, full);
    expect((await get(one(), { 'if-none-match': `${etag}` })).status).toBe(200);
  });

  it('answer HEAD with the headers of GET, including 304', async () => {
    for (const path of paths) {
      const { date: _, 'x-request-id': __, ...headers } = (await get(api(path))).headers;
      const head = await send('HEAD', api(path));
      expect([path, head.status, head.text]).toEqual([path, 200, '']);
      expect(head.headers).toMatchObject(headers);
      const known = await send('HEAD', api(path), undefined, {
        'if-none-match': `${headers.etag}`,
      });
      expect([path, known.status]).toEqual([path, 304]);
    }
  });
});

describe('cache headers', () => {
  const policyOf = async (path: string, headers = {}) =>
    (await get(path, headers)).headers['cache-control'];

  it('are public and no-cache for anonymous reads', async () => {
    for (const path of paths) expect(await policyOf(api(path))).toBe('public, no-cache');
  });

  it('are private and no-store with credentials or an event password', async () => {
    expect(await policyOf(one(), full)).toBe('private, no-store');
    expect(await policyOf(one(), basic('a', 'proxy'))).toBe('private, no-store');
    expect(await policyOf(one(), bearer('wrong'))).toBe('private, no-store');
    const { public_id } = await buildEvent({ password: 'sesame' });
    const opened = await get(api(`/events/${public_id}?password=sesame`));
    expect([opened.status, opened.headers['cache-control']]).toEqual([200, 'private, no-store']);
  });

  it('are no-store for health checks and writes', async () => {
    expect(await policyOf(api('/health'))).toBe('no-store');
    const written = await send('PATCH', one(), {}, full);
    expect(written.headers['cache-control']).toBe('private, no-store');
  });

  it('list in Vary what the response depends on, with Accept only where iCalendar is available', async () => {
    const isCalendar = /^\/(?:events|\w+\/(?:\d+|by-slug\/.+))$/;
    for (const path of [...paths, '/events/999999']) {
      const { vary = '' } = (await get(api(path), { origin: 'https://example.org' })).headers;
      const accept = isCalendar.test(path) ? ['Accept'] : [];
      const always = ['Accept-Encoding', 'Authorization', 'Origin', 'Prefer'];
      expect([path, vary.split(', ').sort()]).toEqual([path, [...accept, ...always]]);
    }
  });
});

describe('If-Match', () => {
  const builders = { events: buildEvent, venues: buildVenue, organizers: buildOrganizer };
  const terms = { categories: buildCategory, tags: buildTag };
  const cases = Object.entries({ ...builders, ...terms });

  it.each(cases)('rejects writes to a record that has changed since: %s', async (path, build) => {
    const { public_id } = await build();
    const address = api(`/${path}/${public_id}`);
    const match = { ...full, 'if-match': `${(await get(address, full)).headers.etag}` };
    const first = await send('PATCH', address, { description: 'One' }, match);
    expect(first.status).toBe(200);
    const second = await send('PUT', address, { description: 'Two' }, match);
    expect([second.status, second.body.code]).toEqual([412, 'rest_precondition_failed']);
    expect((await send('DELETE', address, undefined, match)).status).toBe(412);
    expect((await get(address)).body.description).toMatch('One');
    const now = { ...full, 'if-match': `"x", ${(await get(address, full)).headers.etag}` };
    expect((await send('DELETE', address, undefined, now)).status).toBe(200);
  });

  it('is checked after the values have been validated', async () => {
    const wrong = { ...full, 'if-match': '"x"' };
    expect((await send('PATCH', one(), { start_date: 'never' }, wrong)).status).toBe(400);
  });

  it('lets only one of several concurrent writers succeed', async () => {
    const { public_id } = await buildEvent();
    const address = api(`/events/${public_id}`);
    const match = { ...full, 'if-match': `${(await get(address, full)).headers.etag}` };
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => send('PATCH', address, { title }, match)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('fails with a translated message in every language', async () => {
    const said = new Set<string>();
    for (const language of ['ar', 'en', 'fr', 'es']) {
      const path = api(`/events/${event.public_id}`, language);
      const { body } = await send('PATCH', path, {}, { ...full, 'if-match': '"x"' });
      said.add(body.message);
    }
    expect(said.size).toBe(4);
  });
});

describe('other response headers', () => {
  it('link to the first, next and last page of a list', async () => {
    for (const path of ['/categories', '/tags', '/venues', '/organizers', '/events']) {
      const { headers, body } = await get(api(`${path}?per_page=1`));
      const { first, next, last } = linksOf(headers.link);
      expect([path, next]).toEqual([path, body.next_rest_url]);
      expect(new URL(first ?? '').searchParams.get('page')).toBe('1');
      const { pathname, search } = new URL(last ?? '');
      expect((await get(`${pathname}${search}`)).status).toBe(200);
    }
  });

  it.each([
    ['en', 'en'],
    ['fr', 'fr'],
    ['es', 'en'],
  ])('name the language of the content when asked for %s', async (asked, shown) => {
    const { headers } = await get(api(`/events/${event.public_id}?_fields=id`, asked));
    expect(headers['content-language']).toBe(shown);
    expect((await get(api('/events', asked))).headers['content-language']).toBe(asked);
    expect((await get(api('/nothing', asked))).headers['content-language']).toBe(asked);
  });

  it('give the Location of a new record', async () => {
    const bodies = {
      events: { title: 'New', start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' },
      venues: { venue: 'New' },
      organizers: { organizer: 'New' },
      categories: { name: 'New' },
      tags: { name: 'New' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const made = await send('POST', api(`/${path}`, 'fr'), body, full);
      expect([path, made.status]).toEqual([path, 201]);
      expect(made.headers.location).toBe(`${baseURL}${api(`/${path}/${made.body.id}`, 'fr')}`);
    }
  });

  it('keep JSON out of search engines, but not the pages of events', async () => {
    for (const path of [...paths.map((path) => api(path)), api('/events/999999'), api('/nothing')])
      expect([path, (await get(path)).headers['x-robots-tag']]).toEqual([path, 'noindex']);
    const page = await get(`/en/calendar/event/${event.slug}`);
    expect([page.status, page.headers['x-robots-tag']]).toEqual([200, undefined]);
  });

  it('name the version, root and origin of the API', async () => {
    for (const path of ['/events', '/events/999999']) {
      const { headers } = await get(api(path, 'ar'));
      expect(headers).toMatchObject({
        'x-tec-api-version': 'v1',
        'x-tec-api-root': `${baseURL}/ar/calendar/events/v1/`,
        'x-tec-api-origin': baseURL,
      });
    }
  });

  it.each(['a-b_c.1', 'Root=1-67891233-abcdef012345678912345678', 'x'.repeat(128)])(
    'repeat the request id that was sent: %s',
    async (id) => {
      for (const path of ['/events', '/nothing']) {
        const { headers } = await get(api(path), { 'x-request-id': id });
        expect(headers['x-request-id']).toBe(id);
      }
    },
  );

  it.each(['', 'two words', '<b>', 'x'.repeat(129)])(
    'replace an invalid request id: %s',
    async (id) => {
      const { headers } = await get(api('/events'), { 'x-request-id': id });
      expect(headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    },
  );

  it('are all exposed to other origins', async () => {
    const { headers } = await get(api('/events?per_page=1'), { origin: 'https://example.org' });
    const exposed = String(headers['access-control-expose-headers']).toLowerCase();
    const named = exposed.split(',').map((name) => name.trim());
    expect(named).toEqual(
      expect.arrayContaining([
        ...['etag', 'link', 'location', 'content-language', 'x-request-id', 'x-tec-total'],
        ...['x-tec-totalpages', 'x-tec-api-version', 'x-tec-api-root', 'x-tec-api-origin'],
      ]),
    );
  });
});

const linksOf = (header: unknown): Record<string, string> =>
  Object.fromEntries(
    [...String(header).matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, to = '', name = '']) => [
      name,
      to,
    ]),
  );
