import type { Maker } from '../../src/plugins/calendar/server/src/database/feeds';
import { makerOf } from '../../src/plugins/calendar/server/src/database/feeds';
import { makeFeed } from '../../src/plugins/calendar/server/src/records/feeds';
import { READERS } from '../support/calendars';
import { apiToken, bearer, member } from '../support/callers';
import { type Answer, api, get, send } from '../support/http';
import { buildEvent } from '../support/records';
import { withSettings } from '../support/settings';

type Headers = Record<string, string>;

const USER = 'plugin::users-permissions.user';
const TOKEN = 'admin::api-token';

const titles = ({ text }: Answer) => READERS['ical.js'](text).map(({ title }) => title);

const make = async (headers: Headers, name = 'My phone') =>
  (await send('POST', api('/feeds'), { name }, headers)).body;

const feed = (key: string, path = '/events.ics') =>
  get(api(`${path}${path.includes('?') ? '&' : '?'}key=${key}`));

/** Events that only some callers see. */
beforeAll(async () => {
  await buildEvent({ title: 'Public' });
  await buildEvent({ title: 'Private', post_status: 'private' });
  await buildEvent({ title: 'Scheduled', date: '2100-01-01T00:00:00.000Z' });
  await buildEvent({ title: 'A draft' }, { publish: false });
  await buildEvent({
    title: 'Protected',
    password: 'sesame',
    description: 'Told to few',
    virtual_url: 'https://example.org/join',
  });
});

it('a key opens feeds with the permissions of its maker, without drafts or protected contents', async () => {
  const { headers } = await member('editor');
  const { key } = await make(headers);
  for (const path of ['/events.ics', '/events?format=ics', '/events?ical=1']) {
    const answer = await feed(key, path);
    expect(titles(answer).sort()).toEqual(['Private', 'Protected', 'Public', 'Scheduled']);
    expect(answer.text).not.toMatch(/Told to few|example\.org\/join/);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  }
  expect(titles(await get(api('/events.ics'))).sort()).toEqual(['Protected', 'Public']);
});

it('a key is shown once, and only its maker can list and delete it', async () => {
  const [one, other] = [await member('editor'), await member('editor')];
  const made = await send('POST', api('/feeds'), { name: ' My  phone ' }, one.headers);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: 'My phone', key: expect.stringMatching(/^[\w-]{43}$/) });
  expect(made.body.addresses.ics).toMatch(
    new RegExp(`/calendar/events/v1/events\\.ics\\?key=${made.body.key}$`),
  );
  const { id, key } = made.body;
  const listed = await get(api('/feeds'), one.headers);
  expect(listed.body.feeds).toEqual([{ id, name: 'My phone', created: made.body.created }]);
  expect(listed.text).not.toContain(key);
  expect((await get(api('/feeds'), other.headers)).body.feeds).toEqual([]);
  expect((await send('DELETE', api(`/feeds/${id}`), undefined, other.headers)).body.code).toBe(
    'rest-feed-not-found',
  );
  expect((await feed(key)).status).toBe(200);
  expect((await send('DELETE', api(`/feeds/${id}`), undefined, one.headers)).status).toBe(200);
  expect((await feed(key)).body.code).toBe('rest_invalid_credentials');
});

it('a key is never stored in plain text', async () => {
  const { key } = await make((await member('editor')).headers);
  const rows = await strapi.db.getConnection('calendar_feeds').select();
  expect(JSON.stringify(rows)).not.toContain(key);
});

describe('the permissions of a key', () => {
  it('follow the current role of its maker', async () => {
    const { id, headers } = await member('editor');
    const { key } = await make(headers);
    const reader = await strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'reader' } });
    await strapi.db.query(USER).update({ where: { id }, data: { role: reader.id } });
    expect(titles(await feed(key)).sort()).toEqual(['Protected', 'Public']);
  });

  it.each([
    [
      'is blocked',
      (id: number) => strapi.db.query(USER).update({ where: { id }, data: { blocked: true } }),
    ],
    ['is gone', (id: number) => strapi.db.query(USER).delete({ where: { id } })],
  ])('end when the user %s', async (_, end) => {
    const { id, headers } = await member('editor');
    const { key } = await make(headers);
    await end(id);
    const { status, body } = await feed(key);
    expect([status, body.code]).toEqual([401, 'rest_invalid_credentials']);
  });

  it('end while the user has to confirm an address before the next log-in', async () => {
    const { id, headers } = await member('editor');
    const { key } = await make(headers);
    await strapi.db.query(USER).update({ where: { id }, data: { confirmed: false } });
    expect((await feed(key)).status).toBe(200);
    const store = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
    const advanced = (await store.get({})) as object;
    await store.set({ value: { ...advanced, email_confirmation: true } });
    const { status } = await feed(key);
    await store.set({ value: advanced });
    expect(status).toBe(401);
  });

  it('follow an API token and end when it is revoked, regenerated or expired', async () => {
    const service = strapi.service('admin::api-token');
    const endings = [
      (id: number) => service.revoke(id),
      (id: number) => service.regenerate(id),
      (id: number) =>
        strapi.db.query(TOKEN).update({ where: { id }, data: { expiresAt: new Date(0) } }),
    ];
    for (const end of endings) {
      const token = await apiToken('full-access');
      const { id } = await strapi.db.query(TOKEN).findOne({ orderBy: { id: 'desc' } });
      const { key } = await make(bearer(token));
      expect(titles(await feed(key))).toContain('Private');
      await end(id);
      expect((await feed(key)).status).toBe(401);
    }
  });

  it('shrink with the type of an API token', async () => {
    const token = await apiToken('full-access');
    const { id } = await strapi.db.query(TOKEN).findOne({ orderBy: { id: 'desc' } });
    const { key } = await make(bearer(token));
    await strapi.db.query(TOKEN).update({ where: { id }, data: { type: 'read-only' } });
    expect(titles(await feed(key)).sort()).toEqual(['Protected', 'Public']);
  });

  it('are limited to those of a custom API token', async () => {
    const rights = ['feed.create', 'feed.find', 'event.find', 'event.findOne'];
    const { key } = await make(bearer(await apiToken('custom', rights)));
    expect(titles(await feed(key)).sort()).toEqual(['Protected', 'Public']);
    expect((await feed(key, '/venues/1.ics')).status).toBe(403);
    expect((await get(api('/venues/1.ics'), {})).status).toBe(404);
  });
});

it('a key opens nothing but feeds', async () => {
  const { headers } = await member('editor');
  const { key } = await make(headers);
  expect((await feed(key, '/events')).body.total).toBe(2);
  expect((await feed(key, '/feeds')).status).toBe(401);
  const times = { start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' };
  for (const format of ['json', 'ics'])
    expect(
      (await send('POST', api(`/events?format=${format}&key=${key}`), { title: 'x', ...times }))
        .status,
    ).toBe(401);
  await strapi.db
    .query('plugin::calendar.event')
    .updateMany({ where: { title: 'Private' }, data: { slug: 'old.ics' } });
  expect((await feed(key, '/events/by-slug/old.ics')).status).toBe(403);
  expect((await get(api('/events/by-slug/old.ics'), headers)).body.title).toBe('Private');
  expect(titles(await feed(key, '/events/by-slug/old.ics.ics'))).toEqual(['Private']);
});

it.each(['wrong', '', 'a&key=b'])('a key is rejected with 401 when it is %j', async (key) => {
  const { status, body, headers } = await get(api(`/events.ics?key=${key}`));
  expect([status, body.code]).toEqual([401, 'rest_invalid_credentials']);
  expect(headers['cache-control']).toBe('no-store');
});

it('a key needs an authenticated maker and a valid name', async () => {
  expect((await send('POST', api('/feeds'), { name: 'x' })).status).toBe(401);
  expect((await get(api('/feeds'))).status).toBe(401);
  const { headers } = await member('reader');
  for (const name of [['a'], 'x'.repeat(256)]) {
    const { status, body } = await send('POST', api('/feeds'), { name }, headers);
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['name']]);
  }
  expect((await send('POST', api('/feeds'), undefined, headers)).body.name).toBe('');
});

it('a maker can have at most 100 keys, even when they are created concurrently', async () => {
  const { id, headers } = await member('reader');
  const maker = (await makerOf('users-permissions', id)) as Maker;
  for (let count = 0; count < 97; count += 1) await makeFeed(maker, '');
  const making = Array.from({ length: 8 }, () => makeFeed(maker, '')); // Requests could be queued.
  const made = (await Promise.allSettled(making)).filter(({ status }) => status === 'fulfilled');
  expect(made).toHaveLength(3);
  const { status, body } = await send('POST', api('/feeds'), {}, headers);
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['name']]);
  expect((await get(api('/feeds'), headers)).body.feeds).toHaveLength(100);
});

it('a key never appears in the HTTP log', async () => {
  const { headers } = await member('editor');
  const { key } = await make(headers);
  const written: string[] = [];
  const logged = jest.spyOn(strapi.log, 'http').mockImplementation((message) => {
    written.push(String(message));
    return strapi.log;
  });
  for (const path of [
    '/events.ics',
    '/events',
    '/events.ics?search=x',
    '/nothing',
    '/events?page=x',
  ])
    for (let times = 0; times < 2; times += 1) await feed(key, path);
  logged.mockRestore();
  expect(written.length).toBeGreaterThanOrEqual(10);
  expect(written.join('\n')).not.toContain(key);
});

it('a key never appears in a response, and every response has a no-referrer policy', async () => {
  const { headers } = await member('editor');
  const { key } = await make(headers);
  const { public_id, slug } = await buildEvent({ title: 'Told' });
  for (const path of [
    ...['/events.ics', '/events.rss', '/events.json', '/events', '/events?page=9', '/nothing.ics'],
    ...[`/events/${public_id}.ics`, `/events/by-slug/${slug}.ics`, '/events.ics?status=draft'],
  ]) {
    const answer = await feed(key, path);
    expect([path, JSON.stringify(answer).includes(key)]).toEqual([path, false]);
    expect([path, answer.headers['referrer-policy']]).toEqual([path, 'no-referrer']);
  }
});

it('a key allows no writes, whatever the method or its override', async () => {
  const { headers } = await member('editor');
  const { key } = await make(headers);
  const { public_id } = await buildEvent({ title: 'Stays' });
  for (const path of [`/events/${public_id}`, `/events/${public_id}.ics`, '/events.ics', '/feeds'])
    for (const meant of ['DELETE', 'PATCH', 'PUT', 'POST']) {
      const address = api(`${path}?key=${key}`);
      const answers = [
        await send(meant, address, { title: 'x' }),
        await send('POST', `${address}&_method=${meant}`, { title: 'x' }),
        await send('POST', address, { title: 'x' }, { 'x-http-method-override': meant }),
        await send('GET', address, undefined, { 'x-http-method-override': meant }),
      ];
      for (const { status } of answers.slice(0, 3)) expect([401, 405]).toContain(status);
      expect([200, 401, 405]).toContain(answers[3]?.status);
    }
  expect((await get(api(`/events/${public_id}`))).body.title).toBe('Stays');
  expect((await get(api('/feeds'), headers)).body.feeds).toHaveLength(1);
});

it('a key reads no events once its maker has lost the permission', async () => {
  const rights = ['feed.create', 'event.find', 'event.findOne', 'event.findUnpublished'];
  const { key } = await make(bearer(await apiToken('custom', rights)));
  expect(titles(await feed(key))).toContain('Private');
  const { id } = await strapi.db.query(TOKEN).findOne({ orderBy: { id: 'desc' } });
  const left = (...names: string[]) =>
    strapi
      .service('admin::api-token')
      .update(id, { permissions: names.map((name) => `plugin::calendar.${name}`) });
  await left('feed.create', 'event.find', 'event.findOne');
  expect(titles(await feed(key))).not.toContain('Private');
  await left('feed.create', 'venue.find');
  expect((await feed(key)).status).toBe(403);
});

describe('guessing keys', () => {
  withSettings({ rateLimit: { requests: 5, window: 3611, databaseTime: 0 } });

  it('is rate-limited', async () => {
    const statuses = [];
    for (let tries = 0; tries < 7; tries += 1) statuses.push((await feed(`guess${tries}`)).status);
    expect(statuses.slice(-1)).toEqual([429]);
  });
});
