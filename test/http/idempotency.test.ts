import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { apiToken, bearer, grant, member } from '../support/callers';
import { importAgain } from '../support/data-transfer';
import { firstOf } from '../support/extent';
import { whileCommitsFail } from '../support/failing-commit';
import { api, get, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { withoutLog } from '../support/quiet';
import { buildVenue } from '../support/records';
import { pictureBytes } from '../support/uploads';

type Headers = Record<string, string>;

let full: Headers;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const PATHS: [string, object, string][] = [
  ['events', { title: 'Once', start_date: '2031-01-01', end_date: '2031-01-01' }, 'title'],
  ['venues', { venue: 'Once' }, 'venue'],
  ['organizers', { organizer: 'Once' }, 'organizer'],
  ['categories', { name: 'Once' }, 'name'],
  ['tags', { name: 'Once' }, 'name'],
];

const keyed = (key: string, headers = full): Headers => ({ ...headers, 'idempotency-key': key });

const count = async (path: string) =>
  (await get(api(`/${path}?start_date=2000-01-01&end_date=2100-01-01&hide_empty=false`), full)).body
    .total;

describe.each(firstOf(2, PATHS))('a repeated write to /%s', (path, body, name) => {
  it('runs once and returns the first response again', async () => {
    const key = `"${randomUUID()}"`;
    const before = await count(path);
    const first = await send('POST', api(`/${path}`), body, keyed(key));
    const again = await send('POST', api(`/${path}`), body, keyed(key));
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([201, first.body]);
    for (const header of ['location', 'etag']) {
      expect(again.headers[header]).toBe(first.headers[header]);
    }
    expect(await count(path)).toBe(before + 1);
    const place = api(`/${path}/${first.body.id}`);
    const change = { [name]: 'Changed once' };
    const changed = await send('PATCH', place, change, keyed(`change-${path}`));
    await send('PATCH', place, { [name]: 'Changed by another' }, full);
    const changedAgain = await send('PATCH', place, change, keyed(`change-${path}`));
    expect([changedAgain.status, changedAgain.body]).toEqual([200, changed.body]);
    expect((await get(place, full)).body[name]).toBe('Changed by another');
    const gone = await send('DELETE', place, undefined, keyed(`gone-${path}`));
    const goneAgain = await send('DELETE', place, undefined, keyed(`gone-${path}`));
    expect([gone.status, goneAgain.status, goneAgain.body]).toEqual([200, 200, gone.body]);
  });
});

it('answers concurrent repeats of a deletion with its response or 409', async () => {
  const answers: string[] = [];
  for (let round = 0; round < 8; round += 1) {
    const { public_id } = await buildVenue();
    const key = randomUUID();
    const remove = () => send('DELETE', api(`/venues/${public_id}`), undefined, keyed(key));
    const repeats = await Promise.all(Array.from({ length: 6 }, remove));
    answers.push(...repeats.map(({ status }) => `${status}`));
  }
  expect([...new Set(answers)].filter((status) => !['200', '409'].includes(status))).toEqual([]);
});

it('treats a key with and without quotes as the same', async () => {
  const key = randomUUID();
  const first = await send('POST', api('/venues'), { venue: 'Quoted' }, keyed(key));
  const again = await send('POST', api('/venues'), { venue: 'Quoted' }, keyed(`"${key}"`));
  expect(again.body.id).toBe(first.body.id);
});

it('keeps the keys of different callers apart', async () => {
  const other = await member('author');
  const first = await send('POST', api('/venues'), { venue: 'Mine' }, keyed('shared'));
  const second = await send(
    'POST',
    api('/venues'),
    { venue: 'Mine' },
    keyed('shared', other.headers),
  );
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).not.toBe(first.body.id);
});

it.each([
  ['another body', 'POST', '/venues', { venue: 'Another' }, 'en'],
  ['another address', 'POST', '/organizers', { venue: 'One' }, 'en'],
  ['another language', 'POST', '/venues', { venue: 'One' }, 'fr'],
  ['another query', 'POST', '/venues?city=Lyon', { venue: 'One' }, 'en'],
  ['another method', 'PATCH', '/venues', { venue: 'One' }, 'en'],
])('rejects with 422 a key that was used for %s', async (_, method, path, body, language) => {
  const key = randomUUID();
  const made = await send('POST', api('/venues', 'en'), { venue: 'One' }, keyed(key));
  const place = method === 'PATCH' ? `/venues/${made.body.id}` : path;
  const { status, body: answer } = await send(method, api(place, language), body, keyed(key));
  expect([status, answer.code]).toEqual([422, 'rest_idempotency_key_reused']);
});

it.each([
  ['if-match', '"other"'],
  ['if-none-match', '"other"'],
  ['prefer', 'handling=strict'],
])('rejects with 422 a key that was used with another %s', async (name, value) => {
  const { public_id } = await buildVenue();
  const change = (headers: Headers) =>
    send('PATCH', api(`/venues/${public_id}`), { venue: 'Conditional' }, headers);
  const key = randomUUID();
  expect((await change(keyed(key))).status).toBe(200);
  const { status, body } = await change({ ...keyed(key), [name]: value });
  expect([status, body.code]).toEqual([422, 'rest_idempotency_key_reused']);
});

it('stores no error, so that the corrected request can use the same key', async () => {
  const key = randomUUID();
  const wrong = await send('POST', api('/venues'), {}, keyed(key));
  expect(wrong.status).toBe(400);
  const right = await send('POST', api('/venues'), { venue: 'Right' }, keyed(key));
  expect(right.status).toBe(201);
});

describe('when the commit fails', () => {
  withoutLog();

  it('stores no response, so that a repeated write runs once', async () => {
    const key = randomUUID();
    const title = `Committed ${key}`;
    const body = { title, start_date: '2031-01-01', end_date: '2031-01-01' };
    const write = () => send('POST', api('/events'), body, keyed(key));
    expect((await whileCommitsFail(write)).status).toBeGreaterThanOrEqual(500);
    const [made, again] = [await write(), await write()];
    expect([made.status, again.status, again.body.id]).toEqual([201, 201, made.body.id]);
    const rows = await strapi.db.query('plugin::calendar.event').findMany({ where: { title } });
    expect(new Set(rows.map(({ documentId }) => documentId)).size).toBe(1);
  });
});

it('rejects with 422 a key that is reused with a file of other bytes, or without it', async () => {
  const key = randomUUID();
  const form = (bytes: Buffer) => {
    const body = new FormData();
    body.set('venue', 'Pictured');
    body.set('image', new Blob([bytes]), 'x.png');
    return body;
  };
  const [one, other] = [await pictureBytes('png', 20), await pictureBytes('png', 30)];
  const post = (body: object) => send('POST', api('/venues'), body, keyed(key));
  const first = await post(form(one));
  const again = await post(form(one));
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect((await post(form(other))).status).toBe(422);
  expect((await post({ venue: 'Pictured' })).status).toBe(422);
});

it.each(['', ' ', '""', 'x'.repeat(256), 'é', '"a" b', 'a b'])(
  'rejects the invalid key "%s"',
  async (key) => {
    const sent = Buffer.from(key, 'utf8').toString('latin1');
    const { status, body } = await send('POST', api('/venues'), { venue: 'X' }, keyed(sent));
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['Idempotency-Key']]);
  },
);

it('rejects a key from an anonymous caller', async () => {
  await grant('public', 'plugin::calendar.venue.create');
  const { status, body } = await send('POST', api('/venues'), { venue: 'X' }, keyed('key', {}));
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['Idempotency-Key']]);
  expect((await send('POST', api('/venues'), { venue: 'X' })).status).toBe(201);
});

it('forgets a key after a day', async () => {
  const key = randomUUID();
  const first = await send('POST', api('/venues'), { venue: 'Daily' }, keyed(key));
  const aged = (hours: number) =>
    strapi.db
      .getConnection('calendar_idempotency_keys')
      .where({ key })
      .update({ created: Date.now() - hours * 3_600_000 });
  await aged(23.9);
  const same = await send('POST', api('/venues'), { venue: 'Daily' }, keyed(key));
  await aged(24.1);
  const next = await send('POST', api('/venues'), { venue: 'Daily' }, keyed(key));
  expect(same.body.id).toBe(first.body.id);
  expect(next.body.id).not.toBe(first.body.id);
});

const whereWritersWait = onPostgres ? it : it.skip;

it('forgets all keys after an import, which replaces the records of their responses', async () => {
  const key = keyed(randomUUID());
  const create = () => send('POST', api('/venues'), { venue: 'Imported' }, key);
  const first = await create();
  await importAgain('venue');
  const again = await create();
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body.id).not.toBe(first.body.id);
});

whereWritersWait('returns 409 while the first request is in progress', async () => {
  const key = randomUUID();
  const venue = await buildVenue();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holder: Promise<unknown> | undefined;
  await new Promise<void>((holds) => {
    holder = strapi.db.transaction(async ({ trx }) => {
      await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
        `calendar:venue:${venue.documentId}`,
      ]);
      holds();
      await held;
    });
  });
  const place = api(`/venues/${venue.public_id}`);
  const asking = [send('PATCH', place, { city: 'Held' }, keyed(key))];
  let second = await send('PATCH', api('/venues/0'), {}, full);
  for (let tries = 0; tries < 100 && second.status !== 409; tries += 1) {
    await pause(20);
    const waits = send('PATCH', place, { city: 'Held' }, keyed(key));
    asking.push(waits);
    second = (await Promise.race([waits, pause(300)])) || second;
  }
  release();
  await holder;
  expect([second.status, second.body.code]).toEqual([409, 'rest_idempotency_key_in_use']);
  // On a busy machine, the requests may arrive in another order.
  expect((await Promise.all(asking)).map(({ status }) => status)).toContain(200);
});

/** Sends a request and cuts the connection after some milliseconds, or reads the whole answer. */
function perhapsCut(key: string, after: number | undefined): Promise<number> {
  const { hostname, port } = new URL(baseURL);
  const body = JSON.stringify({ venue: 'Repeated' });
  const headers = {
    ...keyed(key),
    'content-type': 'application/json',
    'content-length': body.length,
  };
  return new Promise((resolve) => {
    const request = http.request({ method: 'POST', hostname, port, path: api('/venues'), headers });
    request.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    request.on('error', () => resolve(0));
    request.on('close', () => resolve(0));
    request.end(body);
    if (after !== undefined) setTimeout(() => request.destroy(), after);
  });
}

it('creates one record for 200 repeats over 20 connections, some of which break', async () => {
  const key = randomUUID();
  const statuses: number[] = [];
  const connection = async () => {
    for (let repeat = 0; repeat < 10; repeat += 1) {
      const after = Math.random() < 0.3 ? Math.random() * 30 : undefined;
      statuses.push(await perhapsCut(key, after));
    }
  };
  await Promise.all(Array.from({ length: 20 }, connection));
  // If cut requests held the key to the end, all others were told to retry.
  let last = await perhapsCut(key, undefined);
  for (let tries = 0; tries < 100 && last !== 201; tries += 1) {
    await pause(50);
    last = await perhapsCut(key, undefined);
  }
  expect(last).toBe(201);
  const made = await strapi.db
    .query('plugin::calendar.venue')
    .findMany({ where: { venue: 'Repeated', publishedAt: { $notNull: true } } });
  expect(made).toHaveLength(1);
  expect(statuses).toHaveLength(200);
  expect(statuses.filter((status) => ![0, 201, 409, 503].includes(status))).toEqual([]);
});
