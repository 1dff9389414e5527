import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isPostgres } from '../../src/plugins/calendar/server/src/database/run';
import {
  buildTrigramIndex,
  createTrigrams,
  dropTrigramIndex,
  SEARCH_TEXTS,
  TRIGRAM_INDEX,
} from '../../src/plugins/calendar/server/src/database/search-index';
import { repairTexts } from '../../src/plugins/calendar/server/src/listing/repair';
import { followTransfer } from '../../src/plugins/calendar/server/src/saves/repair';
import { api, get } from '../support/http';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer';
import { buildEvent } from '../support/records';

const sql = async (statement: string) => (await strapi.db.connection.raw(statement)).rows;
const texts = () => strapi.db.getConnection(SEARCH_TEXTS);

const isValid = async () =>
  (
    await sql(
      `SELECT indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
       WHERE relname = '${TRIGRAM_INDEX}' AND relnamespace = '${strapi.db.getSchemaName()}'::regnamespace`,
    )
  )[0]?.indisvalid;

const WORD = 'lantern';

async function found(): Promise<number> {
  const { status, body } = await get(api(`/events?search=${WORD}`));
  expect(status).toBe(200);
  return body.total;
}

/** Runs work and rolls it back; returns what it logged. */
async function undone(work: (trx: Knex.Transaction) => Promise<unknown>) {
  const [warn, said] = [strapi.log.warn, [] as string[]];
  strapi.log.warn = ((text: string) => said.push(text)) as never;
  try {
    const failing = strapi.db.transaction(async ({ trx }) => {
      await work(trx as Knex.Transaction);
      throw new Error('planted');
    });
    await expect(failing).rejects.toThrow('planted');
  } finally {
    strapi.log.warn = warn;
  }
  return said;
}

if (isPostgres()) {
  beforeAll(async () => {
    await buildEvent({ title: `A ${WORD}` });
    await buildTrigramIndex();
  });

  const behindPooler = hasPgBouncer ? it : it.skip;

  behindPooler('the index is built with the password of DATABASE_PASSWORD', async () => {
    const settings = strapi.config.get<{ connection: object }>('database.connection');
    const secret = 'p@ss';
    const { at, stop } = await startPgBouncer(process.env.DATABASE_URL ?? '', 'session', secret);
    const connection = { ...settings.connection, connectionString: undefined, ...at };
    Object.defineProperty(connection, 'password', { value: secret, enumerable: false }); // As Knex leaves it.
    await dropTrigramIndex();
    strapi.config.set('database.connection', { ...settings, connection });
    try {
      await buildTrigramIndex();
      expect(await isValid()).toBe(true);
    } finally {
      strapi.config.set('database.connection', settings);
      await stop();
    }
  });

  describe('the extension pg_trgm (D8.11)', () => {
    const guest = `guest_${process.pid}`;

    beforeAll(() => sql(`CREATE ROLE ${guest}`));

    afterAll(async () => {
      await sql(`REVOKE ALL ON DATABASE ${await database()} FROM ${guest}`);
      await sql(`DROP ROLE ${guest}`);
    });

    const database = async () => `"${(await sql('SELECT current_database() AS name'))[0].name}"`;

    it('is created by a role with CREATE on the database, without superuser rights', async () => {
      await sql(`GRANT CREATE ON DATABASE ${await database()} TO ${guest}`);
      const said = await undone(async (trx) => {
        await trx.raw('DROP EXTENSION pg_trgm CASCADE');
        await trx.raw(`SET LOCAL ROLE ${guest}`);
        await createTrigrams();
        await trx.raw('SELECT similarity(1::text, 2::text)');
      });
      expect(said).toEqual([]);
      await sql(`REVOKE ALL ON DATABASE ${await database()} FROM ${guest}`);
    });

    it('is skipped with a warning when the role may not create it', async () => {
      const said = await undone(async (trx) => {
        await trx.raw('DROP EXTENSION pg_trgm CASCADE');
        await trx.raw(`SET LOCAL ROLE ${guest}`);
        await createTrigrams();
      });
      expect(said).toEqual([expect.stringMatching(/^Searches read all texts.*permission denied/)]);
    });
  });

  describe('the trigram index on PostgreSQL (D8.11)', () => {
    it('is valid and used by searches', async () => {
      expect(await isValid()).toBe(true);
      await undone(async (trx) => {
        await trx.raw('SET LOCAL enable_seqscan = off');
        const { rows } = await trx.raw(
          `EXPLAIN SELECT 1 FROM "${strapi.db.getSchemaName()}".${SEARCH_TEXTS} WHERE text LIKE '%${WORD}%'`,
        );
        expect(JSON.stringify(rows)).toContain(TRIGRAM_INDEX);
      });
    });

    it('is built by concurrent builders without blocking reads and writes', async () => {
      await dropTrigramIndex();
      expect([await found(), await isValid()]).toEqual([1, undefined]);
      const rows = Array.from({ length: 4000 }, (_, at) => ({
        event_id: 1_000_000 + at,
        language: 'en',
        text: `${at} ${at * 7919} and ${at * 104_729} of many`,
      }));
      for (let from = 0; from < rows.length; from += 1000) {
        await texts().insert(rows.slice(from, from + 1000));
      }
      const building = Promise.all([buildTrigramIndex(), buildTrigramIndex()]);
      await buildEvent({ title: `Another ${WORD}` });
      expect(await found()).toBe(2);
      await building;
      expect([await found(), await isValid()]).toEqual([2, true]);
      await texts().where('event_id', '>=', 1_000_000).delete();
    });

    it('is rebuilt after an interrupted build', async () => {
      await sql(
        `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '"${strapi.db.getSchemaName()}".${TRIGRAM_INDEX}'::regclass`,
      );
      expect([await isValid(), await found()]).toEqual([false, 2]);
      await buildTrigramIndex();
      expect([await isValid(), await found()]).toEqual([true, 2]);
    });

    it('is dropped when an empty table is refilled, and built again later', async () => {
      await texts().delete();
      expect(await repairTexts()).toBe(2);
      expect([await isValid(), await found()]).toEqual([undefined, 2]);
      await buildTrigramIndex();
      expect([await isValid(), await found()]).toEqual([true, 2]);
    });
  });
} else {
  it('SQLite needs neither the extension nor the trigram index for searches', async () => {
    await createTrigrams();
    await buildTrigramIndex();
    await dropTrigramIndex();
    await buildEvent({ title: `A ${WORD}` });
    expect(await found()).toBe(1);
  });
}

describe('a search in a listing of more than 1,000 rows (D8.11)', () => {
  const listing = () => strapi.db.getConnection('calendar_listing');

  /** Adds rows to the listing without events, which no search finds. */
  async function lengthen() {
    const [row] = await listing().where({ kind: 0 }).limit(1);
    const fakes = Array.from({ length: 1001 }, (_, at) => {
      const id = 1_000_000 + at;
      return { ...row, event_id: id, occurrence_id: id };
    });
    for (let from = 0; from < fakes.length; from += 100) {
      await listing().insert(fakes.slice(from, from + 100));
    }
  }

  const pages = async (search: string) => {
    const found: unknown[] = [];
    for (const page of ['1', '2', '3']) {
      const query = new URLSearchParams({ search, page, per_page: '2' });
      const { status, body } = await get(api(`/events?${query}`));
      found.push([status, body.total, body.events?.map(({ id }: { id: number }) => id)]);
    }
    return found;
  };

  it('returns the same pages and totals as in a short listing', async () => {
    for (let at = 0; at < 5; at += 1) {
      const description = at === 3 ? 'violin' : 'drum';
      await buildEvent({ title: `Concert ${at}`, description });
    }
    const searches = [
      'concert',
      'violin',
      'concert -violin',
      '-violin',
      'dr',
      '"concert 3"',
      'absent',
    ];
    const short = [];
    for (const search of searches) short.push(await pages(search));
    await lengthen();
    const long = [];
    for (const search of searches) long.push(await pages(search));
    await listing().where('event_id', '>=', 1_000_000).delete();
    expect(long).toEqual(short);
    expect(short[0]?.map((page) => (page as unknown[])[1])).toEqual([5, 5, 5]);
  });
});

(isPostgres() ? it : it.skip)(
  "PostgreSQL's index is built again after a transfer into the running calendar",
  async () => {
    await buildTrigramIndex();
    const oid = `SELECT to_regclass('"${strapi.db.getSchemaName()}".${TRIGRAM_INDEX}')::oid AS oid`;
    const [before] = await sql(oid);
    await followTransfer();
    const isNew = async () => ![null, before.oid].includes((await sql(oid))[0].oid);
    for (let tries = 0; tries < 200 && !((await isNew()) && (await isValid())); tries += 1) {
      await pause(25); // An index that is built concurrently is there, but not valid yet.
    }
    expect([await isNew(), await isValid()]).toEqual([true, true]);
  },
);
