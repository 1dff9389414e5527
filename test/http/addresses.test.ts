import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { raw } from '../support/raw';
import { buildEvent } from '../support/records';
import { withSettings } from '../support/settings';
import { withTrustedProxy } from '../support/trusted-proxy';
import { warmed } from '../support/warm';

const LANGUAGES = [undefined, 'ar', 'en', 'fr', 'es'];

let id: number;
beforeAll(async () => {
  const event = await buildEvent({ title: 'Lecture' });
  id = event.public_id;
  await buildEvent({ title: 'محاضرة' }, { of: event, language: 'ar' });
});

describe.each(LANGUAGES)('the API root of language %s', (language) => {
  it('serves lists and records with and without a trailing slash', async () => {
    for (const path of ['/events', '/events/', `/events/${id}`, `/events/${id}/`]) {
      expect([path, (await get(api(path, language))).status]).toEqual([path, 200]);
    }
    expect((await get(api('/events/by-slug/lecture', language))).body.id).toBe(id);
  });

  it('is the prefix of the rest_url of a list and of its events', async () => {
    const { body } = await get(api('/events', language));
    expect(body.rest_url).toMatch(`${baseURL}${api('/events/?', language)}`);
    expect(body.events[0].rest_url).toBe(`${baseURL}${api(`/events/${id}`, language)}`);
  });
});

it('answers in the language of the address unless i18n_language asks for another', async () => {
  expect((await get(api('/events', 'ar'))).body.events[0].title).toBe('محاضرة');
  expect((await get(api('/events?i18n_language=en', 'ar'))).body.events[0].title).toBe('Lecture');
  for (const path of ['/events', `/events/${id}`, `/events/${id}.ics`, '/events?page=x']) {
    const sent = `${path}${path.includes('?') ? '&' : '?'}i18n_language=%20ar%20`;
    const { headers, text } = await get(api(sent));
    expect([path, headers['content-language']]).toEqual([path, 'ar']);
    expect([path, text.includes('محاضرة')]).toEqual([path, !path.includes('page=x')]);
  }
});

it.each([
  ['PATCH', ''],
  ['POST', '&_method=PATCH'],
])(
  '%s%s writes in the language of the query, else of the body, else of the address',
  async (method, more) => {
    const full = bearer(await apiToken('full-access'));
    const written = async (query: string, body: object) => {
      const path = api(`/events/${id}?${query}${more}`, 'fr');
      const { body: event } = await send(method, path, body, full);
      return [event.language, event.title];
    };
    expect(await written('i18n_language=es', { title: 'Clase', i18n_language: 'ar' })).toEqual([
      'es',
      'Clase',
    ]);
    expect(await written('', { title: 'درس', i18n_language: 'ar' })).toEqual(['ar', 'درس']);
    expect(await written('', { title: 'Cours' })).toEqual(['fr', 'Cours']);
    const { status, body } = await send(
      'PATCH',
      api(`/events/${id}?i18n_language=de`),
      { i18n_language: 'ar' },
      full,
    );
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['i18n_language']]);
  },
);

it('a batch prefers the language in its query to the one in its body', async () => {
  const requests = [{ method: 'GET', path: '/events?per_page=1' }];
  const path = api('/batch?i18n_language=es');
  const { body } = await send('POST', path, { requests, i18n_language: 'ar' });
  expect(body.responses[0].body.rest_url).toContain(api('/events/', 'es'));
});

it.each(['/de/calendar/events/v1/events', '/calendar/events/v2/events', '/calendar/events'])(
  'returns 404 for an unknown language, an unknown version or an incomplete root: %s',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

it.each([
  ...['/nothing', '/events/foo', '/events/foo%20bar', '/events/-1', '/events/1.0'],
  ...['/events/by-slug/', '/events/by-slug/a/b', '//events', '/events/by-slug/%E0%A4'],
  ...['/events/by-slug/%00', '/events/%', '/doc/x'],
])('returns 404 rest_no_route for %s', async (path) => {
  const { status, body } = await get(api(path));
  expect([status, body?.code, body?.data]).toEqual([404, 'rest_no_route', { status: 404 }]);
});

it.each(['/api/calendar/events/v1/events', '/API/Calendar/events/v1/events', '/api/calendar'])(
  'returns 404 rest_no_route for the plugin’s internal address %s',
  async (path) => {
    const { status, body } = await get(path);
    expect([status, body.code]).toEqual([404, 'rest_no_route']);
  },
);

it.each(['DELETE', 'PUT', 'PATCH', 'PROPFIND'])(
  'returns 405 with Allow for %s on a list, without parsing the body',
  async (method) => {
    const { status, body, headers } = await send(method, api('/events'), '{broken', {
      'content-type': 'application/json',
    });
    expect([status, body.code]).toEqual([405, 'rest_no_route']);
    expect(headers.allow).toBe('GET, POST, HEAD, OPTIONS');
  },
);

// Methods are case-sensitive (RFC 9110 9.1), and fetch() does not normalise `patch`. Node's parser
// rejects such methods.
it.each(['patch', 'get', 'FROB', 'VERSION-CONTROL', 'x_1.2'])(
  'returns 405 with Allow for the unknown method %s',
  async (method) => {
    const { status, body, headers } = await raw(
      `${method} ${api(`/events/${id}`, 'fr')} HTTP/1.1\r\nHost: calendar.test\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect([status, body?.code, headers['content-language']]).toEqual([405, 'rest_no_route', 'fr']);
    expect(headers.allow).toBe('GET, DELETE, POST, PUT, PATCH, HEAD, OPTIONS');
    expect((await raw(`${method} /admin HTTP/1.1\r\nHost: calendar.test\r\n\r\n`)).text).toBe('');
  },
);

it('answers HEAD as GET without a body', async () => {
  const { status, headers, text } = await send('HEAD', api('/events'));
  expect([status, headers['x-tec-total'], text]).toEqual([200, '1', '']);
});

it('answers OPTIONS with Allow and a preflight with the allowed methods', async () => {
  const plain = await send('OPTIONS', api('/events'));
  expect([plain.status, plain.headers.allow]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  const preflight = await send('OPTIONS', api('/events', 'fr'), undefined, {
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'GET',
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers['access-control-allow-methods']).toContain('GET');
});

it('allows any origin to read responses and totals, without credentials', async () => {
  const { headers } = await get(api('/events'), { origin: 'https://elsewhere.example' });
  expect(headers['access-control-allow-origin']).toBe('https://elsewhere.example');
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  expect(headers['access-control-expose-headers']).toMatch(/X-TEC-Total,\s*X-TEC-TotalPages/);
});

it.each([
  ...['a@b', 'a:b@example.org', '@', 'localhost:99999', '1.2.3.256', '[::::]', 'a.test,b.test'],
  'a.'.repeat(130),
])('rejects the invalid Host header %s with 400', async (host) => {
  const { status, body } = await get(api('/events'), { host });
  expect([status, body.code]).toEqual([400, 'rest_bad_request']);
});

it('accepts a Host header with a colon but no port', async () => {
  const { status, headers } = await get(api('/events'), { host: 'example.org:' });
  expect(status).toBe(200);
  expect(headers['x-tec-api-origin']).toBe('http://example.org');
});

it('sends neither X-Powered-By nor Strict-Transport-Security', async () => {
  for (const path of [api('/events'), '/admin/init', '/none']) {
    const { headers } = await get(path);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  }
});

describe('behind a trusted proxy', () => {
  withTrustedProxy();

  it.each([
    ['https', 'https://calendar.example/'],
    ['HTTPS', 'https://calendar.example/'],
    ['https, http', 'https://calendar.example/'],
    ['javascript:alert(1)//', 'http://calendar.example/'],
    ['https://evil.example/?', 'http://calendar.example/'],
    ['x'.repeat(100), 'http://calendar.example/'],
  ])(
    'builds links from X-Forwarded-Proto only when it names http or https: %s',
    async (proto, begin) => {
      const { status, body, headers } = await get(api('/events'), {
        'x-forwarded-proto': proto,
        'x-forwarded-host': 'calendar.example',
      });
      expect(status).toBe(200);
      expect(body.rest_url.slice(0, begin.length)).toBe(begin);
      expect(body.events[0].rest_url.slice(0, begin.length)).toBe(begin);
      expect(headers['x-tec-api-origin']).toBe(begin.slice(0, -1));
    },
  );

  it('does not serve a response cached for the host "undefined" to direct requests', async () => {
    const path = `${api('/events')}?per_page=7`;
    const named = await warmed(path, {
      'x-forwarded-host': 'undefined',
      'x-forwarded-proto': 'undefined',
    });
    expect(named.body.rest_url).toMatch(/^http:\/\/undefined\//);
    expect((await get(path)).body.rest_url.startsWith(baseURL)).toBe(true);
  });

  it('keeps cached responses apart when forwarded host or protocol lists contain commas', async () => {
    const path = `${api('/events')}?per_page=8`;
    const said = (host: string, proto: string) => ({
      'x-forwarded-host': host,
      'x-forwarded-proto': proto,
    });
    const plain = await warmed(path, said('calendar.example,https', 'http'));
    expect(plain.body.rest_url).toMatch(/^http:/);
    const { body } = await get(path, said('calendar.example', 'https,http'));
    expect(body.rest_url).toMatch(/^https:/);
  });
});

describe('a path with unneeded percent-encoding (RFC 3986 6.2.2.2)', () => {
  it('is treated as the decoded path', async () => {
    const { public_id, slug } = await buildEvent({ slug: 'a-b~c' });
    const encoded = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&');
    const one = await get(api(`/events/${public_id}`));
    expect([one.status, slug]).toEqual([200, 'a-b~c']);
    for (const path of [
      api(`/events/${encoded(String(public_id))}`),
      api(`/%65%76ents/by%2dslug/${encoded('a-b~c')}`),
      api(`/events/${public_id}`).replace('calendar', '%63alendar'),
      api(`/%65vents/${public_id}`, 'fr').replace('/fr/', '/%66%72/').replace('?', '?x=%65&'),
    ]) {
      const { status, body } = await get(path);
      expect([path, status, body.id]).toEqual([path, 200, public_id]);
    }
    const batched = await send('POST', api('/batch'), {
      requests: [{ method: 'GET', path: `/event%73/${encoded(String(public_id))}` }],
    });
    expect(batched.body.responses[0].body.id).toBe(public_id);
    const again = await get(api(`/%65vents/${public_id}`), {
      'if-none-match': `${one.headers.etag}`,
    });
    expect(again.status).toBe(304);
  });

  it('is decoded once and reaches no route through encoded slashes or dot segments', async () => {
    const { public_id } = await buildEvent();
    const closed = [
      ...[`/%2565vents/${public_id}`, `/events%2F${public_id}`, `/%%36%35vents/${public_id}`],
      ...[`/venues/%2e%2e/events/${public_id}`, `/events/%3%3${public_id}`, `/event%7300`],
    ];
    for (const path of closed) expect([path, (await get(api(path))).status]).toEqual([path, 404]);
    for (const path of ['/%61pi/calendar/events/v1/events', '/api/c%61lendar'])
      expect([path, (await get(path)).body.code]).toEqual([path, 'rest_no_route']);
    const inBatch = { requests: [{ method: 'POST', path: '/b%61tch' }] };
    expect((await send('POST', api('/batch'), inBatch)).status).toBe(400);
    const guarded = await send('POST', '/%61dmin/login', { email: 'a@example.org', password: 'x' });
    expect(guarded.status).toBe(400); // Refused by Strapi, after the limit of log-in attempts.
  });
});

describe('the address of a request', () => {
  withSettings({ aliases: ['/wp-json/tribe/events/v1'] });

  it('is what the log names, with language, alias and format, also if the request is refused', async () => {
    const logged = jest.spyOn(strapi.log, 'http');
    const paths = [
      ...[api('/events?per_page=1', 'fr'), api(`/events/${id}.ics`), api('/events?page=x', 'ar')],
      '/wp-json/tribe/events/v1/events?per_page=1',
    ];
    for (const path of paths) await get(path);
    const headers = bearer(await apiToken('full-access'));
    await send('POST', api('/events/', 'es'), { title: 'Logged' }, headers);
    const lines = logged.mock.calls.map(([line]) => String(line).replace(/ \(.*/, ''));
    logged.mockRestore();
    expect(lines).toEqual([...paths.map((path) => `GET ${path}`), `POST ${api('/events/', 'es')}`]);
  });
});
