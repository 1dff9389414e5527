import { getEventListeners, getMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { types } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { abortOf, sendMessage } from '../../src/plugins/calendar/server/src/records/send-message';
import { admin } from '../support/admin';
import { adminIn } from '../support/admin-roles';
import { apiToken, bearer, grant, member, registerUser } from '../support/callers';
import { undocumented } from '../support/document/messages';
import { api, get, send } from '../support/http';
import { logOf } from '../support/log';
import { delivered, hasten, listenWith, type Received, Receiver } from '../support/receiver';
import { buildEvent } from '../support/records';
import { withSettings } from '../support/settings';

const ALL = '/calendar/admin/webhooks';

const receiver = new Receiver();

beforeAll(() => receiver.listen());
afterAll(() => receiver.close());

beforeEach(async () => {
  await strapi.db.getConnection('calendar_webhooks').delete();
  receiver.forget();
  receiver.answer = () => 204;
  receiver.headers = {};
});

const fieldsOf = ({ body }: Awaited<ReturnType<typeof admin>>) =>
  body.error.details.errors.map(({ path }: { path: string[] }) => path.join('.'));

const verified = ({ headers, text }: Received, secret: string) =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

withSettings({ webhooks: { privateHosts: ['127.0.0.1', '::1'] } });

it('allows administrators to manage webhooks, but not editors and authors', async () => {
  for (const role of ['strapi-editor', 'strapi-author']) {
    const ask = await adminIn(role);
    expect((await ask('GET', ALL)).status).toBe(403);
    expect((await ask('POST', ALL, { url: receiver.url })).status).toBe(403);
  }
  expect((await admin('GET', ALL)).body.results).toEqual([]);
});

it('creates, shows, updates and deletes a webhook, and returns its secret once', async () => {
  const asked = {
    name: ' My  site ',
    url: 'https://example.org/hook#x',
    types: ['event.published'],
  };
  const { status, body } = await admin('POST', ALL, asked);
  const { secret, ...made } = body;
  expect(status).toBe(201);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(made).toEqual({
    ...{ id: expect.any(Number), name: 'My site', url: 'https://example.org/hook' },
    ...{ types: ['event.published'], enabled: true, switched_off: null, switched_off_at: null },
    ...{ created: expect.any(String), last_delivered: null, pending: 0 },
    ...{ paused_until: null, previous_secret_until: null },
  });
  const one = `${ALL}/${made.id}`;
  expect((await admin('GET', one)).body).toEqual(made);
  const list = (await admin('GET', ALL)).body;
  expect(list.results).toEqual([made]);
  expect(list.types).toHaveLength(24);
  expect(fieldsOf(await admin('PUT', one, { url: 'http://10.0.0.8/hook' }))).toEqual(['url']);
  const changed = await admin('PUT', one, { name: 'x', types: [], enabled: false });
  expect(changed.body).toEqual({ ...made, name: 'x', types: [], enabled: false });
  expect((await admin('DELETE', one)).body.name).toBe('x');
  for (const [method, path] of [
    ...[
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/test'],
    ],
    ...[
      ['GET', '/deliveries'],
      ['POST', '/deliveries/1/redeliver'],
    ],
  ]) {
    expect((await admin(method as string, `${one}${path}`)).status).toBe(404);
    expect((await admin(method as string, `${ALL}/99999999999${path}`)).status).toBe(404);
  }
});

it.each([[{ toString: 0 }], [null], [[['event.published']]], [{}]])(
  'rejects an event type that is not a string: %j',
  async (type) => {
    const asked = { url: 'https://example.org/hook', types: [type] };
    const { status, body } = await admin('POST', ALL, asked);
    expect([status, body.error?.details.errors[0].path]).toEqual([400, ['types']]);
  },
);

it('requires the permission webhook.manage over the interface', async () => {
  const asked = { url: 'https://example.org/hook', types: ['event.deleted'] };
  const ways: [Record<string, string>, number][] = [
    [{}, 401],
    [(await member('editor')).headers, 403],
    [bearer(await apiToken('read-only')), 403],
    [bearer(await apiToken('custom', ['event.find'])), 403],
  ];
  for (const [headers, status] of ways) {
    expect((await get(api('/webhooks'), headers)).status).toBe(status);
    expect((await send('POST', api('/webhooks'), asked, headers)).status).toBe(status);
  }
  const full = bearer(await apiToken('custom', ['webhook.manage']));
  const { status, body } = await send('POST', api('/webhooks'), asked, full);
  const { secret, ...made } = body;
  expect([status, secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  const one = api(`/webhooks/${made.id}`);
  expect((await get(api('/webhooks'), full)).body).toEqual({ webhooks: [made] });
  expect((await get(one, full)).body).toEqual(made);
  const changed = await send('PATCH', one, { name: 'x', types: [] }, full);
  expect(changed.body).toEqual({ ...made, name: 'x', types: [] });
  expect((await send('POST', `${one}/secret`, undefined, full)).body.secret).not.toBe(secret);
  expect((await get(`${one}/deliveries`, full)).body).toEqual({
    ...{ deliveries: [], total: 0, total_pages: 0 },
  });
  const wrong = await send('POST', api('/webhooks', 'fr'), { types: ['x'], url: '10' }, full);
  expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['url', 'types']]);
  const missing = await send('POST', api('/webhooks'), { name: 'x' }, full);
  expect(missing.body).toMatchObject({
    code: 'rest_missing_callback_param',
    data: { status: 400, params: ['url'] },
  });
  expect((await send('DELETE', one, undefined, full)).status).toBe(200);
  expect((await get(one, full)).body.code).toBe('rest-webhook-not-found');
});

it.each([
  [{}, 'url'],
  [{ url: '' }, 'url'],
  [{ url: 'ftp://example.org' }, 'url'],
  [{ url: 'https://me:secret@example.org' }, 'url'],
  [{ url: `https://example.org/${'x'.repeat(2048)}` }, 'url'],
  [{ url: 'http://localhost:1337' }, 'url'],
  [{ url: 'http://10.0.0.8/hook' }, 'url'],
  [{ url: 'http://0x7f.2/hook' }, 'url'],
  [{ url: 'http://[fe80::1]/hook' }, 'url'],
  [{ url: 'https://example.org', types: ['event.made'] }, 'types'],
  [{ url: 'https://example.org', name: 'x'.repeat(256) }, 'name'],
  [{ url: 'https://example.org', enabled: 'perhaps' }, 'enabled'],
])('rejects a webhook with %j, naming %s', async (sent, field) => {
  const answer = await admin('POST', ALL, sent);
  expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  expect((await admin('GET', ALL)).body.results).toEqual([]);
});

it('repeats no write of an administrator for a registered user with the same id and key', async () => {
  const { id } = await strapi.db.query('admin::user').findOne({ orderBy: { id: 'asc' } });
  await registerUser(id);
  const role = await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'contributor' } });
  const data = { role: role.id, confirmed: true, provider: 'local' };
  await strapi.db.query('plugin::users-permissions.user').update({ where: { id }, data });
  await grant('contributor', 'plugin::calendar.webhook.manage');
  const jwt = await strapi.plugin('users-permissions').service('jwt').issue({ id });
  const key = { 'idempotency-key': 'the same' };
  const ours = await admin('POST', ALL, { url: 'https://example.org/ours' }, key);
  const sent = { url: 'https://example.org/theirs' };
  const theirs = await send('POST', api('/webhooks'), sent, { ...bearer(jwt), ...key });
  expect([ours.status, theirs.status]).toEqual([201, 201]);
  expect(theirs.body.id).not.toBe(ours.body.id);
  expect(theirs.body.secret).not.toBe(ours.body.secret);
});

it('allows at most twenty webhooks, also for concurrent requests', async () => {
  const make = () => admin('POST', ALL, { url: 'https://example.org', enabled: false });
  const made = await Promise.all(Array.from({ length: 22 }, make));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(fieldsOf(made.find(({ status }) => status === 400)!)).toEqual(['url']);
});

it('never logs the secret of a webhook', async () => {
  receiver.answer = () => 500;
  const secrets: string[] = [];
  const log = await logOf(async () => {
    const { id, secret } = await listenWith(receiver);
    const renewed = await admin('POST', `${ALL}/${id}/secret`);
    secrets.push(secret, renewed.body.secret);
    await admin('PUT', `${ALL}/${id}`, { url: 'nowhere' });
    await admin('POST', `${ALL}/${id}/test`);
    await buildEvent({ title: 'Never delivered' });
    while (receiver.received.length < 2) await pause(20);
    await admin('DELETE', `${ALL}/${id}`);
  });
  expect(log).toContain(`PUT ${ALL}`);
  for (const secret of secrets) expect(log).not.toContain(secret.slice('whsec_'.length));
});

it('encrypts the secret, returns it once, and signs with the previous one for a day', async () => {
  const { id, secret } = await listenWith(receiver);
  const stored = JSON.stringify(await strapi.db.getConnection('calendar_webhooks').select());
  expect(stored).toContain('"v1:');
  expect(stored).not.toContain(secret.slice(6));
  const renewed = (await admin('POST', `${ALL}/${id}/secret`)).body;
  expect(renewed.secret).toMatch(/^whsec_/);
  expect(Date.parse(renewed.previous_secret_until) - Date.now()).toBeGreaterThan(23 * 3600e3);
  expect((await admin('GET', ALL)).text).not.toContain('whsec_');
  await admin('POST', `${ALL}/${id}/test`);
  for (const each of [secret, renewed.secret]) verified(receiver.received[0]!, each);
  await strapi.db.getConnection('calendar_webhooks').update({ former_until: Date.now() });
  await admin('POST', `${ALL}/${id}/test`);
  verified(receiver.received[1]!, renewed.secret);
  expect(() => verified(receiver.received[1]!, secret)).toThrow('No matching signature');
});

it('sends a test message even while the webhook is disabled', async () => {
  const { id, secret } = await listenWith(receiver, { enabled: false });
  const { body } = await admin('POST', `${ALL}/${id}/test`);
  expect(body).toEqual({
    ...{ delivered: true, response_status: 204, error: null, duration: expect.any(Number) },
  });
  expect(verified(receiver.received[0]!, secret)).toMatchObject({ type: 'webhook.test' });
  expect(undocumented(receiver.received[0]!)).toEqual([]);
  receiver.answer = () => 500;
  const failed = await admin('POST', `${ALL}/${id}/test`);
  expect(failed.body).toMatchObject({ delivered: false, response_status: 500, error: 'status' });
  receiver.answer = () => 302;
  receiver.headers = { location: receiver.url };
  const moved = await admin('POST', `${ALL}/${id}/test`);
  expect(moved.body).toMatchObject({ delivered: false, response_status: 302, error: 'redirect' });
  expect(receiver.received).toHaveLength(3);
});

describe('a webhook address in a private network', () => {
  it('is not called, not even through a host name', async () => {
    const { id, url } = await listenWith(receiver);
    const network = {
      addressesOf: async () => [{ address: '127.0.0.1', family: 4 }],
      allows: ({ address }: { address: string }) => address !== '127.0.0.1',
    };
    const named = url.replace('127.0.0.1', 'inside.example.org');
    const attempt = await sendMessage({ id, url: named }, { uid: 'x', body: {} }, { network });
    expect(attempt).toMatchObject({ error: 'address', response_status: null });
    expect(receiver.received).toEqual([]);
  });

  describe('that the host does not allow', () => {
    withSettings({ webhooks: { privateHosts: [] } });

    it('is not called even if it was stored before', async () => {
      const { id } = await listenWith({ url: 'https://example.org' } as Receiver);
      await strapi.db.getConnection('calendar_webhooks').update({ url: receiver.url });
      const { body } = await admin('POST', `${ALL}/${id}/test`);
      expect([body.error, receiver.received]).toEqual(['address', []]);
    });
  });
});

it('leaves nothing in the signal that ends all sending after a message is sent', async () => {
  const { id } = await listenWith(receiver);
  const { signal } = new AbortController();
  const message = { uid: 'x', body: {} };
  expect((await sendMessage({ id, url: receiver.url }, message, { signal })).error).toBeNull();
  const kept: unknown[] = Object.getOwnPropertySymbols(signal).map((key) =>
    Reflect.get(signal, key),
  );
  const followers = kept.filter((one) => types.isSet(one)).map(({ size }) => size);
  expect([getEventListeners(signal, 'abort'), followers.filter(Boolean)]).toEqual([[], []]);
});

it('has a signal to end all sending to which as many requests listen as run at once', () => {
  expect(getMaxListeners(abortOf(20).signal)).toBe(20);
});

it('lists deliveries by page and state, and sends a message again', async () => {
  const { id, secret } = await listenWith(receiver);
  receiver.answer = (_, which) => (which === 1 ? 503 : 204);
  const failing = await buildEvent();
  await delivered();
  const later = { next_attempt: Date.now() + 3_600_000 };
  await strapi.db.getConnection('calendar_webhook_deliveries').update(later);
  const event = await buildEvent();
  await delivered();
  const log = (query = '') => admin('GET', `${ALL}/${id}/deliveries${query}`);
  const { deliveries, total, total_pages } = (await log()).body;
  expect([total, total_pages]).toEqual([2, 1]);
  expect(deliveries[0]).toEqual({
    ...{ id: expect.any(Number), message: expect.stringMatching(/^msg_/), type: 'event.published' },
    ...{ record: { type: 'event', id: event.public_id }, status: 'delivered', attempts: 1 },
    ...{ created: expect.any(String), last_attempt: expect.any(String), next_attempt: null },
    ...{ response_status: 204, error: null, duration: expect.any(Number) },
  });
  expect(deliveries[1]).toMatchObject({ status: 'pending', attempts: 1, error: 'status' });
  expect(Date.parse(deliveries[1].next_attempt)).toBeGreaterThan(Date.now());
  expect((await log('?status=pending')).body.deliveries).toEqual([deliveries[1]]);
  expect((await log('?per_page=1&page=2')).body).toMatchObject({
    ...{ deliveries: [deliveries[1]], total: 2, total_pages: 2 },
  });
  expect(fieldsOf(await log('?status=sent&page=0'))).toEqual(['page', 'status']);
  expect((await admin('GET', `${ALL}/${id}`)).body).toMatchObject({
    ...{ pending: 1, last_delivered: expect.any(String) },
  });

  receiver.answer = () => 204;
  receiver.forget();
  const again = await admin('POST', `${ALL}/${id}/deliveries/${deliveries[0].id}/redeliver`);
  expect(again.body).toMatchObject({ id: deliveries[0].id, status: 'pending', attempts: 0 });
  await delivered();
  const message = receiver.received.find(({ body }) => body.data.id === event.public_id);
  expect(message?.headers['webhook-id']).toBe(deliveries[0].message);
  verified(message!, secret);
  await hasten();
  await delivered();
  expect(receiver.told).toContain(`event.published ${failing.public_id}`);
  await admin('PUT', `${ALL}/${id}`, { enabled: false });
  const off = await admin('POST', `${ALL}/${id}/deliveries/${deliveries[0].id}/redeliver`);
  expect([off.status, fieldsOf(off)]).toEqual([400, ['enabled']]);
});

it('records a message that is accepted after its webhook was switched off', async () => {
  const { id } = await listenWith(receiver);
  receiver.answer = async () => {
    await admin('PUT', `${ALL}/${id}`, { enabled: false });
    return 204;
  };
  await buildEvent();
  const log = async () => (await admin('GET', `${ALL}/${id}/deliveries`)).body.deliveries;
  for (let tries = 0; tries < 200 && !(await log())[0]?.last_attempt; tries += 1) await pause(25);
  expect(await log()).toMatchObject([{ status: 'delivered', response_status: 204, error: null }]);
});
