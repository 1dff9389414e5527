import { randomUUID } from 'node:crypto';
import * as document from '../../src/plugins/calendar/server/src/http/openapi/document';
import { MESSAGES } from '../../src/plugins/calendar/server/src/messages/t';
import { apiToken, bearer } from '../support/callers';
import { checkingByName } from '../support/document/schemas';
import { firstOf } from '../support/extent';
import { api, get, send } from '../support/http';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';
import { withSettings } from '../support/settings';

const TRIBE = '/wp-json/tribe/events/v1';
const PREFIXES = ['', '/ar', '/en', '/fr', '/es'];

describe.each(firstOf(2, PREFIXES))('the API description under the prefix "%s"', (prefix) => {
  withSettings({ aliases: [TRIBE] });

  it.each(['/calendar/events/v1', TRIBE])(
    'is served at %s, with and without a trailing slash',
    async (base) => {
      const root = prefix + base;
      const name = base.replace('/wp-json', '');
      for (const slash of ['', '/']) {
        const index = await get(`${root}${slash}`);
        expect([index.status, index.body.namespace]).toEqual([200, name.slice(1)]);
        expect(index.body.routes[name]._links.self).toEqual([{ href: baseURL + root }]);
        const document = await get(`${root}/doc${slash}`);
        expect([document.status, document.body.openapi]).toEqual([200, '3.1.0']);
        expect(document.body.servers[0].url).toBe(baseURL + root);
      }
    },
  );
});

it('uses the language of the address unless i18n_language asks for another', async () => {
  const title = async (path: string) => (await get(path)).body.info.title;
  expect(await title(api('/doc'))).toBe('Event calendar');
  expect(await title(api('/doc', 'fr'))).toBe('Calendrier d’évènements');
  expect(await title(api('/doc?i18n_language=es', 'fr'))).toBe('Calendario de eventos');
  const { body } = await get(api('/', 'ar'));
  const [list] = body.routes['/calendar/events/v1/events'].endpoints;
  expect(list.args.page.description).toMatch(/^الصفحة المطلوبة من القائمة/);
});

it('makes the document once for a language and an address, whatever else the request says', async () => {
  const making = jest.spyOn(document, 'openapiDocument');
  for (let times = 0; times < 3; times += 1) {
    for (const [host, language] of [
      ['once.test', 'en'],
      ['other.test', 'en'],
      ['once.test', 'es'],
    ] as const) {
      const at = api(`/doc?i18n_language=${language}`);
      const { body } = await get(`${at}&unknown=${randomUUID()}`, { host });
      expect(body.servers[0].url).toBe(`http://${host}${api('')}`);
      expect(body.info.title).toBe(MESSAGES[language].headings.title);
    }
  }
  expect(making).toHaveBeenCalledTimes(3);
  making.mockRestore();
});

it.each(['/', '/doc'])('rejects an unknown language at %s', async (path) => {
  const { status, body } = await get(api(`${path}?i18n_language=de`));
  expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
});

describe('the namespace parameter', () => {
  withSettings({ aliases: [TRIBE] });

  it('selects the index of that namespace', async () => {
    const { body } = await get(api('/?namespace=tribe/events/v1&context=edit', 'fr'));
    expect(body.namespace).toBe('tribe/events/v1');
    expect(body._links.up).toEqual([{ href: `${baseURL}/fr/wp-json/` }]);
    expect((await get(api('/?namespace=calendar/events/v1'))).status).toBe(200);
  });

  it('returns 404 for a namespace that is not served', async () => {
    const { status, body } = await get(api('/?namespace=wp/v2'));
    expect([status, body.code]).toEqual([404, 'rest_invalid_namespace']);
  });
});

it.each(['/', '/doc'])(
  'serves %s to read-only tokens and to tokens with its permission',
  async (path) => {
    expect((await get(api(path), bearer(await apiToken('read-only')))).status).toBe(200);
    const none = await apiToken('custom', ['event.find']);
    expect((await get(api(path), bearer(none))).status).toBe(403);
    const right = path === '/' ? 'description.find' : 'description.findOne';
    expect((await get(api(path), bearer(await apiToken('custom', [right])))).status).toBe(200);
  },
);

it.each(['/', '/doc'])('returns 405 for a POST to %s', async (path) => {
  const { status, headers } = await send('POST', api(path), {});
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

describe('responses', () => {
  let full: Record<string, string>;
  let check: ReturnType<typeof checkingByName>;

  beforeAll(async () => {
    full = bearer(await apiToken('full-access'));
    check = checkingByName((await get(api('/doc'))).body.components.schemas);
    const venue = await buildVenue({ venue: 'Hall', geo_lat: 48.1, geo_lng: 11.5, city: 'Ulm' });
    const second = await buildVenue({ venue: 'Garden' });
    const organizer = await buildOrganizer({ organizer: 'Club', email: 'club@example.org' });
    const parent = await buildCategory({ name: 'Music', color: '#1a7f64' });
    const child = await buildCategory({ name: 'Jazz', parent: parent.public_id });
    const tag = await buildTag({ name: 'Free' });
    const linked = {
      organizer: [organizer.public_id],
      categories: [parent.public_id, child.public_id],
      tags: [tag.public_id],
    };
    await buildEvent({ title: 'Concert', venue: [venue.public_id], cost: '5 – 20', ...linked });
    const venues = [venue.public_id, second.public_id];
    await buildEvent({
      title: 'Walk',
      venue: venues,
      custom_fields: { a: { label: 'A', value: 1 } },
    });
    await buildEvent({ title: 'Secret', password: 'open', ticket_url: 'https://t.example/1' });
  });

  it.each([
    ['events', 'EventFields'],
    ['venues', 'VenueFields'],
    ['organizers', 'OrganizerFields'],
    ['categories', 'CategoryFields'],
    ['tags', 'TagFields'],
  ])('of /%s match the request schema of the document', async (path, sent) => {
    const { body } = await get(api(`/${path}?per_page=50`));
    expect(body[path].length).toBeGreaterThan(0);
    for (const { id } of body[path]) {
      const single = await get(api(`/${path}/${id}?password=open`), full);
      expect([single.status, check(sent, single.body)]).toEqual([200, []]);
    }
  });

  it('fail the check when they do not match the schema', () => {
    expect(
      check('Error', { code: 1, message: '', data: { status: 400 }, more: true }),
    ).toHaveLength(2);
  });
});
