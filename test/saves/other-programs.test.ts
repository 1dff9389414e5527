import { setTimeout as pause } from 'node:timers/promises';
import { up as renameIndex } from '../../database/migrations/2026-11-30-calendar-event-index';
import {
  channel,
  createChangeTriggers,
} from '../../src/plugins/calendar/server/src/database/data-changes';
import { isPostgres } from '../../src/plugins/calendar/server/src/database/run';
import { createReadIndexes } from '../../src/plugins/calendar/server/src/database/schema';
import { allDoors, type Refused, someTimes } from '../support/doors';
import { inFull } from '../support/extent';
import { api, get } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { otherConnection } from '../support/other-connection';
import { withoutLog } from '../support/quiet';
import { buildEvent } from '../support/records';

/** Milliseconds: enough for a save to be waiting, and longer than the calendar waits. */
const A_WHILE = 600;
const TOO_LONG = 6500;
/** Within which other programs' changes are noticed. */
const NOTICED = 1000;

/** Runs work while another program holds the write lock, such as `npm run sample` or `npm run token`. */
async function whileAnotherWrites<Result>(milliseconds: number, work: () => Promise<Result>) {
  const other = await otherConnection();
  try {
    await other.run(isPostgres() ? 'BEGIN' : 'BEGIN IMMEDIATE');
    if (isPostgres()) await other.run(`LOCK TABLE ${qualifiedEvents()} IN SHARE MODE`);
    const working = work();
    working.catch(() => undefined);
    await Promise.race([pause(milliseconds), working.catch(() => undefined)]);
    await other.run('ROLLBACK');
    return await working;
  } finally {
    await other.end();
  }
}

const qualifiedEvents = () => `"${strapi.db.getSchemaName()}"."calendar_events"`;

describe.each(allDoors)('a save through %s while another program writes (D8.4)', (name, door) => {
  it('waits for the lock without blocking reads or /health', async () => {
    const event = await buildEvent({ title: 'Before' });
    await door.update('event', event.documentId, { title: 'Before it' }); // Creates the door's token.
    const reading: number[] = [];
    const saved = await whileAnotherWrites(A_WHILE, async () => {
      const made = door.create('event', { title: `New at ${name}`, ...someTimes });
      const changed = door.update('event', event.documentId, { title: `After at ${name}` });
      await pause(A_WHILE / 4);
      for (const path of ['/health', `/events/${event.public_id}`]) {
        reading.push((await get(api(path))).status);
      }
      return Promise.all([made, changed]);
    });
    expect(reading).toEqual([200, 200]);
    expect(saved.map(({ title }) => title)).toEqual([`New at ${name}`, `After at ${name}`]);
  });
});

describe('a save that another program blocks for longer than the timeout', () => {
  withoutLog();

  (onPostgres ? inFull : it)('fails with 503 on SQLite and succeeds on PostgreSQL', async () => {
    const [, door] = allDoors[0]!;
    const event = await buildEvent({ title: 'Before' });
    const saving = () =>
      door.update('event', event.documentId, { title: 'Too late' }).then(
        () => 200,
        ({ status }: Refused) => status,
      );
    const status = await whileAnotherWrites(TOO_LONG, saving);
    const done = await strapi.db.query('plugin::calendar.event').count({
      where: { title: 'Too late' },
    });
    expect([status, done]).toEqual(isPostgres() ? [200, 1] : [503, 0]);
  });
});

/** A schema name of PostgreSQL's maximum length. */
const LONG = 'a_schema_'.padEnd(63, 'x');

(onPostgres ? it : it.skip)(
  'PostgreSQL notifies of a change in a schema with the longest possible name',
  async () => {
    const { connectionSettings } = strapi.db.connection.client;
    const { schema } = connectionSettings;
    const other = await otherConnection();
    const told: string[] = [];
    try {
      await other.run(`CREATE SCHEMA ${LONG}; CREATE TABLE ${LONG}.shown (id integer)`);
      connectionSettings.schema = LONG;
      await createChangeTriggers();
      await other.run(`LISTEN "${channel()}"`);
      other.onNotice((name) => told.push(name));
      await other.run(`INSERT INTO ${LONG}.shown VALUES (1)`);
      expect(told).toEqual([channel().slice(0, 63)]);
    } finally {
      connectionSettings.schema = schema;
      await other.run(`DROP SCHEMA ${LONG} CASCADE`);
      await other.end();
    }
  },
);

/** A role that may write events and nothing else. */
const IMPORTER = 'calendar_test_importer';

(onPostgres ? it : it.skip)(
  'a role without rights on other tables may write events, and lists show it at once (D13.3)',
  async () => {
    const { public_id } = await buildEvent({ title: 'Before the import' });
    const titled = async () => (await get(api(`/events/${public_id}`))).body.title;
    expect(await titled()).toBe('Before the import');
    const schema = strapi.db.getSchemaName();
    const other = await otherConnection();
    const told: string[] = [];
    try {
      await other.run(`CREATE ROLE ${IMPORTER}; GRANT USAGE ON SCHEMA "${schema}" TO ${IMPORTER};
        GRANT SELECT, UPDATE ON ${qualifiedEvents()} TO ${IMPORTER}`);
      await other.run(`LISTEN "${channel()}"`);
      other.onNotice((name) => told.push(name));
      for (const title of ['Imported', 'Imported again']) {
        await other.run(`SET ROLE ${IMPORTER}; BEGIN`);
        await other.run(
          `UPDATE ${qualifiedEvents()} SET title = '${title}' WHERE public_id = ${public_id}`,
        );
        await other.run(
          `UPDATE ${qualifiedEvents()} SET title = title WHERE public_id = ${public_id}`,
        );
        await other.run('COMMIT; RESET ROLE');
        await pause(NOTICED);
        expect(await titled()).toBe(title);
      }
      const [{ changes }] = (
        await other.run(`SELECT count(*)::int AS changes FROM "${schema}".calendar_changes
          WHERE backend = pg_backend_pid()`)
      ).rows;
      expect([changes, told.length]).toEqual([1, 2]);
    } finally {
      await other.run(`ROLLBACK; RESET ROLE; DROP OWNED BY ${IMPORTER}; DROP ROLE ${IMPORTER}`);
      await other.end();
    }
  },
);

(onPostgres ? it : it.skip)(
  'start while another program reads events, such as a dump, and keep an index that they would drop until a later start',
  async () => {
    const left = async () => {
      const { rows } = await strapi.db.connection.raw(
        `SELECT relname FROM pg_class WHERE relname IN ('calendar_events_public_start',
          'calendar_events_public_id_index', 'calendar_events_public_id_locale') ORDER BY 1`,
      );
      return rows.map(({ relname }: { relname: string }) => relname);
    };
    for (const name of ['public_start', 'public_id_index'])
      await strapi.db.connection.raw(
        `CREATE INDEX calendar_events_${name} ON ${qualifiedEvents()} (utc_start_date)`,
      );
    const other = await otherConnection();
    try {
      await other.run(`BEGIN; SELECT 1 FROM ${qualifiedEvents()} LIMIT 1`);
      // Strapi would drop this one before the calendar's own start, however long it waits.
      const renaming = strapi.db.connection.transaction((trx) => renameIndex(trx));
      const starting = renaming.then(() => createReadIndexes()).then(() => 'started');
      const outcome = await Promise.race([starting, pause(TOO_LONG)]);
      await other.run('ROLLBACK');
      await starting;
      const names = ['calendar_events_public_id_locale', 'calendar_events_public_start'];
      expect([outcome, await left()]).toEqual(['started', names]);
    } finally {
      await other.end();
    }
    await createReadIndexes();
    expect(await left()).toEqual([]);
  },
);
