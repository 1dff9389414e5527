import { api, get, send } from '../support/http';
import { withSettings } from '../support/settings';

const TRIBE = '/wp-json/tribe/events/v1';
const SITE = '<{site}/wp-json/>; rel="https://api.w.org/"';

const linkAt = (prefix = '') => SITE.replace('{site}', `${baseURL}${prefix}`);

describe.each([
  ['without aliases', []],
  ['with an alias elsewhere', ['/agenda']],
])('%s', (_, aliases) => {
  withSettings({ aliases });

  it('serves no WordPress root and no discovery link', async () => {
    expect((await get('/wp-json/')).status).toBe(404);
    for (const path of ['/', api('/'), api('/events')]) {
      expect((await get(path)).headers.link ?? '').not.toContain('api.w.org');
    }
  });
});

describe('with an alias below /wp-json', () => {
  withSettings({ aliases: ['/agenda', TRIBE], timezone: 'Asia/Kathmandu' });

  /** As clients discover WordPress's API: a HEAD request, the link, the namespaces, a route. */
  it('WordPress clients can discover the events from the address of the site', async () => {
    const home = await send('HEAD', '/');
    const [, root = ''] =
      /<([^>]+)>; rel="https:\/\/api\.w\.org\/"/.exec(home.headers.link as string) ?? [];
    const { status, body } = await get(root.slice(baseURL.length));
    expect([status, body.namespaces]).toEqual([200, ['tribe/events/v1']]);
    const list = body.routes['/tribe/events/v1/events'];
    expect(list.methods).toEqual(['GET', 'POST']);
    const [{ href }] = list._links.self;
    expect(href).toBe(`${baseURL}${TRIBE}/events`);
    expect((await get(href.slice(baseURL.length))).status).toBe(200);
    expect(home.headers['x-tec-api-root']).toBe(`${baseURL}${TRIBE}/`);
  });

  it('the root contains the fields that WordPress clients read', async () => {
    const { body } = await get('/wp-json');
    expect(body).toMatchObject({
      name: new URL(baseURL).host,
      url: baseURL,
      home: baseURL,
      gmt_offset: 5.75,
      timezone_string: 'Asia/Kathmandu',
      authentication: [],
    });
    expect(body.description).not.toBe('');
    const index = (await get(TRIBE)).body;
    expect(Object.keys(body.routes)).toEqual(['/', ...Object.keys(index.routes)]);
    expect(index._links.up).toEqual(body._links.self);
  });

  it.each(['/fr', '/ar'])('the root under %s is in the language of its prefix', async (prefix) => {
    const { body, headers } = await get(`${prefix}/wp-json/?_fields=description,_links`);
    expect(body._links.self).toEqual([{ href: `${baseURL}${prefix}/wp-json/` }]);
    expect(body.description).not.toBe((await get('/wp-json/')).body.description);
    expect(headers['content-language']).toBe(prefix.slice(1));
    expect(headers.link).toBe(linkAt(prefix));
    expect(headers['x-tec-api-root']).toBe(`${baseURL}${prefix}${TRIBE}/`);
  });

  it.each([api('/events'), `${TRIBE}/events`, '/agenda/events'])(
    'the list at %s links to the site root before its own pages',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.link).toMatch(`${linkAt()}, <${baseURL}${path}/?`);
    },
  );

  it('the index, the docs page and errors link to the site root', async () => {
    for (const path of [api('/'), api('/docs'), api('/events/999999'), '/wp-json/']) {
      expect((await get(path)).headers.link).toContain(linkAt());
    }
  });

  it('the root returns 405, 304 and 404 like other addresses', async () => {
    const wrong = await send('POST', '/wp-json/');
    expect([wrong.status, wrong.body.code]).toEqual([405, 'rest_no_route']);
    const { headers } = await get('/wp-json/');
    expect((await get('/wp-json/', { 'if-none-match': String(headers.etag) })).status).toBe(304);
    for (const path of ['/wp-json/wp/v2/posts', '/wp-json/doc', '/wp-json/events']) {
      expect((await get(path)).status).toBe(404);
    }
  });
});
