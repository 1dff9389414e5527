import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { recordTable } from '../content-types/rows';
import type { RecordType } from '../settings/record-types';
import { list, NAME_END, raw, type Sql, sql } from '../sql/sql';

/** The version of all data (D13.3) that statements outside of a transaction are expected to read. */
interface Expected {
  /** SQL for the version that a statement reads. */
  sql: string;
  version: string;
  /** Whether a statement has read this version. */
  isConfirmed: boolean;
}

/** Thrown when a statement has read another version than expected, or cannot tell which. */
export class VersionMismatch extends Error {}

const expectation = new AsyncLocalStorage<Expected>();

/** The version that the current work expects, if any. */
export const expectedVersion = () => expectation.getStore();

/**
 * Runs work all of whose statements must read this version, so that they read one consistent state without a
 * transaction. Throws VersionMismatch otherwise.
 */
export const expectVersion = <Result>(
  { sql, version }: Omit<Expected, 'isConfirmed'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const expected = { sql, version, isConfirmed: false };
  return expectation.run(expected, async () => {
    try {
      return await work();
    } finally {
      if (!expected.isConfirmed) await run(raw('SELECT 1')); // Checks work without statements, and refusals, too.
    }
  });
};

/** Throws for statements that cannot report the version they read. */
function refuseUnversionedReads() {
  if (expectation.getStore()) throw new VersionMismatch();
}

/** The open transaction, if there is one. SQLite has only one connection, so that all statements must use it. */
export const openTransaction = async (): Promise<Knex.Transaction | undefined> =>
  strapi.db.inTransaction() ? (await strapi.db.transaction()).get() : undefined;

/**
 * A table of the configured schema, outside of transactions or inside the given one. Throws where a transaction is open
 * but not given: the query would wait for a second connection, on SQLite for ever, because it has only one.
 */
export function table(name: string, trx?: Knex.Transaction): Knex.QueryBuilder {
  refuseUnversionedReads();
  if (!trx && strapi.db.inTransaction())
    throw new Error(`A transaction is open: use inTable for ${name}.`);
  const query = strapi.db.getConnection(name) as Knex.QueryBuilder;
  return trx ? query.transacting(trx) : query;
}

export const isPostgres = () => strapi.db.dialect.client === 'postgres';

/** A quoted table name for raw SQL, with the configured schema. */
export function qualified(name: string): string {
  const schema = strapi.db.getSchemaName();
  return schema ? `"${schema}"."${name}"` : `"${name}"`;
}

/** Runs a statement that defines the schema, outside of transactions. */
export const execute = (sql: string) => strapi.db.connection.raw(sql);

/** Creates the table's index of this name, unless it exists. `rest`: `(columns) WHERE …`. */
export const createIndex = (table: string, name: string, rest: string) =>
  execute(`CREATE INDEX IF NOT EXISTS ${table}_${name} ON ${qualified(table)} ${rest}`);

/** The type of a table's own ids, which are assigned in the order of its rows. */
export const serialKey = (type: 'serial' | 'bigserial' = 'serial') =>
  isPostgres() ? `${type} PRIMARY KEY` : 'integer PRIMARY KEY AUTOINCREMENT';

/** Adds missing columns one by one, because an interrupted start may have added some. */
export async function addColumns(name: string, added: Record<string, string>): Promise<void> {
  const known = await strapi.db.getConnection(name).columnInfo();
  const missing = Object.entries(added).filter(([column]) => !(column in known));
  for (const [column, type] of missing)
    await execute(`ALTER TABLE ${qualified(name)} ADD COLUMN ${column} ${type}`);
}

/** Replaces `@name` by the table of that name in the configured schema. */
const named = (sql: string) => sql.replace(/@(\w+)/g, (_, name) => qualified(name));

interface WithVersion {
  snapshot_version?: string;
}

/** Compares the version in the first row. A statement without rows reports none, which is a mismatch too. */
function compare(expected: Expected, [first]: WithVersion[]) {
  expected.isConfirmed = true;
  if (first?.snapshot_version !== expected.version) throw new VersionMismatch();
}

/** Adds a column with the version to a statement. */
const withVersion = (text: string, { sql }: Expected) =>
  `SELECT answer.*, (${sql}) AS snapshot_version FROM (${text}) AS answer`;

/**
 * Runs a statement, in the open transaction if there is one; with `name` as a prepared statement, which PostgreSQL plans
 * once per connection.
 */
async function rowsFor<Row>({ sql, bindings }: Sql, name?: string): Promise<Row[]> {
  const expected = expectation.getStore();
  const text = expected ? withVersion(sql, expected) : sql;
  const connection = (await openTransaction()) ?? strapi.db.connection;
  const statement = connection.raw(text, bindings as Knex.RawBinding[]);
  if (name) statement.options({ name: expected ? `${name} versioned` : name });
  const result: Row[] | { rows: Row[] } = await statement;
  const rows = Array.isArray(result) ? result : result.rows;
  if (expected) compare(expected, rows as WithVersion[]);
  return rows;
}

/** Runs a query on a table of the configured schema, within the open transaction if there is one. */
export const inTable = async <Result>(
  name: string,
  work: (query: Knex.QueryBuilder) => PromiseLike<Result>,
): Promise<Result> => work(table(name, await openTransaction()));

/** Runs a statement and returns its rows; `@name` is replaced by the table of that name in the configured schema. */
export const run = <Row>({ sql, bindings }: Sql): Promise<Row[]> =>
  rowsFor({ sql: named(sql), bindings });

/** Statements with resolved table names, and names that identify them as prepared statements. */
const preparedStatements = new LRUCache<string, { sql: string; name: string }>({
  max: 1000,
  memoMethod: (sql) => ({ sql: named(sql), name: createHash('sha1').update(sql).digest('hex') }),
});

/** Like `run`, as a prepared statement, planned once per connection. Only for a small number of different texts. */
export function runPrepared<Row>({ sql, bindings }: Sql): Promise<Row[]> {
  const { sql: text, name } = preparedStatements.memo(sql);
  return rowsFor({ sql: text, bindings }, isPostgres() ? name : undefined);
}

/** The most rows of an INSERT: Knex writes them as a compound SELECT for SQLite (SQLITE_MAX_COMPOUND_SELECT is 500). */
export const MAX_INSERTED = 500;

/** Splits the items into chunks of at most `size`. */
export function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Rows that a statement of the maintenance deletes: more would let others wait, or PostgreSQL end it (D9.7). */
const MAX_DELETED = 500;

/** Deletes some of the rows that `choose` selects, by their key; returns how many. */
export const deleteSome = (
  name: string,
  key: string[],
  choose: (all: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<number> =>
  inTable(name, (query) =>
    query.whereIn(key, choose(query.clone().select(key)).limit(MAX_DELETED)).delete(),
  );

/** Repeats a deletion until it has left nothing, as long as `goesOn`. */
export async function repeatDeletion(some: () => Promise<unknown>, goesOn: () => boolean) {
  let deleted: unknown = MAX_DELETED;
  while (deleted === MAX_DELETED && goesOn()) deleted = await some();
}

/** SQL for the table of a record type. */
export const tableOf = (type: RecordType): Sql => raw(`@${recordTable(type)}`);

/** D8.5: SQL for the folded title or name in a search text, including its end mark; empty without one. */
export const nameIn = (text: Sql): Sql =>
  sql`SUBSTR(${text}, 1, ${raw(isPostgres() ? 'STRPOS' : 'INSTR')}(${text}, ${NAME_END}))`;

/** SQL for a JSON object of these members. */
export function jsonObject(members: Record<string, Sql>): Sql {
  const named = Object.entries(members);
  if (!isPostgres()) {
    return sql`json_object(${list(named.map(([name, value]) => sql`${raw(`'${name}'`)}, ${value}`))})`;
  }
  const columns = named.map(([name, value]) => sql`${value} AS ${raw(`"${name}"`)}`);
  return sql`(SELECT row_to_json(object) FROM (SELECT ${list(columns)}) object)`;
}

/** SQL for the `visible_from` of records without a publication date. */
export const ALWAYS = () => (isPostgres() ? "'-infinity'::timestamp" : '-8640000000000000');

/** SQL for the JSON value that a query selects, or null; SQLite would treat it as text without `json()`. */
export const jsonOf = (query: Sql): Sql => (isPostgres() ? sql`(${query})` : sql`json((${query}))`);

/** SQL for a JSON list with an item for each row of a FROM clause. */
export function jsonList(item: Sql, from: Sql): Sql {
  const items = isPostgres()
    ? sql`COALESCE(json_agg(${item}), '[]')`
    : sql`json_group_array(${item})`;
  return jsonOf(sql`SELECT ${items} FROM ${from}`);
}

/** Parses JSON unless PostgreSQL's driver has done so. */
export const parsedJson = <Value>(stored: unknown): Value =>
  typeof stored === 'string' ? JSON.parse(stored) : (stored as Value);

/** Columns by name, with their types. */
type Columns = Record<string, 'integer' | 'text'>;

/** SQL for rows `given` from values, passed as one JSON parameter, so that their number is not limited. */
export function jsonRows(columns: Columns, rows: object[]): Sql {
  const names = Object.entries(columns);
  const given = JSON.stringify(rows);
  if (isPostgres()) {
    const types = raw(names.map((pair) => pair.join(' ')).join(', '));
    return sql`json_to_recordset(${given}::json) AS given(${types})`;
  }
  const values = names.map(([name]) => `json_extract(value, '$.${name}') AS ${name}`).join(', ');
  return sql`(SELECT ${raw(values)} FROM json_each(${given})) AS given`;
}

/** The ids as one bound value, so that a statement's text does not depend on their number. */
const bound = (ids: number[]) => (isPostgres() ? `{${ids.join(',')}}` : JSON.stringify(ids));

/** The expression is one of the ids. */
export const oneOfIds = (expression: Sql, ids: number[]): Sql =>
  isPostgres()
    ? sql`${expression} = ANY(CAST(${bound(ids)} AS integer[]))`
    : sql`${expression} IN (SELECT value FROM json_each(${bound(ids)}))`;

/** The ids as rows: a table `given` with the column `id`. */
export const givenIds = (ids: number[]): Sql =>
  isPostgres()
    ? sql`unnest(CAST(${bound(ids)} AS integer[])) AS given(id)`
    : sql`(SELECT value AS id FROM json_each(${bound(ids)})) AS given`;
