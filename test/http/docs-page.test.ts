import { PAGE_FILES } from '../../src/plugins/calendar/server/src/resources/routes';
import { apiToken, basic, bearer } from '../support/callers';
import { firstOf } from '../support/extent';
import { api, get, send } from '../support/http';
import { withSettings } from '../support/settings';

const TRIBE = '/wp-json/tribe/events/v1';
const FILES = Object.keys(PAGE_FILES);
const BUNDLE = api('/docs/swagger-ui-bundle.js');

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The value of the attribute that follows a piece of the page's markup. */
const valueIn = (page: string, before: string) =>
  page.match(new RegExp(`${before}="([^"]*)"`))?.[1];

/** The URLs of scripts and style sheets. */
const filesIn = (page: string) =>
  [...page.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]*)"/g)].map(
    ([, address = '']) => address,
  );

describe.each(firstOf(2, ['', '/ar', '/en', '/fr', '/es']))(
  'the docs page under the prefix "%s"',
  (prefix) => {
    withSettings({ aliases: [TRIBE] });

    it.each(['/calendar/events/v1', TRIBE])(
      'is served at %s, with and without a trailing slash',
      async (base) => {
        const language = prefix.slice(1) || 'en';
        for (const slash of ['', '/']) {
          const { status, headers, text } = await get(`${prefix}${base}/docs${slash}`);
          expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
          expect(headers['content-language']).toBe(language);
          const direction = language === 'ar' ? 'rtl' : 'ltr';
          expect(text).toContain(`<html lang="${language}" dir="${direction}">`);
          expect(valueIn(text, 'data-document')).toBe(`${prefix}${base}/doc`);
          const files = filesIn(text);
          expect(files).toHaveLength(6);
          for (const file of files) {
            expect(file.startsWith(`${prefix}${base}/docs/`)).toBe(true);
            expect((await get(file)).status).toBe(200);
          }
        }
      },
    );
  },
);

it('uses the language of the query for the page and its document', async () => {
  const { headers, text } = await get(api('/docs?i18n_language=ar', 'fr'));
  expect(headers['content-language']).toBe('ar');
  expect(text).toContain('<html lang="ar" dir="rtl">');
  expect(text).toContain('<title>تقويم الفعاليات: الواجهة البرمجية</title>');
  const address = String(valueIn(text, 'data-document'));
  expect(address).toBe(api('/doc?i18n_language=ar', 'fr'));
  expect((await get(address)).body.info.title).toBe('تقويم الفعاليات');
});

it('links to the page in every language and marks the current one', async () => {
  const { text } = await get(api('/docs', 'es'));
  const links = [...text.matchAll(/<a href="([^"]*)" hreflang="(\w\w)"([^>]*)>([^<]*)</g)];
  expect(links.map(([, address, code, , name]) => [address, code, name])).toEqual([
    [api('/docs', 'ar'), 'ar', 'العربية'],
    [api('/docs', 'en'), 'en', 'English'],
    [api('/docs', 'fr'), 'fr', 'français'],
    [api('/docs', 'es'), 'es', 'español'],
  ]);
  const current = links.filter(([, , , rest]) => rest?.includes('aria-current="page"'));
  expect(current.map(([, , code]) => code)).toEqual(['es']);
  for (const [, address = '', code] of links)
    expect((await get(address)).headers['content-language']).toBe(code);
});

it('rejects an unknown language with a JSON error', async () => {
  const { status, body } = await get(api('/docs?i18n_language=de'));
  expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
});

it.each([`x"><script>alert(1)</script>; script-src *`, `x/"><script>alert(1)</script>`, 'x//y'])(
  'rejects a malformed Host header and never repeats it: %s',
  async (host) => {
    for (const path of [api('/docs'), api('/docs', 'ar'), api('/docs/docs.js'), api('/events')]) {
      const { status, headers, text } = await get(path, { host });
      expect([status, text]).toEqual([400, expect.stringContaining('rest_bad_request')]);
      expect(`${JSON.stringify(headers)}${text}`).not.toContain(host);
      expect(headers['x-tec-api-origin']).toBe('http://localhost');
    }
  },
);

it.each(['calendar.example', 'calendar.example:8080', '[::1]:1337', '127.0.0.1'])(
  'accepts the Host header %s',
  async (host) => {
    const { status, headers } = await get(api('/docs'), { host });
    expect([status, headers['x-tec-api-origin']]).toEqual([200, `http://${host}`]);
  },
);

describe('the content security policy of the docs page', () => {
  it.each(['/docs', ...FILES.map((file) => `/docs/${file}`)])('is sent with %s', async (path) => {
    const { headers } = await get(api(path));
    expect(String(headers['content-security-policy']).split('; ')).toEqual(POLICY);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('includes the configured server URL without its path', async () => {
    const before = strapi.config.get('server.url');
    strapi.config.set('server.url', 'https://calendar.example/here');
    const { headers, text } = await get(api('/docs', 'fr')).finally(() =>
      strapi.config.set('server.url', before),
    );
    expect(headers['content-security-policy']).toContain(
      "; connect-src 'self' https://calendar.example; ",
    );
    expect(valueIn(text, 'data-document')).toBe(`/here${api('/doc', 'fr')}`);
  });

  it('differs from that of other responses', async () => {
    const { headers } = await get(api('/doc'));
    expect(headers['content-security-policy']).not.toBe(POLICY.join('; '));
  });
});

describe.each(FILES)('the file %s', (file) => {
  const path = api(`/docs/${file}`);

  it('is served plain or gzipped, each with its own ETag', async () => {
    const plain = await get(path);
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    expect([plain.status, plain.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await fetch(baseURL + path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.text()).toBe(plain.text);
    const sizes = [packed.headers, new Headers(plain.headers as Record<string, string>)];
    const [small = 0, large = 0] = sizes.map((headers) => Number(headers.get('content-length')));
    expect(small).toBeGreaterThan(0);
    expect(small).toBeLessThan(large / 1.5);
    expect(packed.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(packed.headers.get('etag')).not.toBe(plain.headers.etag);
    for (const vary of [packed.headers.get('vary'), plain.headers.vary])
      expect(vary?.split(', ').sort()).toEqual([
        'Accept-Encoding',
        'Authorization',
        'Origin',
        'Prefer',
      ]);
  });
});

it.each(['identity', 'br', 'gzip;q=0', ''])(
  'sends plain files for the Accept-Encoding "%s"',
  async (accepted) => {
    const { status, headers } = await get(BUNDLE, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  },
);

describe.each(['/docs', '/docs/docs.js', '/docs/swagger-ui-bundle.js'])('%s', (path) => {
  it.each(['identity', 'gzip'])(
    'returns 304 for a known ETag with the encoding %s',
    async (accepted) => {
      const wanted = { 'accept-encoding': accepted };
      const { headers } = await get(api(path), wanted);
      expect(headers['cache-control']).toBe('public, no-cache');
      const again = await get(api(path), { ...wanted, 'if-none-match': `${headers.etag}` });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
      expect(again.headers.vary).toBe(headers.vary);
    },
  );

  it('answers HEAD as GET without a body', async () => {
    const { date: _, 'x-request-id': __, ...headers } = (await get(api(path))).headers;
    const head = await send('HEAD', api(path));
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers).toMatchObject(headers);
  });

  it('rejects writes with 405', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body, headers } = await send(method, api(path), {});
      expect([status, body.code]).toEqual([405, 'rest_no_route']);
      expect(headers.allow).toBe('GET, HEAD, OPTIONS');
    }
    const options = await send('OPTIONS', api(path));
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  it('ignores _envelope and _fields', async () => {
    const { text } = await get(api(path));
    for (const query of ['_envelope=1', '_fields=id', '_envelope=1&_fields=id']) {
      expect((await get(api(`${path}?${query}`))).text).toBe(text);
    }
  });

  it('needs the permission for the document, and is private with a token', async () => {
    const read = async (headers: Record<string, string>) => {
      const { status, body, headers: told } = await get(api(path), headers);
      return [status, status < 400 ? told['cache-control'] : body.code];
    };
    const kept = [200, 'private, no-store'];
    expect(await read(bearer(await apiToken('read-only')))).toEqual(kept);
    expect(await read(bearer(await apiToken('custom', ['description.findOne'])))).toEqual(kept);
    expect(await read(basic('', await apiToken('full-access')))).toEqual(kept);
    const none = bearer(await apiToken('custom', ['description.find', 'event.find']));
    expect(await read(none)).toEqual([403, 'rest_forbidden']);
    expect(await read(bearer('wrong'))).toEqual([401, 'rest_invalid_credentials']);
  });

  it('returns 401 to the public when the permission is removed', async () => {
    const action = 'plugin::calendar.description.findOne';
    const where = { action, role: { type: 'public' } };
    const [{ id, role }] = await strapi.db
      .query('plugin::users-permissions.permission')
      .findMany({ where, populate: ['role'] });
    await strapi.db.query('plugin::users-permissions.permission').delete({ where: { id } });
    const { status, body } = await get(api(path)).finally(() =>
      strapi.db
        .query('plugin::users-permissions.permission')
        .create({ data: { action, role: role.id } }),
    );
    expect([status, body.code]).toEqual([401, 'rest_forbidden']);
    expect((await get(api(path))).status).toBe(200);
  });
});

it.each([
  ...['index.html', 'swagger-ui.js', 'swagger-ui-bundle.js.map', 'docs.jsx', 'docsXjs', 'Docs.js'],
  ...[
    '..',
    '../docs.js',
    '%2e%2e%2fpackage.json',
    '..%2f..%2fpackage.json',
    '..%5c..%5cpackage.json',
  ],
  ...[
    'docs.js%00',
    'docs.js/x',
    '/docs.js',
    'swagger-ui-dist/package.json',
    '....//docs.js',
    'constructor',
  ],
])('returns 404 for the unknown file %s', async (file) => {
  const { status, body } = await get(api(`/docs/${file}`));
  expect([status, body?.code, body?.data]).toEqual([404, 'rest_no_route', { status: 404 }]);
});

it('lists the docs page in neither the index nor the document', async () => {
  expect(JSON.stringify(Object.keys((await get(api('/'))).body.routes))).not.toContain('/docs');
  expect(JSON.stringify(Object.keys((await get(api('/doc'))).body.paths))).not.toContain('/docs');
});
