import { POST_TYPES, type PostType } from '../settings/record-types';
import { isPostgres, qualified, recordTable } from './run';

/** A line per connection, of how many of its transactions have changed something: nobody waits for another. */
export const CHANGES = 'calendar_changes';

/**
 * Tables that no answer to everybody depends on, and that are changed when nothing else is:
 * administrators, sessions, tokens, versions of Strapi's history, positions among what has changed, webhooks. For
 * PostgreSQL and JavaScript alike.
 */
export const UNSHOWN =
  '^(admin_|strapi_(?!core_store)|calendar_(?:changes|feeds|generations|idempotency_keys|rate_limits|repairs|revisions|webhook\\w*)$)';

/** The channel on which PostgreSQL tells of commits to the schema. */
export const channel = () => `calendar_changes_${strapi.db.getSchemaName() ?? 'public'}`;

const NAME = 'calendar_changed';

const run = async <Row>(sql: string, values: string[] = []): Promise<Row[]> =>
  (await strapi.db.connection.raw(sql, values)).rows;

/** Once in a transaction: it is one change, and NOTIFY is sent when it commits. */
const FUNCTION =
  () => `CREATE OR REPLACE FUNCTION ${qualified(NAME)}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE transaction text := pg_current_xact_id()::text;
  BEGIN
    IF current_setting('calendar.changed', true) IS DISTINCT FROM transaction THEN
      PERFORM set_config('calendar.changed', transaction, true);
      INSERT INTO ${qualified(CHANGES)} AS known (backend, changes) VALUES (pg_backend_pid(), 1)
        ON CONFLICT (backend) DO UPDATE SET changes = known.changes + 1;
      PERFORM pg_notify('calendar_changes_' || TG_TABLE_SCHEMA, '');
    END IF;
    RETURN NULL;
  END $$`;

/** Connections come and go: the lines of those that are gone become one. */
const FOLD = () => `WITH gone AS (
    DELETE FROM ${qualified(CHANGES)} WHERE backend NOT IN (SELECT pid FROM pg_stat_activity)
    RETURNING changes)
  INSERT INTO ${qualified(CHANGES)} AS known (backend, changes)
    SELECT 0, SUM(changes) FROM gone HAVING COUNT(*) > 0
    ON CONFLICT (backend) DO UPDATE SET changes = known.changes + EXCLUDED.changes`;

interface Unwatched {
  name: string;
}

const unwatched = () =>
  run<Unwatched>(
    `SELECT t.relname AS name FROM pg_class t
      WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = ?)
        AND t.relkind IN ('r', 'p') AND t.relname !~ ?
        AND NOT EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = t.oid AND g.tgname = ?)`,
    [strapi.db.getSchemaName() ?? 'public', UNSHOWN, NAME],
  );

/**
 * D13.3: from now on PostgreSQL itself notes every change of what answers are made of, by whichever
 * door it came: other nodes, commands, imports and `psql` have none of our code in common. At a
 * start, when all tables are there.
 */
export async function noteChanges(): Promise<void> {
  if (!isPostgres()) return;
  await run(`CREATE TABLE IF NOT EXISTS ${qualified(CHANGES)} (
    backend integer PRIMARY KEY,
    changes bigint NOT NULL
  )`);
  await run(FUNCTION());
  await run(FOLD());
  for (const { name } of await unwatched()) {
    await run(
      `CREATE TRIGGER ${NAME} AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${qualified(name)}
        FOR EACH STATEMENT EXECUTE FUNCTION ${qualified(NAME)}()`,
    );
  }
}

/** In milliseconds: from the last publication until the next scheduled record is published by itself (D6.1). */
export interface Period {
  since: number;
  due: number;
}

/** What the whole calendar is at: two equal numbers, and no committed row has changed in between. */
export interface DataVersion extends Period {
  number: number;
}

export const periodFrom = (since: number | null | undefined, due: number | null | undefined) => ({
  since: since ?? Number.NEGATIVE_INFINITY,
  due: due ?? Number.POSITIVE_INFINITY,
});

const published = (type: PostType, what: string) =>
  `(SELECT ${what} FROM ${qualified(recordTable(type))} WHERE published_at IS NOT NULL AND date`;

/** The period in which a moment lies, over a partial index of each table. */
export const publications = (now: string): string =>
  `SELECT MAX(last) AS since, MIN(next) AS due FROM (${POST_TYPES.map(
    (type) =>
      `SELECT ${published(type, 'MAX(date)')} <= ${now}) AS last, ${published(type, 'MIN(date)')} > ${now}) AS next`,
  ).join(' UNION ALL ')}) known`;
