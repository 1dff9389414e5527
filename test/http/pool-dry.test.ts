import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { readSettings } from '../../src/plugins/calendar/server/src/settings/settings';
import { apiToken, bearer } from '../support/callers';
import { someTimes } from '../support/doors';
import { isExhaustive } from '../support/extent';
import { type Answer, api, get, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { withoutLog } from '../support/quiet';
import { buildEvent, type Stored } from '../support/records';
import { withSettings } from '../support/settings';
import { tellingsEnded } from '../support/tellings';
import { waitedFor } from '../support/waiting';

/** Concurrent writers, and seconds for which they repeat. */
const [WRITERS, SECONDS] = isExhaustive ? [200, 30] : [40, 1];

/**
 * Milliseconds to wait for a connection; the default in the full cross product, where some are
 * saved and their events then wait in vain.
 */
const PATIENCE = isExhaustive ? 10_000 : 150;

/** The part of the time in which another client holds all connections, and how many are left afterwards. */
const [DRY, LEFT] = [1 / 3, 2];

/** The calendar's limits in milliseconds, and a margin for the transfer of a late answer. */
const [ANSWER, HEALTH, WAY] = [15_000, 2000, 500];

interface Timed {
  status: number;
  waited: number;
}

async function timed(path = ''): Promise<Timed> {
  const { result, waited } = await waitedFor(() => get(path));
  return { status: result.status, waited };
}

const paths = ({ public_id: id }: Stored): Record<string, string> => ({
  health: api('/health'),
  one: api(`/events/${id}`),
  list: api('/venues'),
});

describe('when the connection pool is exhausted', () => {
  withoutLog();
  withSettings({ limits: readSettings({ limits: { answer: ANSWER / 1000 } }).limits });
  const { client } = strapi.db.connection;
  const { pool } = client;
  const held = (count: number) =>
    Promise.all(Array.from({ length: count }, () => client.acquireConnection()));
  const patience = pool.acquireTimeoutMillis;
  afterEach(() => {
    pool.acquireTimeoutMillis = patience;
  });

  const nested = (number: number) => ({
    ...{ title: `Crowded ${number}`, ...someTimes },
    venue: { venue: `Hall ${number}` },
    organizer: [{ organizer: `Ana ${number}` }],
    tags: [`crowd ${number}`, 'crowd'],
  });

  it(`answers ${WRITERS} concurrent writers in time, stores exactly what it acknowledged, and recovers`, async () => {
    const full = bearer(await apiToken('full-access'));
    const event = await buildEvent();
    await tellingsEnded(strapi);
    const others = onPostgres ? await held(pool.max) : [];
    pool.acquireTimeoutMillis = PATIENCE;
    const answers: Answer[] = [];
    const waits: number[] = [];
    const until = Date.now() + SECONDS * 1000;
    const writer = async (number: number) => {
      for (let at = number; Date.now() < until; at += WRITERS) {
        const changes = at % 3 === 0;
        const path = changes ? `/events/${event.public_id}` : '/events';
        const body = changes ? { cost: `$${at}` } : { status: 'publish', ...nested(at) };
        const method = changes ? 'PATCH' : 'POST';
        const { result, waited } = await waitedFor(() => send(method, api(path), body, full));
        answers.push(result);
        waits.push(waited);
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, number) => writer(number));
    const beside: Record<'health' | 'one' | 'list', Timed[]> = { health: [], one: [], list: [] };
    const asking = Object.entries(beside).map(async ([name, told]) => {
      for (; Date.now() < until; await pause(50)) told.push(await timed(paths(event)[name]));
    });
    await pause(SECONDS * 1000 * DRY);
    for (const one of others.splice(0, LEFT)) await client.releaseConnection(one);
    await Promise.all([...writers, ...asking]);
    for (const one of others) await client.releaseConnection(one);
    await tellingsEnded(strapi);
    pool.acquireTimeoutMillis = patience;
    expect(Math.max(...waits)).toBeLessThan(ANSWER + WAY);
    for (const [name, told] of Object.entries(beside)) {
      expect([name, told.filter(({ status }) => ![200, 503].includes(status))]).toEqual([name, []]);
      expect(Math.max(...told.map(({ waited }) => waited))).toBeLessThan(
        name === 'health' ? HEALTH : ANSWER + WAY,
      );
    }
    const strange = answers.filter(({ status }) => ![200, 201, 503].includes(status));
    expect(strange.map(({ text }) => text)).toEqual([]);
    const late = answers.filter(({ status }) => status === 503);
    expect(late.filter(({ headers }) => !headers['retry-after'])).toEqual([]);
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.title);
    const stored = await strapi.db.query('plugin::calendar.event').findMany({
      where: { title: { $startsWith: 'Crowded' }, publishedAt: { $notNull: true } },
    });
    expect(stored.map(({ title }) => title).sort()).toEqual(made.sort());
    if (onPostgres) expect(late.length).toBeGreaterThan(0);
    expect((await get(api('/events'))).status).toBe(200);
    expect((await send('POST', api('/events'), nested(1e6), full)).status).toBe(201);
  });
});

/** A way to PostgreSQL that ends each connection at its first statement, as a server that shuts down does. */
async function startEnding(settings: { password?: string }) {
  const { host, port, user, database } = new strapi.db.connection.client.driver.Client(settings);
  const server = net.createServer((near) => {
    const far = net.connect(
      host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    );
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
    far.pipe(near);
    near.on('data', (bytes) => {
      if (bytes.includes('search_path')) near.destroy();
      else far.write(bytes);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const at = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  const { password } = settings; // Not enumerable.
  const there = { ...settings, password, connectionString: undefined, user, database, ...at };
  return { there, stop: () => server.close() };
}

(onPostgres ? it : it.skip)('a connection that ends while it is opened fails at once', async () => {
  const { client } = strapi.db.connection;
  const { connectionSettings, pool } = client;
  await tellingsEnded(strapi);
  const held = await Promise.all(
    Array.from({ length: pool.max }, () => client.acquireConnection()),
  );
  const { there, stop } = await startEnding(connectionSettings);
  held[0].__knex__disposed = 'planted';
  client.connectionSettings = there;
  await client.releaseConnection(held.shift());
  const asked = () => strapi.db.connection.raw('SELECT 1').catch((error: Error) => error);
  const { result, waited } = await waitedFor(asked);
  client.connectionSettings = connectionSettings;
  const after = await waitedFor(asked);
  for (const one of held) await client.releaseConnection(one);
  stop();
  expect(result.message).toMatch(/^(?!Knex: Timeout).*connection/i);
  expect(after.result.rowCount).toBe(1);
  expect(Math.max(waited, after.waited)).toBeLessThan(pool.acquireTimeoutMillis / 2);
});
