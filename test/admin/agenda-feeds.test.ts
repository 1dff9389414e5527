import { admin } from '../support/admin';
import { adminByToken, adminIn, adminWith } from '../support/admin-roles';
import { READERS } from '../support/calendars';
import { type Answer, get } from '../support/http';
import { buildEvent, buildOrganizer, buildVenue } from '../support/records';

const AGENDA = 'plugin::calendar.agenda.read';
const USER = 'admin::user';

type Ask = typeof admin;

const pathOf = (address: string) => address.replace(/^\w+:\/\/[^/]*/, '');

const titles = ({ text }: Answer) =>
  READERS['ical.js'](text)
    .map(({ title }) => title)
    .sort();

const feeds = (filters = '') => `/calendar/admin/feeds${filters && `?${filters}`}`;

/** Creates a feed key; returns the answer and a function that reads the feed. */
async function make(ask: Ask, filters = '') {
  const { status, body } = await ask('POST', feeds(filters), { name: ' My  phone ' });
  expect([status, body.name]).toEqual([201, 'My phone']);
  expect(body.address).toMatch(/^http:\/\/.*\/en\/calendar\/events\/v1\/events\.ics\?/);
  return { ...body, read: () => get(pathOf(body.address)) };
}

const newest = () =>
  strapi.db.query(USER).findOne({ orderBy: { id: 'desc' }, populate: ['roles'] });

/** Replaces the roles of a user by those of the newest one. */
async function takeNewestRoles(id: number) {
  const roles = (await newest()).roles.map((role: { id: number }) => role.id);
  await strapi.db.query(USER).update({ where: { id }, data: { roles } });
}

let venue: number;

beforeAll(async () => {
  venue = (await buildVenue({ venue: 'Café Hinoki' })).public_id;
  await buildEvent({ title: 'Public', venue: [venue] });
  await buildEvent({ title: 'Privé', post_status: 'private' }, { language: 'fr' });
  await buildEvent({ title: 'Private', post_status: 'private' });
  await buildEvent({ title: 'Scheduled', date: '2100-01-01T00:00:00.000Z' });
  await buildEvent({ title: 'A draft' }, { publish: false });
});

describe('calendar addresses for the filters of the agenda', () => {
  it('give everybody the public events, and name filters they cannot express', async () => {
    const { status, body } = await admin(
      'GET',
      feeds(`venue=${venue}&in=fr&view=today&missing=es`),
    );
    expect(status).toBe(200);
    const { address, webcal, google, outlook } = body.public;
    expect(pathOf(address)).toBe(`/fr/calendar/events/v1/events.ics?venue=${venue}`);
    expect(webcal).toBe(address.replace(/^http:/, 'webcal:'));
    expect([google, outlook].map((link) => new URL(link).host)).toEqual([
      'calendar.google.com',
      'outlook.live.com',
    ]);
    expect(body.unsaid).toEqual(['view', 'missing']);
    expect(titles(await get(pathOf(address)))).toEqual(['Public']);
  });

  it('translate every filter that a calendar address supports', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const filters = `venue=${venue}&organizer=3&category=4,5&tag=6&q=jazz&from=${day}&to=${day}&state=publish`;
    const { body } = await admin('GET', feeds(filters));
    const { searchParams } = new URL(body.public.address);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ venue: `${venue}`, organizer: '3', categories: '4,5', tags: '6', search: 'jazz' },
      ...{ status: 'publish', starts_before: day },
      ends_after: new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10),
    });
  });

  it('contain the events of the same days as the agenda', async () => {
    const on = (day: number, title: string) =>
      buildEvent({
        title,
        ...{ start_date: `2031-04-0${day} 20:00:00`, end_date: `2031-04-0${day} 23:00:00` },
      });
    for (const day of [1, 2, 3, 4]) await on(day, `On ${day}`);
    const days = 'from=2031-04-02&to=2031-04-03';
    const { body } = await admin('GET', feeds(days));
    const shown = (await admin('GET', `/calendar/admin/agenda?${days}`)).body.results;
    expect(titles(await get(pathOf(body.public.address)))).toEqual(['On 2', 'On 3']);
    expect(shown.map(({ title }: { title: string }) => title)).toEqual(['On 2', 'On 3']);
  });

  it.each(['state=draft', 'view=pending', 'state=trash'])(
    'are not offered for %s',
    async (filters) => {
      const { body } = await admin('GET', feeds(filters));
      expect([body.isFed, body.public]).toEqual([false, undefined]);
      expect((await admin('POST', feeds(filters), {})).status).toBe(400);
    },
  );

  it('need a feed key for events that are not public', async () => {
    const { body } = await admin('GET', feeds('view=future'));
    expect([body.isFed, body.public]).toEqual([true, undefined]);
    const { read } = await make(admin, 'view=future');
    expect(titles(await read())).toEqual(['Scheduled']);
  });
});

describe("an editor's feed key", () => {
  it.each(['0', '99999999999', '9'.repeat(40)])(
    'returns 404 when deleting the id %s',
    async (id) => {
      expect((await admin('DELETE', `${feeds()}/${id}`)).status).toBe(404);
    },
  );

  it('serves the events of the agenda without drafts', async () => {
    const { read } = await make(await adminIn('strapi-editor'), `venue=${venue}`);
    expect(titles(await read())).toEqual(['Public']);
    const all = await make(await adminIn('strapi-author'), 'to=2031-01-01');
    expect(titles(await all.read())).toEqual(['Private', 'Privé', 'Public', 'Scheduled']);
  });

  it('reveals no draft, not even a draft venue or organizer (D14.3)', async () => {
    const hall = await buildVenue({ venue: 'Draft hall' });
    const club = await buildOrganizer({ organizer: 'Draft club' });
    const other = await buildOrganizer({ organizer: 'Private club', post_status: 'private' });
    const { documentId } = await buildEvent({
      title: 'With drafts',
      venue: [hall.public_id, venue],
      organizer: [club.public_id, other.public_id],
    });
    const collections = '/content-manager/collection-types/plugin::calendar.';
    const offline = '/actions/unpublish?locale=en';
    await admin('POST', `${collections}venue/${hall.documentId}${offline}`, {});
    await admin('POST', `${collections}organizer/${club.documentId}${offline}`, {});
    const { read } = await make(await adminIn('strapi-editor'), `venue=${venue}&q=drafts`);
    const { text } = await read();
    await admin('DELETE', `${collections}event/${documentId}`);
    expect(text).toContain('LOCATION;LANGUAGE=en:Café Hinoki');
    expect(text.match(/^CONTACT.*/gm)).toEqual(['CONTACT;LANGUAGE=en:Private club']);
  });

  it('names private venues and organizers only if the editor may read all of them', async () => {
    const hall = await buildVenue({ venue: 'Private hall', post_status: 'private' });
    const club = await buildOrganizer({ organizer: 'Private club', post_status: 'private' });
    const names = { venue: [hall.public_id], organizer: [club.public_id] };
    const { documentId } = await buildEvent({ title: 'Hosted', ...names });
    const named = async (ask: Ask) => {
      const { read } = await make(ask, 'q=hosted');
      const { text } = await read();
      expect(titles({ text } as Answer)).toEqual(['Hosted']);
      return [...new Set(text.match(/Private (?:hall|club)/g))].sort();
    };
    expect(await named(await adminIn('strapi-editor'))).toEqual(['Private club', 'Private hall']);
    const reading = { actions: [AGENDA] };
    expect(await named(await adminWith('event', ['read'], reading))).toEqual([]);
    await strapi.documents('plugin::calendar.event').delete({ documentId });
  });

  it('serves only the languages that the editor may read', async () => {
    const ask = await adminWith('event', ['read'], { locales: ['fr'], actions: [AGENDA] });
    const { read } = await make(ask, 'to=2031-01-01');
    expect(titles(await read())).toEqual(['Privé']);
  });

  it("serves only the editor's own events if they may read no others", async () => {
    const ask = await adminWith('event', ['read', 'create'], { own: ['read'], actions: [AGENDA] });
    const address = '/content-manager/collection-types/plugin::calendar.event?locale=en';
    const times = { start_date: '2030-05-01 18:00:00', end_date: '2030-05-01 20:00:00' };
    const { body } = await ask('POST', address, { title: 'Mine', ...times });
    const { documentId } = body.data;
    await strapi.documents('plugin::calendar.event').publish({ documentId, locale: 'en' });
    const { read } = await make(ask, 'to=2031-01-01');
    expect(titles(await read())).toEqual(['Mine']);
  });

  it('serves only public events if the editor may not read every field', async () => {
    const ask = await adminWith('event', ['read'], { fields: ['title'], actions: [AGENDA] });
    const { read } = await make(ask, 'to=2030-01-01');
    expect(titles(await read())).toEqual(['Public']);
  });

  it('opens no private data on other routes', async () => {
    const { address } = await make(await adminIn('strapi-editor'), 'q=x');
    const key = new URL(address).searchParams.get('key');
    for (const path of [`/venues/${venue}.ics`, '/events', '/feeds']) {
      const { status, text } = await get(`/calendar/events/v1${path}?key=${key}`);
      expect([path, status === 403 || status === 401 || !text.includes('Private')]).toEqual([
        path,
        true,
      ]);
    }
  });

  it.each([
    [
      'is deactivated',
      (id: number) => strapi.db.query(USER).update({ where: { id }, data: { isActive: false } }),
    ],
    [
      'is blocked',
      (id: number) => strapi.db.query(USER).update({ where: { id }, data: { blocked: true } }),
    ],
    ['is deleted', (id: number) => strapi.db.query(USER).delete({ where: { id } })],
    [
      'has lost the role',
      (id: number) => strapi.db.query(USER).update({ where: { id }, data: { roles: [] } }),
    ],
    [
      'may no longer open the agenda',
      async (id: number) => {
        await adminWith('event', ['read']);
        await takeNewestRoles(id);
      },
    ],
    [
      'may no longer read events',
      async (id: number) => {
        await adminWith('venue', ['read'], { actions: [AGENDA] });
        await takeNewestRoles(id);
      },
    ],
  ])('stops working when the editor %s', async (_, end) => {
    const { read } = await make(await adminIn('strapi-editor'), 'q=x');
    expect((await read()).status).toBe(200);
    await end((await newest()).id);
    const { status, body } = await read();
    expect([status, body.code]).toEqual([401, 'rest_invalid_credentials']);
  });

  it('is listed and revoked only by its creator', async () => {
    const [one, other] = [await adminIn('strapi-editor'), await adminIn('strapi-author')];
    const { id, read } = await make(one, 'q=x');
    const { body } = await one('GET', feeds());
    expect(body.feeds).toEqual([{ id, name: 'My phone', created: expect.any(String) }]);
    expect((await other('GET', feeds())).body.feeds).toEqual([]);
    expect((await other('DELETE', feeds().concat(`/${id}`))).status).toBe(404);
    expect((await read()).status).toBe(200);
    expect((await one('DELETE', feeds().concat(`/${id}`))).status).toBe(200);
    expect((await read()).status).toBe(401);
  });

  it('requires a valid name, valid filters and access to the agenda', async () => {
    for (const name of [['a'], 'x'.repeat(256), 7, 'a\0', 'a\uD800']) {
      expect((await admin('POST', feeds(), { name })).status).toBe(400);
    }
    expect((await admin('POST', feeds('view=never'), {})).status).toBe(400);
    const none = await adminWith('event', ['read']);
    expect((await none('GET', feeds())).status).toBe(403);
    expect((await none('POST', feeds(), {})).status).toBe(403);
    expect((await get(feeds())).status).toBe(401);
  });
});

it('admin API tokens may not list, create or delete feed keys', async () => {
  const { id } = await make(admin);
  const token = await adminByToken();
  expect((await token('GET', '/calendar/admin/agenda')).status).toBe(200);
  expect((await token('GET', feeds())).status).toBe(403);
  expect((await token('POST', feeds(), { name: 'x' })).status).toBe(403);
  expect((await token('DELETE', `${feeds()}/${id}`)).status).toBe(403);
});
