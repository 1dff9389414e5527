import type { Condition } from '../query/condition';
import { qualified } from './table';

/** Runs inside the open transaction, if there is one: SQLite has no second connection to give. */
const raw = (sql: string, bindings: unknown[]) =>
  strapi.db.inTransaction()
    ? strapi.db.transaction(({ trx }) => trx.raw(sql, bindings as never)) // knex types no Date.
    : strapi.db.connection.raw(sql, bindings as never);

/** The rows of a statement; `@name` becomes the table of that name in the configured schema. */
export async function run<Row>({ sql, bindings }: Condition): Promise<Row[]> {
  const named = sql.replace(/@(\w+)/g, (_, name) => qualified(name));
  const result = await raw(named, bindings);
  return Array.isArray(result) ? result : result.rows;
}
