import type { Settings } from '../../src/plugins/calendar/server/src/settings/settings';
import { admin } from '../support/admin';
import { allDoors, interfaceDoor, type Refused, someTimes } from '../support/doors';
import {
  whileCommitLosesItsConnection,
  whileCommitsFail,
  whileCommitsTake,
} from '../support/failing-commit';
import { api, get } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { withoutLog } from '../support/quiet';
import { buildEvent } from '../support/records';
import { withSettings } from '../support/settings';
import { tellingsEnded } from '../support/tellings';
import { withoutRoom } from '../support/without-room';

const EVENTS = '/content-manager/collection-types/plugin::calendar.event';

/** Strapi's events emitted during the work, for which its webhooks are sent. */
async function toldMeanwhile(work: () => Promise<unknown>): Promise<string[]> {
  await tellingsEnded(strapi); // Those of earlier saves.
  const told: string[] = [];
  const stop = strapi.eventHub.subscribe(async (name: string) => {
    if (name.startsWith('entry.')) told.push(name);
  });
  try {
    await work();
    await tellingsEnded(strapi);
  } finally {
    stop();
  }
  return told;
}

const statusOf = (saved: Promise<unknown>) =>
  saved.then(
    () => 'acknowledged',
    ({ status }: Refused) => status,
  );

const rows = (where: object) => strapi.db.query('plugin::calendar.event').findMany({ where });

describe.each(allDoors)('a failing COMMIT, through %s', (_, door) => {
  withoutLog();

  it('returns 500 for a changed record, and stores and emits nothing', async () => {
    const event = await buildEvent({ title: 'Before' });
    const told = await toldMeanwhile(async () => {
      const saving = () => statusOf(door.update('event', event.documentId, { title: 'After' }));
      expect(await whileCommitsFail(saving)).toBe(500);
    });
    expect(told).toEqual([]);
    const titles = (await rows({ documentId: event.documentId })).map(({ title }) => title);
    expect(titles).toEqual(['Before', 'Before']);
  });

  it('returns 500 for a new record, and stores and emits nothing', async () => {
    const title = `Lost at ${door.name}`;
    const told = await toldMeanwhile(async () => {
      const saving = () => statusOf(door.create('event', { title, ...someTimes }));
      expect(await whileCommitsFail(saving)).toBe(500);
    });
    expect([told, await rows({ title })]).toEqual([[], []]);
  });

  it('does not affect the next save', async () => {
    const event = await buildEvent({ title: 'Before' });
    const saving = () => door.update('event', event.documentId, { title: 'After' });
    await whileCommitsFail(() => statusOf(saving()));
    expect((await saving()).title).toBe('After');
    expect((await get(api('/events'))).status).toBe(200);
  });
});

describe.each(allDoors)('a full disk, through %s', (name, door) => {
  withoutLog();
  const full = name === 'code' ? 500 : 507; // Errors thrown to code have no status.

  it('fails every write (507 over HTTP), and stores and emits nothing', async () => {
    const event = await buildEvent({ title: 'Before' });
    const title = `No room at ${name}`;
    const told = await toldMeanwhile(() =>
      withoutRoom(async () => {
        const changing = door.update('event', event.documentId, { title: 'After' });
        expect(await statusOf(changing)).toBe(full);
        expect(await statusOf(door.create('event', { title, ...someTimes }))).toBe(full);
        expect(await statusOf(door.remove('event', event.documentId))).toBe(full);
      }),
    );
    expect([told, await rows({ title })]).toEqual([[], []]);
    const stored = await rows({ documentId: event.documentId });
    expect(stored.map((row) => [row.title, row.trashed_at])).toEqual([
      ['Before', null],
      ['Before', null],
    ]);
    expect((await door.update('event', event.documentId, { title: 'After' })).title).toBe('After');
  });
});

it('returns 507 for a full disk to an editor in their own language', async () => {
  const { id, preferedLanguage } = await strapi.db.query('admin::user').findOne({ where: {} });
  const prefer = (language: string | null) =>
    strapi.db.query('admin::user').update({ where: { id }, data: { preferedLanguage: language } });
  await prefer('fr');
  try {
    const saving = () => admin('POST', EVENTS, { title: 'Concert', ...someTimes });
    const { status, body } = await withoutRoom(saving);
    expect([status, body.data, body.error]).toEqual([
      507,
      null,
      {
        status: 507,
        name: 'rest_insufficient_storage',
        message: expect.stringContaining('assez de place'),
        details: {},
      },
    ]);
  } finally {
    await prefer(preferedLanguage);
  }
});

(onPostgres ? it.skip : it)(
  'a COMMIT of SQLite waits for the disk, on every connection',
  async () => {
    const { client } = strapi.db.connection;
    const connection = await client.acquireConnection();
    connection.__knex__disposed = 'planted'; // The pool opens another one.
    await client.releaseConnection(connection);
    const FULL = 2;
    expect(await strapi.db.connection.raw('PRAGMA synchronous')).toEqual([{ synchronous: FULL }]);
    await strapi.db.connection.raw('PRAGMA synchronous = OFF'); // As for all tests.
  },
);

if (onPostgres) {
  describe.each(allDoors.filter(([name]) => name !== 'code'))(
    'a COMMIT that loses its connection, through %s',
    (_, door) => {
      withoutLog();

      it('returns 503, and stores and emits nothing', async () => {
        const event = await buildEvent({ title: 'Before' });
        const told = await toldMeanwhile(async () => {
          const saving = () => statusOf(door.update('event', event.documentId, { title: 'After' }));
          expect(await whileCommitLosesItsConnection(saving)).toBe(503);
        });
        const titles = (await rows({ documentId: event.documentId })).map(({ title }) => title);
        expect([told, titles]).toEqual([[], ['Before', 'Before']]);
      });
    },
  );

  describe('a COMMIT that PostgreSQL aborts', () => {
    withoutLog();
    const serialization = '40001';

    it('is retried through the interface and emits one publication', async () => {
      const event = await buildEvent({ title: 'Before' });
      const saving = () =>
        statusOf(interfaceDoor.update('event', event.documentId, { title: 'After' }));
      const told = await toldMeanwhile(async () => {
        const saved = await whileCommitsFail(saving, { code: serialization, times: 2 });
        expect(saved).toBe('acknowledged');
      });
      expect(told.filter((name) => name === 'entry.publish')).toHaveLength(1);
      expect((await get(api(`/events/${event.public_id}`))).body.title).toBe('After');
    });

    it('returns 503 with Retry-After to editors and succeeds when sent again', async () => {
      const event = await buildEvent({ title: 'Before' });
      const path = `${EVENTS}/${event.documentId}`;
      const { status, headers } = await whileCommitsFail(
        () => admin('PUT', path, { title: 'After' }),
        { code: serialization, times: 1 },
      );
      expect([status, headers['retry-after']]).toEqual([503, '10']);
      expect((await admin('PUT', path, { title: 'After' })).status).toBe(200);
    });
  });

  it.each(allDoors.filter(([name]) => name !== 'code'))(
    'returns 503 when a relation cannot be looked up, through %s',
    async (_, door) => {
      const [, adminDoor] = allDoors[0] as (typeof allDoors)[number];
      const event = await adminDoor.create('event', { title: 'Before', ...someTimes });
      await adminDoor.publish('event', event.documentId);
      const { connection } = strapi.db;
      const breakOne = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
        // An excess parameter, which PostgreSQL rejects with 08P01, a code of broken connections.
        if (/^select count.*"admin_users"/.test(sql)) bindings.push('one too many');
      };
      connection.on('query', breakOne);
      const saving = door.update('event', event.documentId, { title: 'After' });
      const status = await statusOf(saving).finally(() => connection.off('query', breakOne));
      expect(status).toBe(503);
      const stored = await rows({ documentId: event.documentId });
      expect(stored.map(({ title }) => title)).toEqual(['Before', 'Before']);
    },
  );

  it('rejects a COMMIT that PostgreSQL has turned into a ROLLBACK', async () => {
    const doing = strapi.db.transaction(async ({ trx }) => {
      await trx.raw('SELECT 1 / 0').catch(() => undefined);
      return 'acknowledged';
    });
    await expect(doing).rejects.toThrow('rolled the transaction back');
  });
}

if (!onPostgres) {
  it('rejects a transaction that cannot begin, with the reason', async () => {
    const { client } = strapi.db.connection;
    const connection = await client.acquireConnection();
    await client.query(connection, 'BEGIN');
    await client.releaseConnection(connection);
    try {
      const doing = strapi.db.transaction(async () => 'done');
      await expect(doing).rejects.toMatchObject({
        message: expect.stringContaining('cannot start a transaction within a transaction'),
      });
    } finally {
      await client.query(connection, 'ROLLBACK');
    }
  });
}

it('keeps the write and logs an error thrown after the commit', async () => {
  const logged: string[] = [];
  const note = ({ message }: { message: string }) => logged.push(message);
  const plant = async () => {
    throw new Error('planted after the commit');
  };
  const stop = strapi.eventHub.subscribe(plant);
  strapi.log.on('data', note);
  try {
    const { title } = await interfaceDoor.create('event', { title: 'Stored', ...someTimes });
    await tellingsEnded(strapi);
    expect(title).toBe('Stored');
  } finally {
    stop();
    strapi.log.off('data', note);
  }
  expect(logged.filter((line) => line.includes('planted after the commit'))).not.toEqual([]);
});

it('runs the other commit callbacks when one of them throws', async () => {
  const heard: string[] = [];
  const done = await strapi.db.transaction(async ({ onCommit }) => {
    onCommit(() => {
      throw new Error('planted');
    });
    onCommit(() => heard.push('next'));
    return 'done';
  });
  expect([done, heard]).toEqual(['done', ['next']]);
});

if (onPostgres) {
  describe.each(allDoors.filter(([name]) => name !== 'code'))(
    'a COMMIT that takes longer than the response limit, through %s',
    (name, door) => {
      const limits = strapi.config.get<Settings['limits']>('plugin::calendar.limits');
      withSettings({ limits });

      it('is awaited, so that no 503 is returned for a stored record', async () => {
        const title = `Slow at ${name}`;
        const saving = () => door.create('event', { title, ...someTimes });
        let saved: unknown;
        // Repeated with twice the timeout if it expired before the COMMIT began.
        for (let answer = 1; saved !== 'acknowledged' && answer < 10; answer *= 2) {
          strapi.config.set('plugin::calendar.limits', { ...limits, answer });
          saved = await statusOf(whileCommitsTake(1.5 * answer, saving));
          expect((await rows({ title })).length > 0).toBe(saved === 'acknowledged');
        }
        expect(saved).toBe('acknowledged');
      });
    },
  );
}
