import { isPostgres, recordTable } from '../../src/plugins/calendar/server/src/database/run';
import { RECORD_TYPES } from '../../src/plugins/calendar/server/src/settings/record-types';

const ACTIONS = ['INSERT', 'UPDATE', 'DELETE'];
/** What can be written by a request, by names that triggers can have. */
const TABLES = [
  ...RECORD_TYPES.map(recordTable),
  ...['calendar_feeds', 'calendar_webhooks', 'calendar_webhook_deliveries'],
];

const sql = (statement: string) => strapi.db.connection.raw(statement);

/** SQLite has no page left for what every save writes besides: more than it has free in its file. */
async function fillSqlite() {
  const [{ page_count: pages }] = await sql('PRAGMA page_count');
  const [{ freelist_count: free }] = await sql('PRAGMA freelist_count');
  const [{ page_size: size }] = await sql('PRAGMA page_size');
  await sql(`PRAGMA max_page_count = ${pages + 10}`);
  await sql('CREATE TABLE planted_room (content blob)');
  for (const name of TABLES) {
    for (const action of ACTIONS) {
      await sql(`CREATE TRIGGER planted_${name}_${action} AFTER ${action} ON ${name}
        BEGIN INSERT INTO planted_room VALUES (zeroblob(${(free + 100) * size})); END`);
    }
  }
}

async function emptySqlite() {
  for (const name of TABLES) {
    for (const action of ACTIONS) await sql(`DROP TRIGGER IF EXISTS planted_${name}_${action}`);
  }
  await sql('DROP TABLE IF EXISTS planted_room');
  await sql('PRAGMA max_page_count = 1073741823');
}

/** PostgreSQL says so when it commits. */
async function fillPostgres() {
  await sql(`CREATE FUNCTION planted_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE 'planted' USING ERRCODE = 'disk_full'; END $$`);
  for (const name of TABLES) {
    await sql(`CREATE CONSTRAINT TRIGGER planted_room AFTER INSERT OR UPDATE OR DELETE
      ON ${name} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION planted_room()`);
  }
}

/** From now on no record can be saved, for want of room; gives what makes room again. */
export async function fillDatabase(): Promise<() => Promise<unknown>> {
  await (isPostgres() ? fillPostgres() : fillSqlite());
  return () => (isPostgres() ? sql('DROP FUNCTION planted_room CASCADE') : emptySqlite());
}

export async function withoutRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  const empty = await fillDatabase();
  return work().finally(empty);
}
