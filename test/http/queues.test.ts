import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { recordTable } from '../../src/plugins/calendar/server/src/content-types/rows';
import { settings } from '../../src/plugins/calendar/server/src/database/site';
import { readSettings } from '../../src/plugins/calendar/server/src/settings/settings';
import { admin } from '../support/admin';
import { apiToken, bearer } from '../support/callers';
import { isExhaustive } from '../support/extent';
import { holdDatabase } from '../support/held-database';
import { type Answer, api, get, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { buildEvent, type Stored } from '../support/records';
import { rowsOf } from '../support/rows';
import { withSettings } from '../support/settings';
import { statementsFor } from '../support/statements';
import { tellingsEnded } from '../support/tellings';
import { formOf, pictureBytes } from '../support/uploads';
import { waitedFor } from '../support/waiting';

const AT_ONCE = 12;

let event: Stored;
let full: Record<string, string>;

beforeAll(async () => {
  event = await buildEvent();
  full = bearer(await apiToken('full-access'));
});

/** The maximum number of requests for which the database worked concurrently. */
async function mostAtOnce(ask: () => Promise<Answer>) {
  const open = new Set<{ res: { writableEnded: boolean } }>();
  let most = 0;
  const note = () => {
    const ctx = strapi.requestContext.get();
    if (ctx) open.add(ctx);
    for (const each of open) if (each.res.writableEnded) open.delete(each);
    most = Math.max(most, open.size);
  };
  strapi.db.connection.on('query', note);
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, ask));
  strapi.db.connection.removeListener('query', note);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  return most;
}

describe('concurrent requests (D10.8)', () => {
  const one = () => api(`/events/${event.public_id}`);

  it.each<readonly [string, number, () => Promise<Answer>]>([
    ['lists without a token', 3, () => get(api('/venues'))],
    ['what has changed, without a token', 3, () => get(api('/changes'))],
    ['lists with what is no token', 3, () => get(api('/venues'), { authorization: 'Bearer a b' })],
    ['writes', 3, () => send('PATCH', one(), { cost: '1' }, full)],
    ...['content-manager', 'Content-Manager'].map(
      (manager) =>
        [
          `saves of editors at /${manager}`,
          2,
          () =>
            admin(
              'PUT',
              `/${manager}/collection-types/plugin::calendar.event/${event.documentId}?locale=en`,
              { title: 'Fair' },
            ),
        ] as const,
    ),
  ])('use a limited number of database slots: %s', async (_, places, ask) => {
    expect(await mostAtOnce(ask)).toBeLessThanOrEqual(places + 1); // One more may still be sending its answer.
  });

  it.each([
    ['single records', () => get(one())],
    ['lists with a token', () => get(api('/venues'), full)],
  ])('do not queue for database slots: %s', async (_, ask) => {
    expect(await mostAtOnce(ask)).toBeGreaterThan(3);
  });
});

/** Reads a list from another local address. */
const listFrom = (localAddress: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(baseURL);
    const asked = { host: '127.0.0.1', port, path: api('/venues'), localAddress, headers };
    http
      .get(asked, (answer) => answer.resume().once('end', () => resolve(answer.statusCode)))
      .once('error', reject);
  });

it('a flood with a different Authorization header each queues as one client (D10.8)', async () => {
  const release = await holdDatabase();
  const ended: string[] = [];
  const ask = async (name: string, address: string, headers = {}) => {
    expect(await listFrom(address, headers)).toBe(200);
    ended.push(name);
  };
  const flood = Array.from({ length: 30 }, (_, at) =>
    ask('flood', '127.0.0.2', { authorization: `Digest ${at}` }),
  );
  await pause(500);
  const reader = ask('reader', '127.0.0.3');
  await pause(300);
  await release();
  await Promise.all([...flood, reader]);
  expect(ended.indexOf('reader')).toBeLessThan(10);
});

it('other writes do not wait for writes whose pictures are stored slowly (D10.8)', async () => {
  const service = strapi.plugin('upload').service('provider');
  const { upload } = service;
  const waiting: (() => void)[] = [];
  service.upload = async (file: unknown) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return upload.call(service, file);
  };
  const bytes = await pictureBytes();
  const fields = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };
  const post = (_: unknown, at: number) => {
    const file = { bytes, name: 'a.png', field: 'image' };
    return send('POST', api('/events'), formOf([file], { title: `Slow ${at}`, ...fields }), full);
  };
  const slow = Array.from({ length: 5 }, post);
  while (waiting.length < 2) await pause(10);
  const change = (cost: string) => send('PATCH', api(`/events/${event.public_id}`), { cost }, full);
  try {
    for (const cost of ['7', '8']) expect((await change(cost)).status).toBe(200);
    expect(waiting).toHaveLength(2);
  } finally {
    service.upload = upload;
    for (const resume of waiting) resume();
  }
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(5).fill(201));
});

describe('lists that wait for a slot', () => {
  withSettings({ limits: readSettings({ limits: { answer: isExhaustive ? 15 : 3 } }).limits });

  it('get 503 after two thirds of the answer time limit', async () => {
    const patience = (settings().limits.answer * 1000 * 2) / 3;
    const release = await holdDatabase();
    const ask = async (_: unknown, at: number) => {
      const began = performance.now();
      const { result, waited } = await waitedFor(() => get(api(`/venues?search=turn${at}`)));
      const lasted = performance.now() - began;
      return { status: result.status, after: result.headers['retry-after'], waited, lasted };
    };
    const asking = Array.from({ length: AT_ONCE }, ask);
    const refused = await Promise.any(asking).finally(release);
    expect(refused).toMatchObject({ status: 503, after: '10' });
    // A pause of this process counts as a single tick, so a value that is too low is no failure.
    expect(refused.lasted).toBeGreaterThan(patience * 0.6);
    expect(refused.waited).toBeLessThan(patience * 1.4);
    await Promise.all(asking);
  });
});

describe('a request that exceeds the answer time limit (D9.7)', () => {
  withSettings({ limits: readSettings({ limits: { answer: 1 } }).limits });

  const form = () =>
    `/content-manager/collection-types/plugin::calendar.event/${event.documentId}?locale=en`;

  it.each([
    ['a write', () => send('PATCH', api(`/events/${event.public_id}`), { cost: '777' }, full)],
    ['an editor’s save', () => admin('PUT', form(), { cost: '777' })],
    ['a form', () => admin('GET', form())],
    ['a page of the agenda', () => admin('GET', '/calendar/admin/agenda')],
  ])('gets 503 with Retry-After, and stores nothing: %s', async (_, ask) => {
    const release = await holdDatabase();
    const { result, waited } = await waitedFor(ask).finally(release);
    expect([result.status, result.headers['retry-after']]).toEqual([503, '10']);
    expect(waited).toBeLessThan(3000);
    await tellingsEnded(strapi);
    const rows = await rowsOf('event', event.documentId);
    expect(rows.map(({ cost }) => cost)).not.toContain('777');
  });
});

if (onPostgres) {
  it('raises the statement timeout once, before a write waits for the advisory lock', async () => {
    const asked = () => send('PATCH', api(`/events/${event.public_id}`), { cost: '5' }, full);
    const { answer, statements } = await statementsFor(asked);
    expect(answer.status).toBe(200);
    const at = (word: string) => statements.findIndex((sql) => sql.includes(word));
    expect(at('set_config')).toBeGreaterThan(-1);
    expect(at('set_config')).toBeLessThan(at('pg_advisory_xact_lock'));
    expect(statements.filter((sql) => sql.includes('set_config'))).toHaveLength(1);
  });

  it('answers 503 when a statement exceeds its timeout', async () => {
    const { client } = strapi.db.connection;
    const { pool } = client;
    /** Sets the timeout on the pool's current connections. */
    const limit = async (milliseconds: number) => {
      const all = await Promise.all(
        Array.from({ length: pool.max }, () => client.acquireConnection()),
      );
      for (const one of all) await one.query(`SET statement_timeout = ${milliseconds}`);
      for (const one of all) await client.releaseConnection(one);
    };
    await tellingsEnded(strapi);
    await limit(500);
    const locking = await strapi.db.connection.transaction();
    try {
      await locking.raw('SET LOCAL statement_timeout = 0'); // It may have to wait for a reader.
      await locking.raw(`LOCK TABLE ${recordTable('venue')} IN ACCESS EXCLUSIVE MODE`);
      const { status, headers, body } = await get(api('/venues?search=nobody+knows'));
      expect([status, headers['retry-after'], body.code]).toEqual([503, '10', 'rest_unavailable']);
    } finally {
      await locking.rollback();
      await limit(settings().limits.statement * 1000);
    }
    expect((await get(api('/venues?search=nobody+knows'))).status).toBe(200);
  });

  it('sets the configured statement timeout on serving connections', async () => {
    const asked = "SELECT setting FROM pg_settings WHERE name = 'statement_timeout'";
    const { rows } = await strapi.db.connection.raw(asked);
    expect(rows).toEqual([{ setting: `${settings().limits.statement * 1000}` }]);
  });
}
