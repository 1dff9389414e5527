import { randomUUID } from 'node:crypto';
import { admin } from '../support/admin';
import { bearer, member } from '../support/callers';
import { importAgain } from '../support/data-transfer';
import { api, get, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { buildTag } from '../support/records';
import { withSettings } from '../support/settings';
import { withTrustedProxy } from '../support/trusted-proxy';

/** Failed log-ins from one address. */
const tries = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      send('POST', '/admin/login', { email: `${randomUUID()}@example.org`, password: 'Wrong1234' }),
    ),
  );

describe('failed log-ins to the admin from one address', () => {
  withSettings({ rateLimit: { requests: 1200, window: 60, databaseTime: 0 } });

  it('are refused with 429 for 15 minutes after 50, without ending existing sessions', async () => {
    const password = 'Aa1-secret-word';
    const email = `${randomUUID()}@example.org`;
    const person = { firstname: 'A', lastname: 'B', email, roles: [1] };
    const made = await admin('POST', '/admin/users', person);
    await admin('PUT', `/admin/users/${made.body.data.id}`, { password, isActive: true });
    const logIn = () => send('POST', '/admin/login', { email, password });
    // Successful log-ins are not counted.
    for (let time = 0; time < 4; time += 1) expect((await logIn()).status).toBe(200);
    const statuses = (await tries(60)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await send('POST', '/Admin/Login/', { email, password });
    expect([refused.status, refused.body.error.name]).toEqual([429, 'RateLimitError']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect((await admin('GET', '/admin/users/me')).status).toBe(200);
  });
});

it('does not limit failed log-ins when rate limits are off', async () => {
  const statuses = (await tries(3)).map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 400]);
});

describe('a request for an account e-mail', () => {
  const known = `${randomUUID()}@example.invalid`;

  beforeAll(() =>
    strapi
      .plugin('users-permissions')
      .service('user')
      .add({
        ...{ username: known, email: known, password: 'Aa1-secret-word' },
        ...{ provider: 'local', confirmed: true },
      }),
  );

  it.each(['forgot-password', 'send-email-confirmation'])(
    'gets the same response at %s for known and unknown addresses, even when mail fails',
    async (name) => {
      const ask = (email: string) => send('POST', `/api/auth/${name}`, { email });
      const unknown = `${randomUUID()}@example.invalid`;
      const answers = [await ask(known), await ask(unknown)];
      const told = answers.map(({ status, text }) => [
        status,
        text.replaceAll(known, '…').replaceAll(unknown, '…'),
      ]);
      expect(told[0]).toEqual(told[1]);
      expect(told[0]?.[0]).toBe(200);
      expect((await ask('nobody')).status).toBe(400);
    },
  );

  it('returns the address as it was sent when mail can be sent', async () => {
    const plugin = strapi.plugin('email');
    const { provider } = plugin as { provider?: unknown };
    const unconfirmed = `${randomUUID()}@example.invalid`;
    await strapi
      .plugin('users-permissions')
      .service('user')
      .add({
        ...{ username: unconfirmed, email: unconfirmed, password: 'Aa1-secret-word' },
        ...{ provider: 'local', confirmed: false },
      });
    const sent: unknown[] = [];
    Object.assign(plugin, { provider: { send: async (mail: unknown) => sent.push(mail) } });
    try {
      const email = unconfirmed.toUpperCase();
      const { body } = await send('POST', '/api/auth/send-email-confirmation', { email });
      expect(body).toEqual({ email, sent: true });
      expect(sent).toHaveLength(1);
    } finally {
      Object.assign(plugin, { provider });
    }
  });

  (onPostgres ? it : it.skip)('returns 507 when the database is full', async () => {
    const sql = (text: string) => strapi.db.connection.raw(text);
    await sql(`CREATE FUNCTION planted_full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'planted' USING ERRCODE = '53100'; END $$`);
    await sql(`CREATE TRIGGER planted_full BEFORE UPDATE ON up_users
      FOR EACH ROW EXECUTE FUNCTION planted_full()`);
    try {
      const { status } = await send('POST', '/api/auth/forgot-password', { email: known });
      expect(status).toBe(507);
    } finally {
      await sql('DROP FUNCTION planted_full CASCADE');
    }
  });
});

describe('a client behind a trusted proxy that claims another address each time', () => {
  withTrustedProxy();

  it.each([
    ['/api/auth/local', { identifier: 'nobody', password: 'Wrong1234' }],
    ['/api/auth/forgot-password', { email: 'nobody@example.invalid' }],
    ['/admin/forgot-password', { email: 'nobody@example.invalid' }],
  ])('is refused with 429 after repeated requests: %s', async (path, body) => {
    const statuses = [];
    for (let claimed = 1; claimed <= 11; claimed += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${claimed}, 203.0.113.77` };
      statuses.push((await send('POST', path, body, headers)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

it('a log-in of a user ends with an import, after which the id in it may be that of another user', async () => {
  const { id, headers } = await member('author');
  const own = async (sent = headers) => (await get(api('/feeds'), sent)).status;
  expect(await own()).toBe(200);
  await buildTag();
  await importAgain('tag');
  expect(await own()).toBe(401);
  const iat = Math.floor(Date.now() / 1000) + 1; // An import ends the log-ins of its own second, too.
  const { issue } = strapi.plugin('users-permissions').service('jwt');
  expect(await own(bearer(await issue({ id, iat })))).toBe(200);
});
