import { setTimeout as pause } from 'node:timers/promises';
import { recordTable } from '../../src/plugins/calendar/server/src/content-types/rows';
import { secretsOf } from '../../src/plugins/calendar/server/src/database/webhooks';
import { admin } from '../support/admin';
import { adminWith } from '../support/admin-roles';
import { firstOf, inFull } from '../support/extent';
import { whileCommitsFail, whileRowFails } from '../support/failing-commit';
import { api, get } from '../support/http';
import { withoutLog } from '../support/quiet';
import { buildEvent } from '../support/records';

const PATH = '/content-manager/collection-types/plugin::calendar';

const TIMES = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };

/** A query for the year of these times. */
const YEAR = 'start_date=2031-01-01&end_date=2031-12-31';

/** Invalid times: the end is before the start. */
const WRONG = { ...TIMES, end_date: '2031-04-01 10:00:00' };

const PUBLISH = 'event/actions/publish';

/** Sends requests like the form of a new record, always with the same idempotency key. */
const formWith =
  (key: string, { who = admin, locale = 'en' } = {}) =>
  (way: string, sent: unknown) =>
    who('POST', `${PATH}.${way}?locale=${locale}`, sent, { 'idempotency-key': key });

const count = async (type: string, words: string) =>
  (await admin('GET', `${PATH}.${type}?_q=${words}&locale=en`)).body.pagination.total;

let number = 0;
const newKey = () => `Key${++number}of`;

/** Strapi's events during the work, each with the number of events that a public search found when it was sent. */
async function toldOf(words: string, count: number, work: () => Promise<unknown>) {
  const told: string[] = [];
  const telling: Promise<void>[] = [];
  const tell = async (name: string) => {
    const { body } = await get(api(`/events?search=${words}&${YEAR}`));
    told.push(`${name} ${body.total}`);
  };
  const listen = (name: string, { model }: { model?: string } = {}) => {
    if (model === 'event' && name.startsWith('entry.')) telling.push(tell(name));
  };
  const stop = strapi.eventHub.subscribe(async (name: string, told) => listen(name, told));
  await work();
  // Sent in the background.
  for (let pauses = 0; telling.length < count && pauses < 500; pauses += 1) await pause(20);
  stop();
  await Promise.all(telling);
  return told;
}

/** The number of connections used by a request's statements, from BEGIN to COMMIT. */
async function connectionsOf(ask: () => ReturnType<typeof admin>) {
  const seen: { sql: string; connection: string; request?: string }[] = [];
  const note = ({ sql, __knexUid }: { sql: string; __knexUid: string }) =>
    seen.push({
      sql,
      connection: __knexUid,
      request: strapi.requestContext.get()?.state.requestId,
    });
  strapi.db.connection.on('query', note);
  const answer = await ask();
  strapi.db.connection.removeListener('query', note);
  const own = seen
    .filter(({ request }) => request === answer.headers['x-request-id'])
    .filter(({ sql }) => !sql.includes('calendar_rate_limits')); // Counted for all nodes afterwards, not for the request.
  const from = own.findIndex(({ sql }) => /^begin/i.test(sql));
  const to = own.findIndex(({ sql }) => /^commit/i.test(sql));
  expect(to - from).toBeGreaterThan(10);
  return new Set(own.slice(from, to + 1).map(({ connection }) => connection)).size;
}

describe('a new-record form sent again with the same idempotency key (D9.12)', () => {
  it.each(firstOf(1, ['event', 'venue', 'organizer', 'category', 'tag']))(
    'creates one %s',
    async (type) => {
      const ask = formWith(newKey());
      const name = { event: 'title', category: 'name', tag: 'name' }[type] ?? type;
      const sent = { [name]: `Onceonly ${type}`, ...(type === 'event' && TIMES) };
      const first = await ask(type, sent);
      expect(first.status).toBe(201);
      const second = await ask(type, sent);
      expect(second.status).toBe(200);
      const { documentId, public_id } = first.body.data;
      expect(second.body.data).toMatchObject({ documentId, public_id });
      expect(await count(type, 'Onceonly')).toBe(1);
    },
  );

  it('updates the created record with what was typed since', async () => {
    const ask = formWith(newKey());
    const { body } = await ask('event', { title: 'Typedon', ...TIMES });
    const again = await ask('event', { title: 'Typedon further', ...TIMES });
    expect(again.body.data).toMatchObject({
      documentId: body.data.documentId,
      title: 'Typedon further',
    });
    expect(await count('event', 'Typedon')).toBe(1);
  });

  it('creates one record when it is saved and published repeatedly', async () => {
    const ask = formWith(newKey());
    const sent = { title: 'Publishedonce', ...TIMES };
    const first = await ask('event', sent);
    for (const _ of [1, 2]) {
      const { status, body } = await ask(PUBLISH, sent);
      expect([status, body.data.documentId]).toEqual([200, first.body.data.documentId]);
    }
    const other = formWith(newKey());
    const anew = { ...sent, title: 'Publishedanew' };
    for (const _ of [1, 2]) expect((await other(PUBLISH, anew)).status).toBe(200);
    expect(await count('event', 'Publishedanew')).toBe(1);
  });

  it('creates one record for concurrent requests, and one per other key', async () => {
    const ask = formWith(newKey());
    const title = 'Manyatonce';
    const same = [1, 2, 3, 4, 5, 6].map((at) =>
      ask(at % 2 ? 'event' : PUBLISH, { title, ...TIMES }),
    );
    const others = [1, 2, 3, 4, 5, 6].map(() =>
      formWith(newKey())('event', { title: 'Besidethem', ...TIMES }),
    );
    const answers = await Promise.all([...same, ...others]);
    expect(new Set(answers.map(({ status }) => status).filter((status) => status > 201))).toEqual(
      new Set(),
    );
    expect(await count('event', title)).toBe(1);
    expect(await count('event', 'Besidethem')).toBe(6);
  });

  it('uses a single database connection', async () => {
    const ask = formWith(newKey());
    const sent = { title: 'Oneconnection', ...TIMES };
    for (const way of ['event', 'event', PUBLISH, PUBLISH]) {
      expect(await connectionsOf(() => ask(way, sent))).toBe(1);
    }
  });

  it.each(['event', PUBLISH])(
    'returns the same error as without a key for POST %s, and stores nothing',
    async (way) => {
      const key = newKey();
      const sent = { title: 'Refusedboth', ...WRONG };
      const { status, body } = await admin('POST', `${PATH}.${way}?locale=en`, sent);
      const refused = await formWith(key)(way, sent);
      expect([refused.status, refused.body]).toEqual([status, body]);
      expect(status).toBe(400);
      expect(await count('event', 'Refusedboth')).toBe(0);
      const first = await formWith(key)('event', { title: key, ...TIMES });
      expect(first.status).toBe(201);
      const again = await formWith(key)(way, { title: key, ...WRONG });
      expect(again.status).toBe(400);
      expect(await count('event', key)).toBe(1);
    },
  );

  it('stores no key when the commit fails', async () => {
    const ask = formWith(newKey());
    const sent = { title: 'Nocommit', ...TIMES };
    const failed = await whileCommitsFail(() => ask('event', sent));
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(await count('event', 'Nocommit')).toBe(0);
    expect((await ask('event', sent)).status).toBe(201);
  });

  it('emits events only once the record is stored', async () => {
    const ask = formWith(newKey());
    const sent = { title: 'Toldafterwards', ...TIMES };
    await get(api(`/events?search=Toldafterwards&${YEAR}`));
    expect((await toldOf('Toldafterwards', 2, () => ask(PUBLISH, sent))).sort()).toEqual([
      'entry.create 1',
      'entry.publish 1',
    ]);
    expect(await toldOf('Refusedsilently', 0, () => ask(PUBLISH, { ...sent, ...WRONG }))).toEqual(
      [],
    );
  });

  it.each([
    ['gone', (path: string) => admin('DELETE', path)],
    [
      'in the trash',
      (path: string) => admin('PUT', path, { trashed_at: '2027-01-01T00:00:00.000Z' }),
    ],
  ])('creates a new record if the first is %s', async (_where, remove) => {
    const ask = formWith(newKey());
    const sent = { title: 'Anewagain', ...TIMES };
    const { documentId } = (await ask('event', sent)).body.data;
    expect((await remove(`${PATH}.event/${documentId}?locale=en`)).status).toBe(200);
    const again = await ask('event', sent);
    expect(again.status).toBe(201);
    expect(again.body.data.documentId).not.toBe(documentId);
    expect((await ask('event', sent)).body.data.documentId).toBe(again.body.data.documentId);
  });

  it('creates a separate record for another key, user, type or language', async () => {
    const key = newKey();
    const ask = formWith(key);
    const sent = { title: 'Another', ...TIMES };
    await ask('event', sent);
    const who = await adminWith('event', ['read', 'create', 'update']);
    expect((await formWith(newKey())('event', sent)).status).toBe(201);
    expect((await formWith(key, { who })('event', sent)).status).toBe(201);
    expect((await ask('venue', { venue: 'Another' })).status).toBe(201);
    expect((await formWith(key, { locale: 'fr' })('event', sent)).status).toBe(201);
    expect((await formWith(key, { locale: 'fr' })('event', sent)).status).toBe(200);
    expect(await count('event', 'Another')).toBe(3);
  });

  inFull('returns the stored record to somebody who may not update it', async () => {
    const who = await adminWith('event', ['read', 'create']);
    const ask = formWith(newKey(), { who, locale: 'fr' });
    const first = await ask('event', { title: 'Seulement', ...TIMES });
    const again = await ask('event', { title: 'Seulement autre', ...TIMES });
    expect([first.status, again.status]).toEqual([201, 200]);
    const { documentId, title, locale } = first.body.data;
    expect(again.body.data).toMatchObject({ documentId, title, locale });
  });

  it('ignores the key when a language is added to an existing record', async () => {
    const key = { 'idempotency-key': newKey() };
    const made = await admin('POST', `${PATH}.event?locale=en`, { title: 'Asever', ...TIMES }, key);
    const { documentId } = made.body.data;
    const path = `${PATH}.event/${documentId}`;
    const sent = { title: 'Comme toujours', ...TIMES };
    expect((await admin('PUT', `${path}?locale=fr`, sent, key)).body.data).toMatchObject({
      documentId,
      locale: 'fr',
    });
  });

  it.each(firstOf(1, ['clone', 'auto-clone']))(
    'creates one copy per original through %s',
    async (way) => {
      const others = { who: await adminWith('event', ['read', 'create', 'update']) };
      const make = (title: string) => admin('POST', `${PATH}.event?locale=en`, { title, ...TIMES });
      const ids: string[] = [];
      for (const title of [`Copied by ${way}`, `Beside ${way}`]) {
        ids.push((await make(title)).body.data.documentId);
      }
      const [one = '', two = ''] = ids;
      const key = newKey();
      const copyOf = async (id: string, of = key, options = {}) => {
        const sent = way === 'clone' ? { title: `Copied by ${way}` } : {};
        const { status, body } = await formWith(of, options)(`event/${way}/${id}`, sent);
        expect(status).toBe(200);
        return body.data.documentId;
      };
      const first = await copyOf(one);
      expect(await copyOf(one)).toBe(first);
      const several = await Promise.all([1, 2, 3].map(() => copyOf(one, `${key} at once`)));
      expect(new Set(several).size).toBe(1);
      const rest = [await copyOf(two), await copyOf(one, newKey()), await copyOf(one, key, others)];
      expect(new Set([one, two, first, ...several, ...rest]).size).toBe(7);
    },
  );

  inFull('updates the copy made in the list when the copy form is sent', async () => {
    const { body } = await admin('POST', `${PATH}.event?locale=fr`, {
      title: 'Original',
      ...TIMES,
    });
    const { documentId } = body.data;
    const key = newKey();
    const ask = formWith(key, { locale: 'fr' });
    const made = await ask(`event/auto-clone/${documentId}`, {});
    const typed = await ask(`event/clone/${documentId}`, { title: 'Copie', ...TIMES });
    expect(typed.body.data).toMatchObject({
      documentId: made.body.data.documentId,
      title: 'Copie',
      locale: 'fr',
    });
    const shown = await ask(`event/auto-clone/${documentId}`, {});
    expect(shown.body.data).toMatchObject({
      documentId: made.body.data.documentId,
      title: 'Copie',
      locale: 'fr',
    });
    const added = await admin('PUT', `${PATH}.event/${documentId}?locale=en`, { title: 'Same' });
    expect(added.status).toBe(200);
    const other = await formWith(key)(`event/auto-clone/${documentId}`, {});
    expect([other.status, other.body.data.locale]).toEqual([200, 'en']);
    expect(other.body.data.documentId).not.toBe(made.body.data.documentId);
  });

  it('rejects a copy as without a key', async () => {
    const who = await adminWith('event', ['read']);
    const { body } = await admin('POST', `${PATH}.event?locale=en`, {
      title: 'Uncopied',
      ...TIMES,
    });
    for (const way of ['clone', 'auto-clone']) {
      const to = (id: string) => `event/${way}/${id}`;
      expect((await formWith(newKey(), { who })(to(body.data.documentId), {})).status).toBe(403);
      expect((await formWith(newKey())(to('nowhere'), {})).status).toBe(404);
    }
    expect(await count('event', 'Uncopied')).toBe(1);
  });

  it('accepts any key, and creates duplicates without one', async () => {
    for (const key of ['x'.repeat(2000), '"', "';--"]) {
      const ask = formWith(key);
      expect((await ask('tag', { name: `Key ${key.length}` })).status).toBe(201);
    }
    const without = () => admin('POST', `${PATH}.event?locale=en`, { title: 'Keyless', ...TIMES });
    await without();
    await without();
    expect(await count('event', 'Keyless')).toBe(2);
  });

  it('requires permission to create and to publish', async () => {
    const reader = await adminWith('event', ['read']);
    expect((await formWith(newKey(), { who: reader })('event', TIMES)).status).toBe(403);
    const who = await adminWith('event', ['read', 'create', 'update']);
    expect((await formWith(newKey(), { who })(PUBLISH, TIMES)).status).toBe(403);
  });
});

describe('bulk copies requested again with the same idempotency key (D9.12)', () => {
  withoutLog(); // Silences intended failures.

  const DAYS = ['2032-01-01', '2032-01-02', '2032-01-03'];

  const original = async (title: string) =>
    (await admin('POST', `${PATH}.event?locale=en`, { title, ...TIMES })).body.data.public_id;

  const copies = async (id: number, days: string[] | undefined, key: string, who = admin) => {
    const asked = { action: 'copy', records: [{ id }], ...(days && { days }) };
    const { status, body } = await who('POST', '/calendar/admin/bulk', asked, {
      'idempotency-key': key,
    });
    expect(status).toBe(200);
    return body.records[0].copies;
  };

  it('return existing copies and create only the missing ones', async () => {
    const id = await original('Copiedonce');
    const key = newKey();
    const first = await copies(id, DAYS.slice(0, 2), key);
    const [again, beside] = await Promise.all([copies(id, DAYS, key), copies(id, DAYS, key)]);
    expect(again.slice(0, 2)).toEqual(first);
    expect(beside).toEqual(again);
    expect(await count('event', 'Copiedonce')).toBe(4);
  });

  inFull('report the copies made before a failure, and create the rest on retry', async () => {
    const id = await original('Copiedhalf');
    const key = newKey();
    const failing = {
      table: recordTable('event'),
      action: 'INSERT' as const,
      isMeant: `NEW.start_date LIKE '${DAYS[1]}%'`,
    };
    const asked = { action: 'copy', records: [{ id }], days: DAYS };
    const ask = () => admin('POST', '/calendar/admin/bulk', asked, { 'idempotency-key': key });
    const { status, body } = await whileRowFails(failing, ask);
    const [{ refused, copies: told }] = body.records;
    expect([status, refused, told.length]).toEqual([200, { why: 'failed' }, 1]);
    const [whole] = (await ask()).body.records;
    expect(whole.refused).toBeUndefined();
    expect(whole.copies.slice(0, 1)).toEqual(told);
    expect(await count('event', 'Copiedhalf')).toBe(4);
  });

  inFull('are separate for another event, key or user', async () => {
    const key = newKey();
    const rights = { actions: ['plugin::calendar.agenda.read'] };
    const who = await adminWith('event', ['read', 'create', 'update'], rights);
    const [id, other] = [await original('Copiedwidely'), await original('Copiedwidely')];
    const made = [await copies(id, undefined, key), await copies(other, undefined, key)];
    made.push(await copies(id, undefined, newKey()), await copies(id, undefined, key, who));
    expect(await copies(id, undefined, key)).toEqual(made[0]);
    expect(new Set(made.flat().map(({ id: copy }) => copy)).size).toBe(4);
    expect(await count('event', 'Copiedwidely')).toBe(6);
  });

  it('are created anew after an undo', async () => {
    const id = await original('Copiedanew');
    const key = newKey();
    const [first] = await copies(id, undefined, key);
    const records = [{ id: first.id, undo: first.undo }];
    await admin('POST', '/calendar/admin/bulk', { action: 'undo', records });
    const [second] = await copies(id, undefined, key);
    expect(second.id).not.toBe(first.id);
    expect(await count('event', 'Copiedanew')).toBe(2);
  });
});

describe('a webhook created again with the same idempotency key (D9.12)', () => {
  const HOOKS = '/calendar/admin/webhooks';

  const make = (url: string, key: string) =>
    admin('POST', HOOKS, { url }, { 'idempotency-key': key });

  it('returns the existing webhook with its secret, updated with new values', async () => {
    const key = newKey();
    const asked = [1, 2].map(() => make('https://example.org/once', key));
    const [first, beside] = await Promise.all(asked);
    expect([first?.status, beside?.body]).toEqual([201, first?.body]);
    const { body } = await make('https://example.org/other', key);
    expect(body).toEqual({ ...first?.body, url: 'https://example.org/other' });
    const other = await make('https://example.org/once', newKey());
    expect((await admin('GET', HOOKS)).body.results).toHaveLength(2);
    for (const { id } of [body, other.body]) await admin('DELETE', `${HOOKS}/${id}`);
    expect((await make('https://example.org/once', key)).body.id).not.toBe(body.id);
    const [left] = (await admin('GET', HOOKS)).body.results;
    await admin('DELETE', `${HOOKS}/${left.id}`);
  });

  it('renews the secret once per key, and still signs with the previous one', async () => {
    const { id, secret } = (await make('https://example.org/secret', newKey())).body;
    const key = newKey();
    const renew = () => admin('POST', `${HOOKS}/${id}/secret`, {}, { 'idempotency-key': key });
    const [first, again] = [await renew(), await renew()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.secret).toBe(first.body.secret);
    expect(await secretsOf(id, new Date())).toEqual([first.body.secret, secret]);
    await admin('DELETE', `${HOOKS}/${id}`);
  });
});

describe('a personal calendar address created again with the same key (D9.12)', () => {
  const FEEDS = '/calendar/admin/feeds';

  const make = (key: string) => admin('POST', FEEDS, { name: 'Heard' }, { 'idempotency-key': key });

  const opened = async (address: string) =>
    (await get(address.replace(/^\w+:\/\/[^/]*/, ''))).status;

  it('replaces the previous address, which stops working', async () => {
    const key = newKey();
    const [{ body: lost }, { body: told }] = [await make(key), await make(key)];
    const listed = async (): Promise<{ id: number; name: string }[]> =>
      (await admin('GET', FEEDS)).body.feeds.filter(
        ({ name }: { name: string }) => name === 'Heard',
      );
    expect([await opened(lost.address), await opened(told.address)]).toEqual([401, 200]);
    expect((await listed()).map(({ id }) => id)).toEqual([told.id]);
    const beside = await Promise.all([make(key), make(key)]);
    expect(beside.map(({ status }) => status)).toEqual([201, 201]);
    const { body: other } = await make(newKey());
    expect(await listed()).toHaveLength(2);
    for (const { id } of await listed()) await admin('DELETE', `${FEEDS}/${id}`);
    expect(await opened(other.address)).toBe(401);
  });
});

describe('a link to a draft created again with the same key (D9.12)', () => {
  const LINKS = '/calendar/admin/shared-drafts';

  it('replaces the previous link, which stops working', async () => {
    const { documentId } = await buildEvent({ title: 'Told late' }, { publish: false });
    const draft = { documentId, language: 'en' };
    const make = (key: string) => admin('POST', LINKS, draft, { 'idempotency-key': key });
    const listed = async (): Promise<{ id: number }[]> =>
      (await admin('GET', `${LINKS}?${new URLSearchParams(draft)}`)).body.results;
    const opened = async (url: string) => (await get(url.replace(/^\w+:\/\/[^/]*/, ''))).status;
    const key = newKey();
    const [{ body: lost }, { status, body: told }] = [await make(key), await make(key)];
    expect(status).toBe(201);
    expect([await opened(lost.url), await opened(told.url)]).toEqual([404, 200]);
    expect((await listed()).map(({ id }) => id)).toEqual([told.id]);
    const beside = await Promise.all([make(key), make(key)]);
    expect(beside.map((answer) => answer.status)).toEqual([201, 201]);
    await make(newKey());
    expect(await listed()).toHaveLength(2);
  });
});
