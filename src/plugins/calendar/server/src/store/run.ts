import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Sql } from '../sql/sql';
import { isPostgres, qualified } from './table';

type Work<Result> = (connection: Knex) => Promise<Result>;

/** Inside the open transaction, if there is one: SQLite has no second connection to give. */
const within = <Result>(work: Work<Result>): Promise<Result> =>
  strapi.db.inTransaction()
    ? (strapi.db.transaction(({ trx }) => work(trx)) as Promise<Result>)
    : work(strapi.db.connection);

/** `@name` becomes the table of that name in the configured schema. */
const named = (sql: string) => sql.replace(/@(\w+)/g, (_, name) => qualified(name));

const rowsOf = <Row>(result: unknown): Row[] =>
  Array.isArray(result) ? result : (result as { rows: Row[] }).rows;

/** The rows of a statement; `@name` becomes the table of that name in the configured schema. */
export const run = <Row>({ sql, bindings }: Sql): Promise<Row[]> =>
  within(async (connection) =>
    rowsOf(await connection.raw(named(sql), bindings as Knex.RawBinding[])),
  );

const texts = new Map<string, { sql: string; name: string }>();

/** PostgreSQL knows a prepared statement by its name. */
function prepared(sql: string) {
  const known = texts.get(sql) ?? {
    sql: named(sql),
    name: createHash('sha1').update(sql).digest('hex'),
  };
  texts.set(sql, known);
  return known;
}

/** As `run`, planned once per connection: only for texts of which there are few. */
export function runPrepared<Row>({ sql, bindings }: Sql): Promise<Row[]> {
  const { sql: text, name } = prepared(sql);
  return within(async (connection) => {
    const statement = connection.raw(text, bindings as Knex.RawBinding[]);
    return rowsOf(await (isPostgres() ? statement.options({ name }) : statement));
  });
}
