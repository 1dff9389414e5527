import { recordTable } from '../../src/plugins/calendar/server/src/content-types/rows';
import { isPostgres } from '../../src/plugins/calendar/server/src/database/run';
import { RECORD_TYPES } from '../../src/plugins/calendar/server/src/settings/record-types';

const ACTIONS = ['INSERT', 'UPDATE', 'DELETE'];
/** The tables that requests write and that can have triggers by these names. */
const TABLES = [
  ...RECORD_TYPES.map(recordTable),
  ...['calendar_feeds', 'calendar_webhooks', 'calendar_webhook_deliveries'],
];

const sql = (statement: string) => strapi.db.connection.raw(statement);

/** Limits the size of SQLite's file, and makes every save write more than is left, by triggers. */
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

/** Makes PostgreSQL report a full disk at COMMIT. */
async function fillPostgres() {
  await sql(`CREATE FUNCTION planted_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE 'planted' USING ERRCODE = 'disk_full'; END $$`);
  for (const name of TABLES) {
    await sql(`CREATE CONSTRAINT TRIGGER planted_room AFTER INSERT OR UPDATE OR DELETE
      ON ${name} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION planted_room()`);
  }
}

/** Makes every save fail for lack of disk space; returns a function that ends it. */
export async function fillDatabase(): Promise<() => Promise<unknown>> {
  await (isPostgres() ? fillPostgres() : fillSqlite());
  return () => (isPostgres() ? sql('DROP FUNCTION planted_room CASCADE') : emptySqlite());
}

export async function withoutRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  const empty = await fillDatabase();
  return work().finally(empty);
}
