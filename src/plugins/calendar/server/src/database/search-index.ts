import { Client } from 'pg';
import { recordTable } from '../content-types/rows';
import { NAME_END, raw, type Sql, sql } from '../sql/sql';
import { configured } from './client';
import { createIndex, execute, isPostgres, qualified, run } from './run';

/** The most characters of a title that lists compare: an index of PostgreSQL takes no texts of 2,700 bytes and more. */
const MAX_COMPARED = 500;

/**
 * D8.5: what lists by title compare of a search text: the folded title with its end mark, by code point, as SQLite
 * does; PostgreSQL's default depends on the host. Without bindings, so that it is the expression of an index.
 */
export const titleIn = (text: string): Sql =>
  raw(
    isPostgres()
      ? `(SUBSTR(${text}, 1, LEAST(STRPOS(${text}, '${NAME_END}'), ${MAX_COMPARED})) COLLATE "C")`
      : `SUBSTR(${text}, 1, MIN(INSTR(${text}, '${NAME_END}'), ${MAX_COMPARED}))`,
  );

/** The index of public events by title; with the language, so that SQLite does not read the rows, which are wide. */
export const createTitleIndex = () =>
  createIndex(
    recordTable('event'),
    'title',
    `(${titleIn('search_text').sql}, public_id, locale) WHERE published_at IS NOT NULL`,
  );

/** The table of search texts: one row per public language of an event. */
export const SEARCH_TEXTS = 'calendar_search_text';

/** SQLite's trigram index of the search texts (FTS5). */
export const SEARCH_INDEX = 'calendar_search_index';

const COLUMNS = `event_id integer NOT NULL,
    language varchar(2) NOT NULL,
    text text NOT NULL`;

const REMOVED = `INSERT INTO ${SEARCH_INDEX} (${SEARCH_INDEX}, rowid, text) VALUES ('delete', old.id, old.text);`;
const ADDED = `INSERT INTO ${SEARCH_INDEX} (rowid, text) VALUES (new.id, new.text);`;

/** Statements of the triggers that update SQLite's index after each change of a row. */
const STEPS = { INSERT: ADDED, DELETE: REMOVED, UPDATE: REMOVED + ADDED };

/**
 * An external-content FTS5 index: it stores no texts itself, and triggers update it, so that table
 * and index are rolled back together. It refers to an explicit `id` column, since VACUUM may
 * renumber implicit row ids.
 */
async function createOnSqlite() {
  await execute(
    `CREATE TABLE IF NOT EXISTS ${SEARCH_TEXTS} (
      id integer PRIMARY KEY, ${COLUMNS}, UNIQUE (event_id, language))`,
  );
  await execute(
    `CREATE VIRTUAL TABLE IF NOT EXISTS ${SEARCH_INDEX} USING fts5 (
      text, content = '${SEARCH_TEXTS}', content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
  );
  for (const [change, step] of Object.entries(STEPS)) {
    await execute(
      `CREATE TRIGGER IF NOT EXISTS ${SEARCH_INDEX}_${change.toLowerCase()}
       AFTER ${change} ON ${SEARCH_TEXTS} BEGIN ${step} END`,
    );
  }
}

/**
 * D8.11: creates the table of search texts, on SQLite with its index; `buildTrigramIndex` creates
 * that of PostgreSQL after start.
 */
export async function createSearchTexts(): Promise<void> {
  if (!isPostgres()) return createOnSqlite();
  await execute(
    `CREATE TABLE IF NOT EXISTS ${qualified(SEARCH_TEXTS)} (
      ${COLUMNS}, PRIMARY KEY (event_id, language))`,
  );
}

/** PostgreSQL's trigram index of the search texts. */
export const TRIGRAM_INDEX = `${SEARCH_TEXTS}_trigrams`;

/** The schema of the extension `pg_trgm`; undefined if the database does not have it. */
async function schemaOfExtension(): Promise<string | undefined> {
  const [extension] = await run<{ schema: string }>(
    sql`SELECT extnamespace::regnamespace::text AS schema FROM pg_extension WHERE extname = 'pg_trgm'`,
  );
  return extension?.schema;
}

/** Creates the extension in the schema `public` if that exists, as all calendars in the database share it. */
async function createExtension() {
  const common = await run(sql`SELECT 1 FROM pg_namespace WHERE nspname = 'public'`);
  const where = common.length > 0 ? 'SCHEMA public' : '';
  await run(raw(`CREATE EXTENSION IF NOT EXISTS pg_trgm ${where}`));
}

const NO_TRIGRAMS =
  'Searches read all texts of events, because PostgreSQL lacks the extension pg_trgm and this role may not create it';

/**
 * D8.11: creates the extension `pg_trgm` if possible; call under the start lock. It requires the
 * privilege CREATE on the database. Without it, searches return the same results, but more slowly.
 */
export async function createTrigrams(): Promise<void> {
  if (!isPostgres() || (await schemaOfExtension())) return;
  try {
    await createExtension();
  } catch (error) {
    strapi.log.warn(`${NO_TRIGRAMS}: ${(error as Error).message}`);
  }
}

/** Whether the index is valid, which it is not after an interrupted build; undefined if it does not exist. */
async function isValid(client: Client): Promise<boolean | undefined> {
  const { rows } = await client.query(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [qualified(TRIGRAM_INDEX)],
  );
  return rows[0]?.valid;
}

/**
 * Tries to become the only process that builds. Does not wait for the lock: CREATE INDEX
 * CONCURRENTLY waits for all running statements, and would deadlock with one that waits for it.
 */
async function isMine(client: Client): Promise<boolean> {
  const key = `hashtextextended('calendar:search-index:' || $1, 0)`;
  const { rows } = await client.query(`SELECT pg_try_advisory_lock(${key}) AS taken`, [
    qualified(SEARCH_TEXTS),
  ]);
  return rows[0].taken;
}

/** Drops the index for a bulk write. It is rebuilt when this process, or the next one, listens. */
export async function dropTrigramIndex(): Promise<void> {
  if (isPostgres()) await run(raw(`DROP INDEX IF EXISTS ${qualified(TRIGRAM_INDEX)}`));
}

async function build(client: Client, schema: string) {
  if (!(await isMine(client))) return;
  const valid = await isValid(client);
  if (valid) return;
  if (valid === false) await client.query(`DROP INDEX CONCURRENTLY ${qualified(TRIGRAM_INDEX)}`);
  const began = Date.now();
  await client.query(
    `CREATE INDEX CONCURRENTLY ${TRIGRAM_INDEX} ON ${qualified(SEARCH_TEXTS)} USING gin (text ${schema}.gin_trgm_ops)`,
  );
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  strapi.log.info(`The index of the search texts was built in ${seconds} s.`);
}

/**
 * Builds PostgreSQL's trigram index if it is missing, concurrently with reads and writes, on a
 * connection of its own without a statement timeout. Until it is built, searches scan the texts.
 * Resolves when the index is usable or cannot be built, which is logged.
 */
export async function buildTrigramIndex(): Promise<void> {
  try {
    await buildWhereMissing();
  } catch (error) {
    strapi.log.warn(`No index of the search texts was built: ${(error as Error).message}`);
  }
}

async function buildWhereMissing() {
  const schema = isPostgres() && (await schemaOfExtension());
  if (!schema) return;
  const client = new Client(configured({ application_name: 'calendar search index' }));
  client.on('error', (error) => strapi.log.warn(`The search index: ${error.message}`));
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await build(client, schema);
  } finally {
    await client.end();
  }
}
