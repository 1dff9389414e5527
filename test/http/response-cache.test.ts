import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { recordTable } from '../../src/plugins/calendar/server/src/content-types/rows';
import { isPostgres, qualified } from '../../src/plugins/calendar/server/src/database/run';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer, grant } from '../support/callers';
import { allDoors } from '../support/doors';
import { inFull } from '../support/extent';
import { type Answer, api, get, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { doneBefore } from '../support/moments';
import { otherConnection } from '../support/other-connection';
import { buildPicture } from '../support/pictures';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildVenue,
  type Stored,
} from '../support/records';
import { withSettings } from '../support/settings';
import { tellingsEnded } from '../support/tellings';
import { asked, warmed } from '../support/warm';

const MEBIBYTE = 1024 * 1024;

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const of = ({ public_id }: Stored, path = 'events') => api(`/${path}/${public_id}`);

/** The raw bytes of an answer. */
const packed = (path: string, headers: Record<string, string>) =>
  new Promise<{ headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    http
      .get(`${baseURL}${path}`, { headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) }));
      })
      .on('error', reject);
  });

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };

describe('a cached response', () => {
  let event: Stored;
  let path: string;
  beforeAll(async () => {
    event = await buildEvent({ title: 'Kept', description: 'A word and another. '.repeat(200) });
    path = of(event);
  });

  /** The parts of an answer that do not depend on the request. */
  const lasting = ({ headers, text, status }: Answer) => {
    const { date: _, 'x-request-id': __, 'ratelimit-remaining': ___, ...rest } = headers;
    return {
      status,
      text,
      headers: { ...rest, 'ratelimit-reset': undefined, ratelimit: undefined },
    };
  };

  it('equals the uncached one, for CORS, HEAD and If-None-Match requests', async () => {
    const plain = lasting(await get(path, { 'x-nothing': 'a' }));
    for (const headers of [{}, { origin: 'https://example.org' }] as Record<string, string>[]) {
      const cold = await get(`${path}?cold=${Object.keys(headers)}`, headers);
      const warm = lasting(await warmed(path, headers));
      expect(warm.text).toBe(plain.text);
      expect(Object.keys(warm.headers).sort()).toEqual(Object.keys(lasting(cold).headers).sort());
      expect(warm.headers['access-control-allow-origin']).toBe(headers.origin ?? '*');
      const head = await send('HEAD', path, undefined, headers);
      expect([lasting(head).headers, head.text]).toEqual([warm.headers, '']);
      const known = await get(path, { ...headers, 'if-none-match': String(warm.headers.etag) });
      expect([known.status, known.text]).toEqual([304, '']);
      expect(known.headers).toMatchObject({
        etag: warm.headers.etag,
        vary: warm.headers.vary,
        'cache-control': 'public, no-cache',
      });
    }
  });

  it('has a new request id, or the one that was sent', async () => {
    const ids = [await warmed(path), await warmed(path)].map((one) => one.headers['x-request-id']);
    expect(new Set(ids).size).toBe(2);
    expect((await warmed(path, { 'x-request-id': 'mine-1' })).headers['x-request-id']).toBe(
      'mine-1',
    );
  });

  it.each(['br', 'gzip'] as const)('is compressed for clients that accept %s', async (encoding) => {
    const whole = await warmed(path);
    const headers = { 'accept-encoding': encoding };
    for (const _ of ['cold', 'warm', 'warm']) {
      const { headers: told, bytes } = await packed(path, headers);
      expect(told).toMatchObject({
        'content-encoding': encoding,
        etag: `W/${whole.headers.etag}`,
      });
      expect(Number(told['content-length'])).toBe(bytes.length);
      expect(bytes.length).toBeLessThan(whole.text.length / 2);
      expect(UNPACK[encoding](bytes).toString()).toBe(whole.text);
      const known = await get(path, { ...headers, 'if-none-match': String(told.etag) });
      expect([known.status, known.headers.etag]).toEqual([304, told.etag]);
      expect(known.headers).not.toHaveProperty('content-encoding');
    }
  });

  it('prefers br over gzip, and stays uncompressed for other encodings or small bodies', async () => {
    const chosen = async (asked: string, to = path) =>
      (await packed(to, { 'accept-encoding': asked })).headers['content-encoding'];
    expect(await chosen('gzip, deflate, br, zstd')).toBe('br');
    expect(await chosen('gzip;q=1, br;q=0')).toBe('gzip');
    expect(await chosen('identity')).toBeUndefined();
    expect(await chosen('identity;q=0, deflate')).toBeUndefined();
    expect(await chosen('br', `${path}?_fields=id`)).toBeUndefined();
  });

  it('has an ETag that If-Match accepts once, compressed or not', async () => {
    const { public_id } = await buildEvent({ description: 'A word. '.repeat(300) });
    const address = api(`/events/${public_id}`);
    const { headers } = await packed(address, { 'accept-encoding': 'br' });
    const match = { ...full, 'if-match': String(headers.etag) };
    expect((await send('PATCH', address, { title: 'New' }, match)).status).toBe(200);
    expect((await send('PATCH', address, { title: 'Newer' }, match)).status).toBe(412);
    const mine = await packed(address, { ...full, 'accept-encoding': 'gzip' });
    expect(mine.headers).toMatchObject({ 'content-encoding': 'gzip', etag: /^W\/"\d+\./ });
    const again = { ...full, 'if-match': String(mine.headers.etag) };
    expect((await send('PATCH', address, { title: 'Newer' }, again)).status).toBe(200);
  });
});

describe('responses not meant for everybody', () => {
  it.each([
    ['somebody', () => '', () => full],
    [
      'somebody behind a proxy that asks who they are',
      () => '',
      () => ({ authorization: 'Basic YTpi' }),
    ],
    ['who sends a password', () => '?password=sesame', () => ({})],
    ['who wants the headers in the body', () => '?_envelope', () => ({})],
  ])('are not cached for %s', async (_, query, headers) => {
    const path = `${of(await buildEvent())}${query()}`;
    for (const __ of [1, 2, 3]) {
      expect((await asked(path, headers())).fromMemory).toBe(false);
    }
  });

  it('are not cached when a password opened a protected event', async () => {
    const path = of(await buildEvent({ password: 'sesame' }));
    expect((await get(`${path}?password=sesame`)).status).toBe(200);
    expect((await get(`${path}?password=wrong`)).status).toBe(403);
    expect((await get(path)).status).toBe(403);
  });

  it('are not cached if they are errors', async () => {
    const path = api('/events/999999');
    for (const _ of [1, 2, 3]) {
      const { answer, fromMemory } = await asked(path);
      expect([answer.status, fromMemory]).toEqual([404, false]);
    }
    const { public_id } = await buildEvent();
    expect((await get(api(`/events/${public_id}`))).status).toBe(200);
  });

  it('are not served from the cache to a request with an invalid Host', async () => {
    const path = of(await buildEvent());
    await warmed(path);
    expect((await get(path, { host: 'a b' })).status).toBe(400);
  });
});

/** A URL, a change, and how to read its effect from the answer. */
interface Change {
  path: string;
  change: () => Promise<unknown>;
  see: (answer: Answer) => unknown;
}

/** The first answer after a change of a cached response. */
async function shownAfter({ path, change, see }: Change) {
  const before = see(await warmed(path));
  await change();
  const after = see(await get(path));
  expect(after).not.toEqual(before);
  return after;
}

const title = ({ body }: Answer) => body.title;
const status = (answer: Answer) => answer.status;

describe.each(allDoors)('after a change through %s', (_, door) => {
  it('the next reader sees a new title, unpublishing, trashing, restoring and deletion', async () => {
    const event = await buildEvent({ title: 'Before' });
    const path = of(event);
    const { documentId: id } = event;
    const change = async () => {
      await door.update('event', id, { title: 'After' });
      await door.publish('event', id);
    };
    expect(await shownAfter({ path, change, see: title })).toBe('After');
    const unpublish = () => door.unpublish('event', id);
    expect(await shownAfter({ path, change: unpublish, see: status })).toBe(403);
    await door.publish('event', id);
    expect(title(await get(path))).toBe('After');
    const trash = () => door.update('event', id, { trashed_at: new Date().toISOString() });
    expect(await shownAfter({ path, change: trash, see: status })).toBe(403);
    await door.update('event', id, { trashed_at: null });
    expect((await get(path)).status).toBe(200);
    const remove = () => door.remove('event', id);
    expect(await shownAfter({ path, change: remove, see: status })).not.toBe(200);
  });

  it('the next reader sees correct lists, totals and counts', async () => {
    const category = await buildCategory();
    const listed = api(`/events?categories=${category.public_id}`);
    const counted = api(`/categories/${category.public_id}?hide_empty=0`);
    await warmed(counted);
    const categories = [category.public_id];
    let id = '';
    const make = async () => {
      id = (await door.create('event', { title: 'One', ...aYearAhead(), categories })).documentId;
      await door.publish('event', id);
    };
    const total = ({ body }: Answer) => body.total;
    expect(await shownAfter({ path: listed, change: make, see: total })).toBe(1);
    expect((await get(counted)).body.count).toBe(1);
    const remove = () => door.remove('event', id);
    expect(await shownAfter({ path: listed, change: remove, see: total })).toBe(0);
    expect((await get(counted)).body.count).toBe(0);
  });

  it('the next reader of an event sees the renamed venue and organizer', async () => {
    const [venue, organizer] = [await buildVenue(), await buildOrganizer()];
    const event = await buildEvent({
      venue: [venue.public_id],
      organizer: [organizer.public_id],
    });
    for (const [type, { documentId }, see] of [
      ['venue', venue, ({ body }: Answer) => body.venue.venue],
      ['organizer', organizer, ({ body }: Answer) => body.organizer[0].organizer],
    ] as const) {
      const change = async () => {
        await door.update(type, documentId, { [type]: 'Renamed' });
        await door.publish(type, documentId);
      };
      expect(await shownAfter({ path: of(event), change, see })).toBe('Renamed');
    }
  });
});

const aYearAhead = () => {
  const day = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return { start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00`, timezone: 'UTC' };
};

describe('the next reader sees', () => {
  it('the new name of a category', async () => {
    const category = await buildCategory();
    const event = await buildEvent({ categories: [category.public_id] });
    const change = () => send('PATCH', of(category, 'categories'), { name: 'Renamed' }, full);
    const see = ({ body }: Answer) => body.categories[0].name;
    expect(await shownAfter({ path: of(event), change, see })).toBe('Renamed');
  });

  it('changed image data, and no image once it is deleted', async () => {
    const image = await buildPicture();
    const event = await buildEvent({ image });
    const upload = strapi.plugin('upload').service('upload');
    const see = ({ body }: Answer) => body.image;
    const files = strapi.db.query('plugin::upload.file');
    const replace = () => files.update({ where: { id: image }, data: { width: 99 } });
    expect(await shownAfter({ path: of(event), change: replace, see })).toMatchObject({
      width: 99,
    });
    const remove = async () => upload.remove(await files.findOne({ where: { id: image } }));
    expect(await shownAfter({ path: of(event), change: remove, see })).toBe(false);
  });

  it('a permission revoked from the public, and granted again', async () => {
    const path = of(await buildEvent());
    const permissions = strapi.db.query('plugin::users-permissions.permission');
    const action = 'plugin::calendar.event.findOne';
    const change = () => permissions.deleteMany({ where: { action, role: { type: 'public' } } });
    expect(await shownAfter({ path, change, see: status })).toBe(401);
    await grant('public', action);
    expect((await get(path)).status).toBe(200);
  });

  it('a protected event redacted once it has a password', async () => {
    const event = await buildEvent({ description: 'Secret' });
    const change = () => send('PATCH', of(event), { password: 'sesame' }, full);
    const list = api(`/events?include=${event.public_id}`);
    const see = ({ body }: Answer) => body.events[0].description;
    expect(await shownAfter({ path: list, change, see })).toBe('');
    expect((await get(of(event))).status).toBe(403);
  });

  it('a new language version', async () => {
    const event = await buildEvent({ title: 'A concert' });
    const change = () => buildEvent({ title: 'Un concert' }, { of: event, language: 'fr' });
    const path = api(`/events/${event.public_id}`, 'fr');
    expect(await shownAfter({ path, change, see: title })).toBe('Un concert');
  });

  it('changed settings', async () => {
    const path = of(await buildEvent({ cost: '5' }));
    const before = strapi.config.get<object>('plugin::calendar');
    const currency = { symbol: '€', code: 'EUR', position: 'postfix' };
    const change = async () => strapi.config.set('plugin::calendar', { ...before, currency });
    const see = ({ body }: Answer) => body.cost;
    try {
      expect(await shownAfter({ path, change, see })).toMatch('€');
    } finally {
      strapi.config.set('plugin::calendar', before);
    }
  });

  it('a scheduled event at the moment of its publication', async () => {
    const { list, due, before } = await doneBefore(async (date) => {
      const { public_id, documentId } = await buildEvent({ title: 'Due' }, { publish: false });
      await strapi.documents(uidOf('event')).update({ documentId, data: { date } } as never);
      await strapi.documents(uidOf('event')).publish({ documentId } as never);
      const list = api(`/events?include=${public_id}`);
      return { list, due: Date.parse(date), before: await warmed(list) };
    }, 2000);
    expect(before.body.total).toBe(0);
    let { total } = before.body;
    while (Date.now() < due) {
      expect(total).toBe(0);
      ({ total } = (await get(list)).body);
    }
    await pause(1); // Reads that arrived before this moment may be answered after it.
    expect((await get(list)).body.total).toBe(1);
  });

  it('a change written by SQL', async () => {
    const event = await buildEvent({ title: 'Before' });
    const sql = `UPDATE ${qualified(recordTable('event'))} SET title = 'By SQL' WHERE public_id = ?`;
    const change = () => strapi.db.connection.raw(sql, [event.public_id]);
    expect(await shownAfter({ path: of(event), change, see: title })).toBe('By SQL');
  });

  it('a change by another process within one second', async () => {
    const event = await buildEvent({ title: 'Before' });
    const other = await otherConnection();
    try {
      await warmed(of(event));
      const table = qualified(recordTable('event'));
      await other.run(
        `UPDATE ${table} SET title = 'Elsewhere' WHERE public_id = ${event.public_id}`,
      );
      const written = Date.now();
      // Requests more than a second later must see it, however long they take.
      for (let now = written; title(await get(of(event))) !== 'Elsewhere'; now = Date.now())
        expect(now - written).toBeLessThan(1000);
    } finally {
      await other.end();
    }
  });

  (onPostgres ? it : it.skip)(
    'a change by another process that reuses the number of a lost change',
    async () => {
      const event = await buildEvent({ title: 'Before' });
      const other = await otherConnection();
      const changes = qualified('calendar_changes');
      const retitle = (text: string) =>
        `UPDATE ${qualified(recordTable('event'))} SET title = '${text}' WHERE public_id = ${event.public_id};`;
      const expectShown = async (text: string) => {
        const until = Date.now() + 5000;
        while (title(await get(of(event))) !== text && Date.now() < until) await pause(10);
        expect(title(await get(of(event)))).toBe(text);
      };
      try {
        await other.run(`CREATE TEMP TABLE backup AS SELECT * FROM ${changes}`);
        await other.run(retitle('Lost'));
        await expectShown('Lost');
        // Like a failover or a restored backup, without notifications.
        await other.run(`BEGIN; SELECT set_config('calendar.changed', pg_current_xact_id()::text, true);
        ${retitle('Before')} TRUNCATE ${changes}; INSERT INTO ${changes} SELECT * FROM backup; COMMIT`);
        await other.run(retitle('Instead'));
        await expectShown('Instead');
      } finally {
        await other.end();
      }
    },
  );
});

describe('cached responses over time', () => {
  it('expire at the next quarter hour, and within a second for relative dates', async () => {
    const clock = jest.spyOn(Date, 'now');
    const at = (milliseconds: number) => clock.mockImplementation(() => milliseconds);
    const began = (Math.floor(Date.now() / 900_000) + 1) * 900_000 + 60_100;
    try {
      // Background commits invalidate all answers.
      const holds = async () => {
        at(began);
        await warmed(api('/events?per_page=3'));
        await warmed(api('/events?per_page=3&start_date=now'));
        at(began + 1000);
        return (await asked(api('/events?per_page=3'))).fromMemory;
      };
      expect((await holds()) || (await holds()) || (await holds())).toBe(true);
      expect((await asked(api('/events?per_page=3&start_date=now'))).fromMemory).toBe(false);
      at(began + 900_000);
      expect((await asked(api('/events?per_page=3'))).fromMemory).toBe(false);
    } finally {
      clock.mockRestore();
    }
  });
});

it('a response is not cached when the record changed during the read', async () => {
  const event = await buildEvent({ title: 'Before' });
  await tellingsEnded(strapi); // They also read the event.
  const other = await otherConnection();
  const prototype = Object.getPrototypeOf(strapi.db.connection.client);
  const { query } = prototype;
  const table = qualified(recordTable('event'));
  const sql = `UPDATE ${table} SET title = 'After' WHERE public_id = ${event.public_id}`;
  let overtaken = false;
  prototype.query = async function (connection: unknown, statement: string | { sql: string }) {
    const done = await query.call(this, connection, statement);
    const said = typeof statement === 'string' ? statement : statement.sql;
    if (!overtaken && /select/i.test(said) && said.includes(recordTable('event'))) {
      overtaken = true;
      await (isPostgres() ? strapi.db.connection.raw(sql) : other.run(sql));
    }
    return done;
  };
  try {
    await get(of(event));
    expect(overtaken).toBe(true);
    const { answer, fromMemory } = await asked(of(event));
    expect([title(answer), fromMemory]).toEqual(['After', false]);
  } finally {
    prototype.query = query;
    await other.end();
  }
});

describe('with a limit of three requests per window', () => {
  withSettings({ rateLimit: { requests: 3, window: 3627, databaseTime: 0 } });

  it('cached responses count against the limit', async () => {
    const path = api('/tags?hide_empty=0');
    const told = [];
    for (const _ of [1, 2, 3, 4]) told.push(await get(path));
    expect(told.map((one) => one.status)).toEqual([200, 200, 200, 429]);
    expect(told.map((one) => one.headers['ratelimit-remaining'])).toEqual(['2', '1', '0', '0']);
    expect(told[3]?.body.code).toBe('rest_too_many_requests');
  });
});

describe('with a small cache', () => {
  withSettings({ cache: { size: 64 * 1024, sharedAge: 0 } });

  inFull('the oldest responses are evicted, and one that is too large is not cached', async () => {
    const path = (number: number) => api(`/events?per_page=${number}&_fields=total`);
    await warmed(path(1));
    for (let number = 2; number < 50; number += 1) await get(path(number));
    await warmed(path(49));
    expect((await asked(path(1))).fromMemory).toBe(false);
    expect((await get(api('/doc'))).text.length).toBeGreaterThan(64 * 1024);
    const stays = async () => {
      await warmed(path(49));
      await get(api('/doc')); // It would fill the cache.
      return (await asked(path(49))).fromMemory;
    };
    // Background commits invalidate all answers.
    expect([await stays(), await stays(), await stays()]).toContain(true);
  });
});

describe('with the cache disabled', () => {
  withSettings({ cache: { size: 0, sharedAge: 0 } });

  it('every response is read from the database, and If-None-Match still works', async () => {
    const path = of(await buildEvent());
    for (const _ of [1, 2, 3]) expect((await asked(path)).fromMemory).toBe(false);
    const { headers } = await get(path);
    expect((await get(path, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });
});

describe('with a shared cache age', () => {
  withSettings({ cache: { size: 32 * MEBIBYTE, sharedAge: 30 } });

  it('only public responses without relative dates have an s-maxage', async () => {
    const path = of(await buildEvent());
    const shared = /^public, max-age=0, s-maxage=([12]?\d|30)$/;
    // None is sent during background commits, or if a publication is due within the second.
    const told = async (read: (number: number) => Promise<Answer>) => {
      const policies: unknown[] = [];
      while (policies.length < 40 && !shared.test(String(policies.at(-1)))) {
        await pause(policies.length ? 100 : 0);
        policies.push((await read(policies.length)).headers['cache-control']);
      }
      return policies;
    };
    const cold = async (number: number) => {
      const { answer, fromMemory } = await asked(`${path}?cold=${number}`);
      expect(fromMemory).toBe(false);
      return answer;
    };
    for (const policies of [await told(cold), await told(() => warmed(path))]) {
      expect(policies.pop()).toMatch(shared);
      expect(policies.filter((policy) => policy !== 'public, no-cache')).toEqual([]);
    }
    expect((await get(path, full)).headers['cache-control']).toBe('private, no-store');
    expect((await get(api('/events/999999'))).headers['cache-control']).toBe('no-store');
    const relative = await get(api('/events?start_date=now'));
    expect(relative.headers['cache-control']).toBe('public, no-cache');
  });
});
