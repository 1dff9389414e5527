import { recordTable } from '../content-types/rows';
import { POST_TYPES, type PostType } from '../settings/record-types';
import { list, raw, type Sql, sql } from '../sql/sql';
import { isPostgres, qualified, tableOf } from './run';

/** A table with one counter per connection, raised by each of its transactions that changes data; no contention. */
export const CHANGES = 'calendar_changes';

/**
 * Tables whose changes do not invalidate caches, because no public response depends on them: administrators, sessions,
 * tokens, Strapi's history, positions of changes, webhooks. A regular expression for PostgreSQL and JavaScript.
 */
const NOT_PUBLIC =
  '^(admin_|strapi_(?!core_store)|calendar_(?:changes|feeds|generations|idempotency_keys|rate_limits|repairs|revisions|webhook\\w*)$)';

const schemaName = () => strapi.db.getSchemaName() ?? 'public';

/**
 * The channel on which PostgreSQL notifies of commits in the schema. Truncated to 63 bytes: schemas with a common
 * beginning may share it, which only causes superfluous queries.
 */
export const channel = () => `${CHANGES}_${schemaName()}`;

const NAME = 'calendar_changed';

const query = async <Row>(sql: string, values: string[] = []): Promise<Row[]> =>
  (await strapi.db.connection.raw(sql, values)).rows;

/**
 * Trigger function that raises the counter once per transaction and sends NOTIFY, which PostgreSQL delivers on commit.
 * The step is random: with steps of 1, a database that lost its last changes (failover, restored backup) would reach
 * the same sum with other data. It has its owner's rights, because a role that may write one table need not have rights
 * on the counter, and a fixed search path, so that no caller's own function runs with them.
 */
const FUNCTION = () => `CREATE OR REPLACE FUNCTION ${qualified(NAME)}() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    transaction text := pg_current_xact_id()::text;
    step bigint := 1 + floor(random() * 1e9);
  BEGIN
    IF current_setting('calendar.changed', true) IS DISTINCT FROM transaction THEN
      PERFORM set_config('calendar.changed', transaction, true);
      INSERT INTO ${qualified(CHANGES)} AS known (backend, changes) VALUES (pg_backend_pid(), step)
        ON CONFLICT (backend) DO UPDATE SET changes = known.changes + step;
      PERFORM pg_notify(('${CHANGES}_' || TG_TABLE_SCHEMA)::name::text, ''); -- Cut as LISTEN cuts it.
    END IF;
    RETURN NULL;
  END $$`;

const GONE = 'backend NOT IN (SELECT pid FROM pg_stat_activity)';

/** Merges the rows of closed connections into one. */
const COMPACT = () => `WITH gone AS (
    DELETE FROM ${qualified(CHANGES)} WHERE ${GONE} RETURNING changes)
  INSERT INTO ${qualified(CHANGES)} AS known (backend, changes)
    SELECT 0, SUM(changes) FROM gone HAVING COUNT(*) > 0
    ON CONFLICT (backend) DO UPDATE SET changes = known.changes + EXCLUDED.changes`;

/** Rows of closed connections up to which they are summed on each read: merging them invalidates caches. */
const MAX_SUMMED = 100;

/** Merges the rows of closed connections if there are many: a pool replaces its connections for as long as it runs. */
export async function compactChanges(): Promise<void> {
  if (!isPostgres()) return;
  const many = `SELECT 1 FROM ${qualified(CHANGES)} WHERE ${GONE} OFFSET ${MAX_SUMMED} LIMIT 1`;
  if ((await query(many)).length > 0) await query(COMPACT());
}

interface TableWithoutTrigger {
  name: string;
  /** Whether a trigger may be created on it. */
  permitted: boolean;
}

const tablesWithoutTriggers = () =>
  query<TableWithoutTrigger>(
    `SELECT t.relname AS name, has_table_privilege(t.oid, 'TRIGGER') AS permitted FROM pg_class t
      WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = ?)
        AND t.relkind IN ('r', 'p') AND t.relname !~ ?
        AND NOT EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = t.oid AND g.tgname = ?)`,
    [schemaName(), NOT_PUBLIC, NAME],
  );

/** Whether a table is one of Strapi's or the calendar's own, of which every change must be counted. */
const isOurs = (name: string) =>
  name.startsWith('calendar_') ||
  [...strapi.db.metadata.values()].some(({ tableName }) => tableName === name);

/**
 * D13.3: creates triggers with which PostgreSQL itself counts every change of data that responses depend on, whoever
 * makes it: other nodes, commands, imports, `psql`. Called at start, after all tables exist. Other tables (of an
 * extension, or a copy that the administrator made) are left out if their owner does not permit it.
 */
export async function createChangeTriggers(): Promise<void> {
  if (!isPostgres()) return;
  await query(`CREATE TABLE IF NOT EXISTS ${qualified(CHANGES)} (
    backend integer PRIMARY KEY,
    changes bigint NOT NULL
  )`);
  await query(FUNCTION());
  await query(COMPACT());
  for (const { name, permitted } of await tablesWithoutTriggers()) {
    if (!permitted && !isOurs(name)) continue;
    await query(
      `CREATE TRIGGER ${NAME} AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${qualified(name)}
        FOR EACH STATEMENT EXECUTE FUNCTION ${qualified(NAME)}()`,
    );
  }
}

type Statement = (connection: object, statement: string | { sql: string }) => Promise<unknown>;

const WRITING = /^\s*(?:insert|update|delete|truncate|copy|merge|alter|create|drop|call|do)\b/i;

/** `WITH` statements may write too. */
const WRITING_CTE = /^\s*with\b.*\b(?:insert into|update|delete from)\b/is;

const TABLE = /^\s*(?:insert into|update|delete from)\s+(?:"\w+"\.)?"(\w+)"/i;

const notPublic = new RegExp(NOT_PUBLIC);

/** Whether a statement may change data that responses depend on. */
export function mayChange(sql: string): boolean {
  if (!WRITING.test(sql) && !WRITING_CTE.test(sql)) return false;
  const [, table] = TABLE.exec(sql) ?? [];
  return table === undefined || !notPublic.test(table);
}

/** Connections in a transaction, and whether it has changed data. */
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
 * Calls `changed` for every commit of this process on PostgreSQL that may have changed data, before the commit is
 * acknowledged and even if it fails: PostgreSQL's notification arrives a moment later. Patches the prototype of Knex's
 * client, which transactions' clients share.
 */
export function watchCommits(changed: () => void): void {
  if (!isPostgres()) return;
  const prototype: { query: Statement } = Object.getPrototypeOf(strapi.db.connection.client);
  const { query: send } = prototype;
  prototype.query = async function (this: unknown, connection, statement) {
    try {
      return await send.call(this, connection, statement);
    } finally {
      note(connection, typeof statement === 'string' ? statement : statement.sql, changed);
    }
  };
}

const published = (type: PostType, what: string) =>
  `(SELECT ${what} FROM ${qualified(recordTable(type))} WHERE published_at IS NOT NULL AND date`;

/** SQL for the period around a moment without scheduled publications, using a partial index per table. */
export const publications = (now: string): string =>
  `SELECT MAX(last) AS since, MIN(next) AS due FROM (${POST_TYPES.map(
    (type) =>
      `SELECT ${published(type, 'MAX(date)')} <= ${now}) AS last, ${published(type, 'MIN(date)')} > ${now}) AS next`,
  ).join(' UNION ALL ')}) known`;

/** D6.1: SQL for posts whose scheduled publication fell into a period. */
export const dueBetween = (from: Date, until: Date): Sql =>
  list(
    POST_TYPES.map(
      (type) => sql`SELECT ${raw(`'${type}'`)} AS type, document_id, max(public_id) AS public_id,
          max(updated_at) AS updated
        FROM ${tableOf(type)} WHERE published_at IS NOT NULL AND date > ${from} AND date <= ${until}
        GROUP BY document_id`,
    ),
    ' UNION ALL ',
  );
