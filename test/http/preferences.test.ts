import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer } from '../support/callers';
import { isExhaustive } from '../support/extent';
import { api, get, send } from '../support/http';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';
import { pictureBytes } from '../support/uploads';
import { warmed } from '../support/warm';

type Headers = Record<string, string>;

const STRICT = { prefer: 'handling=strict' };

let full: Headers;
let strict: Headers;
let all: Record<string, Stored>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  strict = { ...full, ...STRICT };
  const venue = await buildVenue({ venue: 'Town Hall', city: 'Lyon' });
  const organizer = await buildOrganizer({ organizer: 'Ana' });
  const category = await buildCategory();
  const tag = await buildTag();
  const event = await buildEvent({
    external_id: 'e-1',
    venue: [venue.public_id],
    organizer: [organizer.public_id],
    categories: [category.public_id],
    tags: [tag.public_id],
  });
  all = { events: event, venues: venue, organizers: organizer, categories: category, tags: tag };
});

const one = (path: string) => `/${path}/${all[path]?.public_id}`;

const RESOURCES = ['events', 'venues', 'organizers', 'categories', 'tags'];

const named = async (method: string, path: string, body?: unknown, headers = strict) => {
  const answer = await send(method, path, body, headers);
  expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'rest_invalid_param']);
  expect(answer.headers['preference-applied']).toBe('handling=strict');
  return Object.keys(answer.body.data.params).sort();
};

describe('handling=strict, on reads', () => {
  it('rejects parameters that are otherwise ignored, by name, at every address', async () => {
    const posts = ['events', 'venues', 'organizers'];
    const paths = [
      ...[
        '/',
        '/doc',
        '/docs',
        '/docs/docs.css',
        '/changes',
        '/feeds',
        '/events/by-external-id/e-1',
      ],
      ...RESOURCES.flatMap((path) => [`/${path}`, one(path), `${one(path)}.ics`]),
      ...posts.map((path) => `/${path}/by-slug/${all[path]?.slug}`),
      ...['/events.ics', '/events.rss', '/events.json'],
    ];
    const languages = [undefined, 'fr'];
    for (const [at, path] of paths.entries()) {
      const known = await get(api(`${path}?i18n_language=en`), strict);
      expect([path, known.status, known.headers['preference-applied']]).toEqual([
        ...[path, 200, 'handling=strict'],
      ]);
      for (const language of isExhaustive ? languages : [languages[at % 2]]) {
        const sent = api(`${path}?zzz[a]=1&i18n_language=en&_fields=id&token=2`, language);
        expect([path, await named('GET', sent)]).toEqual([path, ['token', 'zzz']]);
        const ignored = await get(sent, full);
        expect([path, ignored.status]).toEqual([path, 200]);
        expect(ignored.headers).not.toHaveProperty('preference-applied');
      }
    }
  });

  it('rejects parameters named like properties of every JavaScript object', async () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', '%5F_proto__'];
    const paths = ['/', '/events', '/events.ics', '/changes', one('tags')];
    for (const [at, path] of paths.entries()) {
      const isWhole = isExhaustive || path === '/events';
      for (const name of isWhole ? names : names.slice(at, at + 1)) {
        const sent = [name, `${name}=1`, `${name}[a]=1`, `${name}[]=1&${name}[]=2`];
        for (const query of sent) {
          expect(await named('GET', api(`${path}?${query}`))).toEqual([decodeURIComponent(name)]);
          expect((await get(api(`${path}?${query}`))).status).toBe(200);
        }
      }
    }
    const nested = 'categories[constructor]=1&tags[a][__proto__]=2&search=valueOf';
    expect(await named('GET', api(`/events?${nested}`))).toEqual(['categories', 'tags']);
    expect((await get(api('/events?search=constructor'), strict)).status).toBe(200);
  });

  it('accepts every parameter that the index lists', async () => {
    const { body } = await get(api('/'));
    for (const path of RESOURCES) {
      const [{ args }] = body.routes[`/calendar/events/v1/${path}`].endpoints;
      for (const name of Object.keys(args)) {
        const { body: answer } = await get(api(`/${path}?${name}=`), strict);
        expect([name, answer.data?.params?.[name] ?? '']).not.toEqual([
          name,
          expect.stringContaining('ignored'),
        ]);
      }
    }
    expect((await get(api('/?namespace=calendar/events/v1&context=edit'), strict)).status).toBe(
      200,
    );
  });

  it('rejects parameters that have no effect in that list, format or for that caller', async () => {
    const nothing: [path: string, name: string, headers?: Headers][] = [
      ['/venues?categories=1', 'categories'],
      ['/events?orderby=menu_order', 'orderby'],
      ['/venues?orderby=start', 'orderby'],
      ['/events?password=sesame', 'password'],
      ['/events?key=a', 'key'],
      ['/events?hide_from_listings=1', 'hide_from_listings', STRICT],
      ['/events.ics?page=2', 'page'],
      ['/events.rss?orderby=title', 'orderby'],
      [`${one('venues')}.ics?venue=4`, 'venue'],
      [`${one('events')}.ics?categories=4`, 'categories'],
      ['/events?geoloc_radius=5', 'geoloc_radius'],
      ['/events?include=1&ends_after=2027-01-01', 'ends_after'],
      ['/events?include=1&strict_dates=true', 'strict_dates'],
      ['/events.rss?include=1&start_date=2027-01-01', 'start_date'],
      ['/tags?event=1&post=2', 'post'],
      ['/events.ics?format=json', 'format'],
      ['/events.rss?format=ics', 'format'],
      ['/events.ics?ical=0', 'ical'],
      ['/events.rss?ical=1', 'ical'],
      ['/events?format=json&ical=1', 'ical'],
      [`${one('venues')}.ics?format=json`, 'format'],
      [`${one('events')}.ics?format=json`, 'format'],
      [`${one('events')}?format=json&ical=1`, 'ical'],
    ];
    for (const [path, name, headers] of nothing) {
      expect([path, await named('GET', api(path), undefined, headers)]).toEqual([path, [name]]);
    }
    const read = [
      '/events?hide_from_listings=0',
      `${one('venues')}.ics?categories=${all.categories?.public_id}`,
    ];
    const event = all.events?.public_id;
    read.push('/events?geoloc_lat=1&geoloc_lng=2&geoloc_radius=5', '/events?strict_dates=true');
    read.push(`/tags?event=${event}&post=${event}`, `/categories?post=${event}`);
    read.push('/events.ics?format=ics&ical=1', '/events?format=rss&ical=0', '/events?ical=0');
    read.push('/events.ics?page', '/events.rss?order', `${one('venues')}.ics?venue`); // No value: absent.
    read.push(`${one('events')}?password=a&format=json`, '/events/by-external-id/e-1?source=');
    for (const path of read)
      expect([path, (await get(api(path), strict)).status]).toEqual([path, 200]);
  });

  it('treats a slug that ends in .ics as JSON when it checks format parameters', async () => {
    const { public_id } = await buildEvent();
    const where = { public_id };
    await strapi.db.query(uidOf('event')).updateMany({ where, data: { slug: 'old.ics' } });
    const path = '/events/by-slug/old.ics';
    for (const query of ['', '?format=json', '?ical=0'])
      expect([query, (await get(api(path + query), strict)).status]).toEqual([query, 200]);
    expect(await named('GET', api(`${path}?ical=1`))).toEqual(['ical']);
  });

  it('rejects a format by external id, where none is offered', async () => {
    const path = '/events/by-external-id/e-1';
    for (const query of ['format=ics', 'format=json', 'ical=1']) {
      const [name] = query.split('=');
      expect([query, await named('GET', api(`${path}?${query}`))]).toEqual([query, [name]]);
      expect((await get(api(`${path}?${query}`))).status).toBe(200);
    }
  });

  it('names ignored parameters along with all other invalid ones', async () => {
    expect(await named('GET', api('/events?page=x&zzz=1&featured=maybe'))).toEqual([
      ...['featured', 'page', 'zzz'],
    ]);
    const contradicted = 'format=json&page=2&zzz=1';
    expect(await named('GET', api(`/events.ics?${contradicted}&featured=maybe`))).toEqual([
      ...['featured', 'format', 'page', 'zzz'],
    ]);
    expect(await named('GET', api(`${one('events')}.ics?${contradicted}`))).toEqual([
      ...['format', 'page', 'zzz'],
    ]);
  });

  it('rejects _fields, _envelope and _method in a form that has no effect', async () => {
    for (const path of ['/', '/events', '/events.ics', one('tags')]) {
      const forms = '_fields[a]=id&_envelope[]=1&_method[]=GET';
      expect([path, await named('GET', api(`${path}?${forms}`))]).toEqual([
        ...[path, ['_envelope', '_fields', '_method']],
      ]);
      const read = '_fields[]=id&_fields[2000]=name&_method=GET';
      expect([path, (await get(api(`${path}?${read}`), strict)).status]).toEqual([path, 200]);
    }
    const twice = '_method=PATCH&_method=DELETE';
    expect(await named('POST', api(`${one('tags')}?${twice}`), {})).toEqual(['_method']);
    expect(await named('DELETE', api(one('tags')), { _method: 'PATCH' })).toEqual(['_method']);
  });

  it.each([
    ['handling="STRICT"', true],
    ['respond-async, wait=10; a="b,c", Handling = strict; x', true],
    ['handling=lenient, handling=strict', false],
    ['return=minimal; handling=strict', false],
    ['x="a, handling=strict"', false],
    ['handling', false],
    ['handling=stricter', false],
  ])('parses the header Prefer: %s as in RFC 7240', async (prefer, isStrict) => {
    const { status } = await get(api('/tags?zzz=1'), { prefer });
    expect(status).toBe(isStrict ? 400 : 200);
  });

  it('parses a long Prefer header in linear time', async () => {
    const before = process.cpuUsage(); // CPU time, which a busy machine does not affect.
    for (const bad of ['"\\', 'a=', ';"', ' ', ',a;b'])
      await get(api('/tags'), { prefer: bad.repeat(30_000 / bad.length) });
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

describe('handling=strict, with cached responses', () => {
  it('never serves a lenient response to a strict request, or the reverse', async () => {
    for (const query of [`zzz=${randomUUID()}`, `search=${randomUUID()}`]) {
      const path = api(`/venues?${query}`);
      const isKnown = query.startsWith('search');
      for (const _ of ['cold', 'warm']) {
        expect((await warmed(path)).headers).not.toHaveProperty('preference-applied');
        const asked = await get(path, STRICT);
        expect([asked.status, asked.headers['preference-applied']]).toEqual([
          ...[isKnown ? 200 : 400, 'handling=strict'],
        ]);
        expect(asked.headers['cache-control']).toBe(isKnown ? 'public, no-cache' : 'no-store');
        expect(asked.headers.vary?.split(', ')).toContain('Prefer');
      }
    }
    const known = api('/venues');
    expect((await warmed(known, STRICT)).headers['preference-applied']).toBe('handling=strict');
    expect((await get(known)).headers.vary?.split(', ')).toContain('Prefer');
  });
});

describe('handling=strict, on writes', () => {
  const bodies = {
    events: { title: 'Ubu', start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:00:00' },
    venues: { venue: 'Hall' },
    organizers: { organizer: 'Ada' },
    categories: { name: 'Music' },
    tags: { name: 'jazz' },
  };
  const total = async (path: string) =>
    (await get(api(`/${path}?hide_empty=false&include=`), full)).body.total;

  it.each(Object.entries(bodies))(
    'rejects every ignored field of %s by name, and stores nothing',
    async (path, body) => {
      const before = await total(path);
      const sent = { ...body, zzz: 1, titel: 'x', meta: {}, nothing: null };
      expect(await named('POST', api(`/${path}?force=1&_fields=id`), sent)).toEqual([
        ...['force', 'meta', 'titel', 'zzz'],
      ]);
      expect(await named('POST', api(`/${path}`), { ...body, id: 7 })).toEqual(['id']);
      expect(await total(path)).toBe(before);
      const changed = { zzz: 1 };
      for (const method of ['POST', 'PUT', 'PATCH']) {
        expect(await named(method, api(one(path)), changed)).toEqual(['zzz']);
        expect((await send(method, api(one(path)), changed, full)).status).toBe(200);
      }
      expect(await named('DELETE', api(`${one(path)}?force=true`))).toEqual(['force']);
      expect((await get(api(one(path)))).status).toBe(200);
    },
  );

  it('rejects ignored fields of nested records, and fields next to an existing id', async () => {
    const events = await total('events');
    const venues = await total('venues');
    const nested = [
      ['venue', { venue: 'New', citty: 'Lyon' }, 'citty'],
      ['organizer', [{ organizer: 'New', phone: '1', fax: '2' }], 'fax'],
      ['categories', [{ name: 'New', colour: '#fff' }], 'colour'],
      ['venue', { id: all.venues?.public_id, city: 'Paris' }, 'city'],
      ['image', { url: 'https://example.org/a.png', alt: 'A' }, 'alt'],
      ['venue', { venue: 'New', i18n_language: 'fr' }, 'i18n_language'],
    ] as const;
    for (const [field, value, name] of nested) {
      const sent = { ...bodies.events, [field]: value };
      const { status, body } = await send('POST', api('/events'), sent, strict);
      expect([status, Object.keys(body.data.params)]).toEqual([400, [field]]);
      expect(body.data.params[field]).toContain(name);
      expect(await named('PATCH', api(one('events')), { [field]: value })).toEqual([field]);
    }
    expect([await total('events'), await total('venues')]).toEqual([events, venues]);
  });

  it('rejects unknown form fields and files by name', async () => {
    const form = new URLSearchParams({ ...bodies.tags, 'a[b]': '1' });
    expect(await named('POST', api('/tags'), form)).toEqual(['a']);
    const parts = new FormData();
    parts.set('name', 'jazz');
    parts.set('photo', new File(['x'], 'a.png'));
    expect(await named('POST', api('/tags'), parts)).toEqual(['photo']);
  });

  it('rejects a date that another overrides, and a second image', async () => {
    const date = '2024-05-01 12:00:00';
    const sent = { ...bodies.events, date, date_utc: '2025-05-01 12:00:00' };
    expect(await named('POST', api('/events'), sent)).toEqual(['date']);
    const { body } = await get(api(one('venues')), full);
    const served = { ...body, date_utc: '2025-05-01 12:00:00' };
    expect((await send('PUT', api(one('venues')), served, strict)).status).toBe(200);
    expect(await named('PATCH', api(one('venues')), { date, date_utc: body.date })).toEqual([
      'date',
    ]);
    const parts = new FormData();
    const picture = new Blob([await pictureBytes('png')], { type: 'image/png' });
    for (const name of ['a.png', 'b.png']) parts.append('image', picture, name);
    expect(await named('PATCH', api(one('venues')), parts)).toEqual(['image']);
  });

  it('rejects names of JavaScript object properties in JSON and in forms', async () => {
    const before = await total('tags');
    for (const name of ['__proto__', 'constructor']) {
      const form = new URLSearchParams({ ...bodies.tags, [`${name}[a]`]: '1' });
      const parts = new FormData();
      for (const [key, value] of form) parts.set(key, value);
      const json = { ...strict, 'content-type': 'application/json' };
      const text = `{"name": "jazz", "${name}": {"name": "x"}}`;
      expect(await named('POST', api('/tags'), form)).toEqual([name]);
      expect(await named('POST', api('/tags'), parts)).toEqual([name]);
      expect(await named('POST', api('/tags'), text, json)).toEqual([name]);
    }
    expect(await total('tags')).toBe(before);
  });

  it('accepts names of JavaScript object properties within custom_fields', async () => {
    const custom_fields = { constructor: { label: 'A' }, toString: 'x' };
    const names = { 'custom_fields[constructor][label]': 'A', 'custom_fields[toString]': 'x' };
    for (const sent of [{ custom_fields }, new URLSearchParams(names)]) {
      const { status, body } = await send('PATCH', api(one('events')), sent, strict);
      expect([status, body.custom_fields]).toEqual([200, custom_fields]);
      await send('PATCH', api(one('events')), { custom_fields: '' }, strict);
    }
  });

  it('accepts a served record sent back unchanged, and rejects changed read-only fields', async () => {
    for (const path of RESOURCES) {
      const served = (await get(api(one(path)), full)).body;
      const { status, body } = await send('PUT', api(one(path)), served, strict);
      expect([path, status, body.data?.params]).toEqual([path, 200, undefined]);
      expect(await named('PUT', api(one(path)), { ...served, id: 987, url: 'x' })).toEqual([
        'id',
        'url',
      ]);
    }
  });

  it('applies along with preconditions and to upserts by slug or external id', async () => {
    const slug = `made-${randomUUID()}`;
    const anew = { ...strict, 'if-none-match': '*' };
    const path = api(`/venues/by-slug/${slug}`);
    expect(await named('PUT', path, { venue: 'Hall', zzz: 1 }, anew)).toEqual(['zzz']);
    const made = await send('PUT', path, { venue: 'Hall' }, anew);
    expect(made.status).toBe(201);
    const matching = { ...strict, 'if-match': String(made.headers.etag) };
    expect(
      (await send('PATCH', `${path}?i18n_language=en`, { city: 'Lyon' }, matching)).status,
    ).toBe(200);
    const external = api(`/venues/by-external-id/${slug}?source=a`);
    expect((await send('PUT', external, { venue: 'Hall' }, strict)).status).toBe(201);
    expect(await named('DELETE', `${external}&force=1`)).toEqual(['force']);
    expect((await send('DELETE', external, undefined, strict)).status).toBe(200);
  });

  it('rejects values that differ between address, query and body', async () => {
    const at = (path: string) => api(`/venues/by-external-id/twice${path}`);
    const venue = { venue: 'Said twice' };
    const agreeing = { ...venue, external_id: 'twice', source: 's' };
    expect((await send('PUT', at('?source=s'), agreeing, strict)).status).toBe(201);
    for (const [path, body, name] of [
      ['?source=s', { ...venue, external_id: 'other' }, 'external_id'],
      ['?source=s', { ...venue, source: 't' }, 'source'],
      ['?source=s&external_id=other', venue, 'external_id'],
      ['?source=s&city=Lyon', { city: 'Paris' }, 'city'],
    ] as const) {
      expect(await named('PUT', at(path), body)).toEqual([name]);
    }
    const batched = {
      requests: [
        { method: 'PUT', path: at('').slice(api('').length), body: { ...venue, external_id: 'b' } },
      ],
    };
    const { body } = await send('POST', api('/batch'), batched, strict);
    expect(Object.keys(body.responses[0].body.data.params)).toEqual(['external_id']);
    const usual = await send('PUT', at('?source=s'), { ...venue, external_id: 'other' }, full);
    expect([usual.status, usual.body.external_id]).toEqual([200, 'twice']);
  });

  it('rejects a password in the query of a write', async () => {
    expect(await named('POST', api('/events?password=a'), bodies.events)).toEqual(['password']);
    expect(await named('PATCH', api(`${one('events')}?password=a`), {})).toEqual(['password']);
  });

  it('answers 422 for an idempotency key first used without it', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const name = { name: randomUUID(), zzz: 1 };
    expect((await send('POST', api('/tags'), name, { ...full, ...key })).status).toBe(201);
    expect((await send('POST', api('/tags'), name, { ...strict, ...key })).status).toBe(422);
  });
});

describe('handling=strict, in a batch', () => {
  const requests = [
    { method: 'GET', path: '/tags?zzz=1' },
    { method: 'GET', path: '/tags?zzz=1', headers: { prefer: 'handling=strict' } },
    { method: 'GET', path: '/tags?zzz=1', headers: { Prefer: 'handling=lenient' } },
  ];
  const statuses = async (headers: Headers) => {
    const { body } = await send('POST', api('/batch'), { requests }, headers);
    return body.responses.map((one: { status: number; headers: Headers }) => [
      one.status,
      one.headers['Preference-Applied'],
    ]);
  };

  it('applies to each operation by its own header, else by the batch’s', async () => {
    const [refused, ignored] = [
      [400, 'handling=strict'],
      [200, undefined],
    ];
    expect(await statuses(full)).toEqual([ignored, refused, ignored]);
    expect(await statuses(strict)).toEqual([refused, refused, ignored]);
  });

  it('applies to the fields of the batch itself, which are otherwise ignored', async () => {
    const sent = { requests: [{ method: 'GET', path: '/events' }], note: 'x' };
    expect(await named('POST', api('/batch'), sent)).toEqual(['note']);
    expect((await send('POST', api('/batch'), sent, full)).status).toBe(200);
  });

  it('applies to the query of the batch itself', async () => {
    expect(await named('POST', api('/batch?zzz=1'), { requests })).toEqual(['zzz']);
  });
});

it('CORS lets other sites send Prefer and read Preference-Applied', async () => {
  const origin = 'https://example.org';
  const asked = await send('OPTIONS', api('/events'), undefined, {
    ...{ origin, 'access-control-request-method': 'GET' },
    'access-control-request-headers': 'prefer',
  });
  expect(asked.headers['access-control-allow-headers']).toMatch(/prefer/i);
  const { headers } = await get(api('/events'), { origin, ...STRICT });
  expect(headers['access-control-expose-headers']).toMatch(/Preference-Applied/);
});

describe('problem details', () => {
  const PROBLEM = { accept: 'application/problem+json' };

  it.each([
    ['application/problem+json', true],
    ['application/json, application/problem+json', true],
    ['application/problem+json;q=0.9, application/json;q=0.8', true],
    ['Application/Problem+JSON, */*', true],
    ['application/json, application/problem+json;q=0.5', false],
    ['*/*;q=0.9, application/problem+json;q=0.5', false],
    ['application/problem+json;q=0', false],
    ['application/*', false],
    ['*/*', false],
    ['text/html', false],
  ])('are sent only if Accept prefers them over JSON: %s', async (accept, isProblem) => {
    const { headers, body } = await get(api('/events/999999'), { accept });
    expect(headers['content-type']).toBe(
      isProblem ? 'application/problem+json' : 'application/json; charset=utf-8',
    );
    expect(headers.vary?.split(', ')).toContain('Accept');
    expect(Object.keys(body)).toEqual(
      isProblem
        ? ['type', 'title', 'status', 'detail', 'instance', 'code']
        : ['code', 'message', 'data'],
    );
  });

  it('contain what the usual error body contains, for errors of every kind', async () => {
    const name = { name: randomUUID() };
    await send('POST', api('/tags'), name, full);
    const doors: [method: string, path: string, body?: unknown, headers?: Headers][] = [
      ['GET', api('/events?page=x&featured=maybe', 'fr')],
      ['GET', api('/nothing', 'ar')],
      ['DELETE', api('/events')],
      ['POST', api('/tags'), name, full],
      ['POST', api('/events'), {}, full],
      ['POST', api('/tags'), '{', { ...full, 'content-type': 'application/json' }],
      ['POST', api('/tags'), { name: 'a'.repeat(2_000_000) }, full],
      ['POST', api('/tags'), name],
      ['GET', api('/events'), undefined, bearer('wrong')],
      ['GET', api('/tags?name=\u00e9')],
      ['GET', api('/tags'), undefined, { accept: 'x'.repeat(70_000) }],
      ['GET', api('/events/999999.ics')],
      ['POST', api('/batch'), {}, full],
    ];
    for (const [method, path, body, headers = {}] of doors) {
      const id = { 'x-request-id': 'mine' };
      const plain = await send(method, path, body, { ...headers, ...id });
      const told = await send(method, path, body, { ...PROBLEM, ...headers, ...id });
      if (headers.accept) continue;
      const { status, details: _, ...more } = plain.body.data;
      expect([path, told.headers['content-type'], told.body]).toEqual([
        ...[path, 'application/problem+json'],
        {
          type: `/calendar/events/v1/docs#${plain.body.code}`,
          title: http.STATUS_CODES[status],
          status,
          detail: plain.body.message,
          instance: `${new URL(path, baseURL).pathname}#mine`,
          code: plain.body.code,
          ...more,
        },
      ]);
      expect([path, told.status]).toEqual([path, plain.status]);
    }
  });

  it('are plain JSON within an envelope', async () => {
    const { status, headers, body } = await get(api('/events/999999?_envelope'), PROBLEM);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const alone = await get(api('/events/999999'), PROBLEM);
    const instance = `${api('/events/999999')}#${headers['x-request-id']}`;
    expect(body).toEqual({
      body: { ...alone.body, instance },
      status: 404,
      headers: expect.any(Object),
    });
  });

  it('change no successful answer, cached or not', async () => {
    const plain = await warmed(api('/venues'));
    const { status, text, headers } = await get(api('/venues'), PROBLEM);
    expect([status, text, headers.vary]).toEqual([200, plain.text, plain.headers.vary]);
  });

  it('have a type that links to the description of the code in /docs', async () => {
    const { text } = await get(api('/docs', 'fr'));
    const { body } = await get(api('/doc'));
    const codes = JSON.stringify(body.components.responses).matchAll(/"enum":(\[[^\]]*\])/g);
    const named = new Set([...codes].flatMap(([, list = '[]']) => JSON.parse(list) as string[]));
    expect(named.size).toBeGreaterThan(30);
    for (const code of named) expect(text).toContain(`<div id="${code}">`);
  });
});
