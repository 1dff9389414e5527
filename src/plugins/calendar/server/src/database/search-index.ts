import { Client } from 'pg';
import { raw, sql } from '../sql/sql';
import { isPostgres, qualified, run } from './run';

/** What a search of events looks into: a row for each language in which an event is published. */
export const SEARCH_TEXTS = 'calendar_search_text';

/** SQLite's index of every three characters in a row (FTS5, trigram). */
export const SEARCH_INDEX = 'calendar_search_index';

const statement = (text: string) => run(raw(text));

const COLUMNS = `event_id integer NOT NULL,
    language varchar(2) NOT NULL,
    text text NOT NULL`;

const REMOVED = `INSERT INTO ${SEARCH_INDEX} (${SEARCH_INDEX}, rowid, text) VALUES ('delete', old.id, old.text);`;
const ADDED = `INSERT INTO ${SEARCH_INDEX} (rowid, text) VALUES (new.id, new.text);`;

/** What SQLite's index does after each change of a row. */
const STEPS = { INSERT: ADDED, DELETE: REMOVED, UPDATE: REMOVED + ADDED };

/**
 * The index holds no text of its own and follows the table by triggers, so that both are rolled back
 * together. The number of a row is a column: VACUUM may number anew what is not.
 */
async function createOnSqlite() {
  await statement(
    `CREATE TABLE IF NOT EXISTS ${SEARCH_TEXTS} (
      id integer PRIMARY KEY, ${COLUMNS}, UNIQUE (event_id, language))`,
  );
  await statement(
    `CREATE VIRTUAL TABLE IF NOT EXISTS ${SEARCH_INDEX} USING fts5 (
      text, content = '${SEARCH_TEXTS}', content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
  );
  for (const [change, step] of Object.entries(STEPS)) {
    await statement(
      `CREATE TRIGGER IF NOT EXISTS ${SEARCH_INDEX}_${change.toLowerCase()}
       AFTER ${change} ON ${SEARCH_TEXTS} BEGIN ${step} END`,
    );
  }
}

/** D8.11: PostgreSQL's index is made behind the start, by `buildTrigramIndex`. */
export async function createSearchTexts(): Promise<void> {
  if (!isPostgres()) return createOnSqlite();
  await statement(
    `CREATE TABLE IF NOT EXISTS ${qualified(SEARCH_TEXTS)} (
      ${COLUMNS}, PRIMARY KEY (event_id, language))`,
  );
}

/** After many rows at once, PostgreSQL learns what stands in them. */
export async function vacuumSearchTexts(): Promise<void> {
  if (isPostgres()) await strapi.db.connection.raw(`VACUUM ANALYZE ${qualified(SEARCH_TEXTS)}`);
}

/** PostgreSQL's index of every three characters in a row. */
export const TRIGRAM_INDEX = `${SEARCH_TEXTS}_trigrams`;

/** The schema in which the extension is, if it is in the database. */
async function schemaOfExtension(): Promise<string | undefined> {
  const [extension] = await run<{ schema: string }>(
    sql`SELECT extnamespace::regnamespace::text AS schema FROM pg_extension WHERE extname = 'pg_trgm'`,
  );
  return extension?.schema;
}

/** In the one schema that is there for all, where there is one: it serves every calendar in the database. */
async function createExtension() {
  const common = await run(sql`SELECT 1 FROM pg_namespace WHERE nspname = 'public'`);
  const where = common.length > 0 ? 'SCHEMA public' : '';
  await run(raw(`CREATE EXTENSION IF NOT EXISTS pg_trgm ${where}`));
}

const WITHOUT =
  'Searches read all texts of events, as PostgreSQL has no extension pg_trgm here and does not let this role create it';

/**
 * D8.11: at start, behind the start lock. Any role that may create in the database may create this
 * extension; where it may not, or there is none, searches answer the same, and slower.
 */
export async function createTrigrams(): Promise<void> {
  if (!isPostgres() || (await schemaOfExtension())) return;
  try {
    await createExtension();
  } catch (error) {
    strapi.log.warn(`${WITHOUT}: ${(error as Error).message}`);
  }
}

/** Whether the index can be used; undefined where there is none. A build that broke off leaves one that cannot. */
async function isValid(client: Client): Promise<boolean | undefined> {
  const { rows } = await client.query(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [qualified(TRIGRAM_INDEX)],
  );
  return rows[0]?.valid;
}

/** One process builds; whoever would wait for its lock inside a statement, the build would wait for. */
async function isMine(client: Client): Promise<boolean> {
  const key = `hashtextextended('calendar:search-index:' || $1, 0)`;
  const { rows } = await client.query(`SELECT pg_try_advisory_lock(${key}) AS taken`, [
    qualified(SEARCH_TEXTS),
  ]);
  return rows[0].taken;
}

/** For whoever fills the table; it is built again when this process, or the next one, listens. */
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
  strapi.log.info(`The index of the search texts is built, after ${seconds} s.`);
}

/**
 * On a connection of its own, without a limit of time, beside readers and writers; until it is there
 * PostgreSQL reads the texts. Ends when the index can be used, or cannot be built.
 */
export async function buildTrigramIndex(): Promise<void> {
  try {
    await buildWhereMissing();
  } catch (error) {
    strapi.log.warn(`The index of the search texts is not built: ${(error as Error).message}`);
  }
}

async function buildWhereMissing() {
  const schema = isPostgres() && (await schemaOfExtension());
  if (!schema) return;
  const connection = strapi.config.get<object>('database.connection.connection');
  const client = new Client({ ...connection, application_name: 'calendar search index' });
  client.on('error', (error) => strapi.log.warn(`The search index: ${error.message}`));
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await build(client, schema);
  } finally {
    await client.end();
  }
}
