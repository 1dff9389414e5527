import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildCategory, buildEvent } from '../support/records';
import { withSettings } from '../support/settings';

const TRIBE = '/wp-json/tribe/events/v1';

let id: number;
let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  const category = await buildCategory({ name: 'Music' });
  const event = await buildEvent({ title: 'Lecture', categories: [category.public_id] });
  id = event.public_id;
  await buildEvent({ title: 'Conférence' }, { of: event, language: 'fr' });
});

describe('without configured aliases', () => {
  it('the alias address returns 404', async () => {
    expect((await get(`${TRIBE}/events`)).status).toBe(404);
  });
});

describe.each(['', '/ar', '/en', '/fr', '/es'])(
  'an alias with the language prefix "%s"',
  (prefix) => {
    withSettings({ aliases: ['/agenda', TRIBE] });
    const root = `${prefix}${TRIBE}`;

    it('answers with URLs under the same alias and prefix', async () => {
      const { body } = await get(`${root}/events?per_page=1`);
      expect(body.rest_url).toMatch(`${baseURL}${root}/events/?page=1`);
      const [event] = body.events;
      expect(event.rest_url).toBe(`${baseURL}${root}/events/${id}`);
      expect(event.url).toMatch(new RegExp(`^${baseURL}/(en|fr)/calendar/event/`)); // An HTML page.
      expect(event.categories[0].urls.self).toMatch(`${baseURL}${root}/categories/`);
      expect(JSON.stringify(body)).not.toContain(api(''));
      expect((await get(event.url.slice(baseURL.length))).text).toContain(`/events/${id}.ics`);
      expect((await get(event.rest_url.slice(baseURL.length))).body.id).toBe(id);
    });

    it('writes in the language of the prefix and returns the usual errors', async () => {
      const { body } = await get(`${root}/events/${id}`);
      const sent = await send('PATCH', `${root}/events/${id}/`, { title: body.title }, full);
      expect([sent.status, sent.body.language]).toEqual([200, body.language]);
      expect((await send('DELETE', `${root}/events/${id}`)).body.code).toBe('rest_forbidden');
      expect((await get(`${root}/nothing`)).body.code).toBe('rest_no_route');
      expect((await send('DELETE', `${root}/events`)).status).toBe(405);
    });
  },
);

describe('several aliases', () => {
  withSettings({ aliases: ['/agenda', TRIBE] });

  it('answer alongside the built-in address', async () => {
    for (const root of ['/agenda', '/fr/agenda', TRIBE, api(''), api('', 'es')]) {
      const { status, body } = await get(`${root}/events/${id}`);
      expect([status, body.rest_url]).toEqual([200, `${baseURL}${root}/events/${id}`]);
    }
  });

  it.each(['/agendas/events', '/de/agenda/events', '/x/agenda/events', '/wp-json/tribe/events'])(
    'return 404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
