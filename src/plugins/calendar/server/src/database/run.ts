import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { type RecordType, uidOf } from '../settings/record-types';
import { list, raw, type Sql, sql } from '../sql/sql';

/** The version of all data (D13.3) that statements outside of a transaction are expected to read. */
interface Expected {
  /** SQL for the version of which a statement reads. */
  sql: string;
  version: string;
  /** Whether a statement has read this version. */
  isConfirmed: boolean;
}

/** A statement has read another version than expected, or cannot tell. */
export class VersionMismatch extends Error {}

const expectation = new AsyncLocalStorage<Expected>();

/** The version that the current work expects; undefined where it expects none. */
export const expectedVersion = () => expectation.getStore();

/**
 * Every statement of the work must read this version, and there is at least one; else it throws
 * VersionMismatch: so all read one moment.
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
      if (!expected.isConfirmed) await run(raw('SELECT 1')); // Refusals, too, are of what was read.
    }
  });
};

/** What cannot tell the version it reads ends the expectation. */
function expectNothing() {
  if (expectation.getStore()) throw new VersionMismatch();
}

/** A table of the configured schema, inside the transaction when one is given. */
export function table(name: string, trx?: Knex.Transaction): Knex.QueryBuilder {
  expectNothing();
  const query = strapi.db.getConnection(name) as Knex.QueryBuilder;
  return trx ? query.transacting(trx) : query;
}

export const isPostgres = () => strapi.db.dialect.client === 'postgres';

/** A table's name as it stands in raw SQL, with its schema where there is one. */
export function qualified(name: string): string {
  const schema = strapi.db.getSchemaName();
  return schema ? `"${schema}"."${name}"` : `"${name}"`;
}

/** `@name` becomes the table of that name in the configured schema. */
const named = (sql: string) => sql.replace(/@(\w+)/g, (_, name) => qualified(name));

interface WithVersion {
  snapshot_version?: string;
}

/** A statement without rows tells no version, and fails the expectation as well. */
function compare(expected: Expected, [first]: WithVersion[]) {
  expected.isConfirmed = true;
  if (first?.snapshot_version !== expected.version) throw new VersionMismatch();
}

/** The statement, and with each of its rows the version that it has read. */
const withVersion = (text: string, { sql }: Expected) =>
  `SELECT answer.*, (${sql}) AS snapshot_version FROM (${text}) AS answer`;

/**
 * The rows of a statement; a name has PostgreSQL plan it once per connection. Inside the open transaction, if
 * there is one: SQLite has no second connection to give.
 */
async function rowsFor<Row>({ sql, bindings }: Sql, name?: string): Promise<Row[]> {
  const expected = expectation.getStore();
  const text = expected ? withVersion(sql, expected) : sql;
  const ask = async (connection: Knex) => {
    const statement = connection.raw(text, bindings as Knex.RawBinding[]);
    const options = name && { name: expected ? `${name} versioned` : name };
    const result: unknown = await (options ? statement.options(options) : statement);
    return Array.isArray(result) ? (result as Row[]) : (result as { rows: Row[] }).rows;
  };
  const rows = strapi.db.inTransaction()
    ? ((await strapi.db.transaction(({ trx }) => ask(trx))) as Row[])
    : await ask(strapi.db.connection);
  if (expected) compare(expected, rows as WithVersion[]);
  return rows;
}

/** Work on a table of the configured schema, inside the open transaction where there is one. */
export const inTable = <Result>(
  name: string,
  work: (query: Knex.QueryBuilder) => PromiseLike<Result>,
): Promise<Result> =>
  strapi.db.inTransaction()
    ? (strapi.db.transaction(async ({ trx }) =>
        work(table(name, trx as Knex.Transaction)),
      ) as Promise<Result>)
    : Promise.resolve(work(table(name)));

/** The rows of a statement; `@name` becomes the table of that name in the configured schema. */
export const run = <Row>({ sql, bindings }: Sql): Promise<Row[]> =>
  rowsFor({ sql: named(sql), bindings });

const preparedStatements = new Map<string, { sql: string; name: string }>();

/** PostgreSQL knows a prepared statement by its name. */
function prepared(sql: string) {
  const known = preparedStatements.get(sql) ?? {
    sql: named(sql),
    name: createHash('sha1').update(sql).digest('hex'),
  };
  preparedStatements.set(sql, known);
  return known;
}

/** `run` by a prepared statement, which PostgreSQL plans once per connection; for a small number of texts only. */
export function runPrepared<Row>({ sql, bindings }: Sql): Promise<Row[]> {
  const { sql: text, name } = prepared(sql);
  return rowsFor({ sql: text, bindings }, isPostgres() ? name : undefined);
}

/**
 * Rows of one INSERT: for SQLite Knex writes each as a SELECT of a compound one, which takes 500 of them
 * (SQLITE_MAX_COMPOUND_SELECT).
 */
export const MAX_INSERTED = 500;

/** The items in their order, so many at a time. */
export function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** The table in which a record type lives. */
export const recordTable = (type: RecordType): string =>
  strapi.db.metadata.get(uidOf(type)).tableName;

/** The table in which a record type lives, as a part of SQL. */
export const tableOf = (type: RecordType): Sql => raw(`@${recordTable(type)}`);

/** SQL for a JSON object of these members. */
export function jsonObject(members: Record<string, Sql>): Sql {
  const named = Object.entries(members);
  if (!isPostgres()) {
    return sql`json_object(${list(named.map(([name, value]) => sql`${raw(`'${name}'`)}, ${value}`))})`;
  }
  const columns = named.map(([name, value]) => sql`${value} AS ${raw(`"${name}"`)}`);
  return sql`(SELECT row_to_json(object) FROM (SELECT ${list(columns)}) object)`;
}

/** SQL for the `visible_from` of what has no date of publication. */
export const ALWAYS = () => (isPostgres() ? "'-infinity'::timestamp" : '-8640000000000000');

/** SQL for the one JSON value that a query selects, or null; SQLite takes it for text otherwise. */
export const jsonOf = (query: Sql): Sql => (isPostgres() ? sql`(${query})` : sql`json((${query}))`);

/** SQL for a JSON list with an item for each row of a FROM clause. */
export function jsonList(item: Sql, from: Sql): Sql {
  const items = isPostgres()
    ? sql`COALESCE(json_agg(${item}), '[]')`
    : sql`json_group_array(${item})`;
  return jsonOf(sql`SELECT ${items} FROM ${from}`);
}

/** PostgreSQL's driver has parsed JSON already. */
export const parsedJson = <Value>(stored: unknown): Value =>
  typeof stored === 'string' ? JSON.parse(stored) : (stored as Value);

/** Columns by name, with their types. */
type Columns = Record<string, 'integer' | 'text'>;

/** Values as rows `given` of one statement, however many there are: all of them travel as one JSON. */
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

/** The ids as one bound value, so that a statement's text does not depend on how many there are. */
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
