import type { Condition } from '../query/condition';
import { qualified } from './table';

/** The rows of a statement; `@name` becomes the table of that name in the configured schema. */
export async function run<Row>({ sql, bindings }: Condition): Promise<Row[]> {
  const named = sql.replace(/@(\w+)/g, (_, name) => qualified(name));
  const result = await strapi.db.connection.raw(named, bindings as never); // knex types no Date.
  return Array.isArray(result) ? result : result.rows;
}
