import { POST_TYPES, type PostType } from '../settings/record-types';
import { isPostgres, qualified, recordTable } from './run';

/** A line per connection, which grows with each transaction of it that changes something: nobody waits for another. */
export const CHANGES = 'calendar_changes';

/**
 * Tables that no answer to everybody depends on, and that are changed when nothing else is:
 * administrators, sessions, tokens, versions of Strapi's history, positions among what has changed, webhooks. For
 * PostgreSQL and JavaScript alike.
 */
const UNSHOWN =
  '^(admin_|strapi_(?!core_store)|calendar_(?:changes|feeds|generations|idempotency_keys|rate_limits|repairs|revisions|webhook\\w*)$)';

/**
 * The channel on which PostgreSQL tells of commits to the schema. PostgreSQL cuts it as it does every name, at 63
 * bytes: schemas that begin alike may share one, and are asked once too often.
 */
export const channel = () => `calendar_changes_${strapi.db.getSchemaName() ?? 'public'}`;

const NAME = 'calendar_changed';

const run = async <Row>(sql: string, values: string[] = []): Promise<Row[]> =>
  (await strapi.db.connection.raw(sql, values)).rows;

/**
 * Once in a transaction: it is one change, and NOTIFY is sent when it commits. By a random number: a database that
 * lost its last changes (a replica that took over, a backup) would come to the same sum by others.
 */
const FUNCTION =
  () => `CREATE OR REPLACE FUNCTION ${qualified(NAME)}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    transaction text := pg_current_xact_id()::text;
    step bigint := 1 + floor(random() * 1e9);
  BEGIN
    IF current_setting('calendar.changed', true) IS DISTINCT FROM transaction THEN
      PERFORM set_config('calendar.changed', transaction, true);
      INSERT INTO ${qualified(CHANGES)} AS known (backend, changes) VALUES (pg_backend_pid(), step)
        ON CONFLICT (backend) DO UPDATE SET changes = known.changes + step;
      PERFORM pg_notify(('calendar_changes_' || TG_TABLE_SCHEMA)::name::text, ''); -- Cut as LISTEN cuts it.
    END IF;
    RETURN NULL;
  END $$`;

/** Connections come and go: the lines of those that are gone become one. */
const COMPACT = () => `WITH gone AS (
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
  await run(COMPACT());
  for (const { name } of await unwatched()) {
    await run(
      `CREATE TRIGGER ${NAME} AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${qualified(name)}
        FOR EACH STATEMENT EXECUTE FUNCTION ${qualified(NAME)}()`,
    );
  }
}

type Statement = (connection: object, statement: string | { sql: string }) => Promise<unknown>;

const WRITING = /^\s*(?:insert|update|delete|truncate|copy|merge|alter|create|drop|call|do)\b/i;

/** `WITH` may lead to either. */
const WRITING_WITHIN = /^\s*with\b.*\b(?:insert into|update|delete from)\b/is;

const TABLE = /^\s*(?:insert into|update|delete from)\s+(?:"\w+"\.)?"(\w+)"/i;

const unshown = new RegExp(UNSHOWN);

/** Whether a statement may change what answers are made of. */
export function mayChange(sql: string): boolean {
  if (!WRITING.test(sql) && !WRITING_WITHIN.test(sql)) return false;
  const [, table] = TABLE.exec(sql) ?? [];
  return table === undefined || !unshown.test(table);
}

/** Connections inside a transaction, and whether it has changed something. */
const open = new WeakMap<object, boolean>();

function note(connection: object, sql: string, changed: () => void) {
  if (/^begin\b/i.test(sql)) open.set(connection, false);
  else if (/^(?:commit|rollback\s*;?\s*$)/i.test(sql)) {
    if (open.get(connection) && !/^rollback/i.test(sql)) changed();
    open.delete(connection);
  } else if (mayChange(sql)) {
    if (open.has(connection)) open.set(connection, true);
    else changed();
  }
}

/**
 * From now on every commit of this process on PostgreSQL that may have changed something is told
 * before anybody is told that it succeeded, and whether or not it did: PostgreSQL's own notification
 * comes a moment later. Set where all clients of Knex have it, also those of transactions.
 */
export function watchCommits(changed: () => void): void {
  if (!isPostgres()) return;
  const prototype: { query: Statement } = Object.getPrototypeOf(strapi.db.connection.client);
  const { query } = prototype;
  prototype.query = async function (this: unknown, connection, statement) {
    try {
      return await query.call(this, connection, statement);
    } finally {
      note(connection, typeof statement === 'string' ? statement : statement.sql, changed);
    }
  };
}

const published = (type: PostType, what: string) =>
  `(SELECT ${what} FROM ${qualified(recordTable(type))} WHERE published_at IS NOT NULL AND date`;

/** The period in which a moment lies, over a partial index of each table. */
export const publications = (now: string): string =>
  `SELECT MAX(last) AS since, MIN(next) AS due FROM (${POST_TYPES.map(
    (type) =>
      `SELECT ${published(type, 'MAX(date)')} <= ${now}) AS last, ${published(type, 'MIN(date)')} > ${now}) AS next`,
  ).join(' UNION ALL ')}) known`;
