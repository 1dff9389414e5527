import { raw } from '../sql/sql';
import { run } from './run';
import { isPostgres, qualified } from './table';

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

/** D8.11: PostgreSQL's index is made by `trigram-index.ts`. */
export async function createSearchTexts(): Promise<void> {
  if (!isPostgres()) return createOnSqlite();
  await statement(
    `CREATE TABLE IF NOT EXISTS ${qualified(SEARCH_TEXTS)} (
      ${COLUMNS}, PRIMARY KEY (event_id, language))`,
  );
}

/** After many rows at once, PostgreSQL learns what stands in them. */
export async function settleSearchTexts(): Promise<void> {
  if (isPostgres()) await strapi.db.connection.raw(`VACUUM ANALYZE ${qualified(SEARCH_TEXTS)}`);
}
