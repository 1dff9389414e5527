import { list, raw, type Sql, sql } from '../sql/sql';
import { isPostgres } from './table';

/** SQL for a JSON object of these members. */
export function jsonObject(members: Record<string, Sql>): Sql {
  const named = Object.entries(members);
  if (!isPostgres()) {
    return sql`json_object(${list(named.map(([name, value]) => sql`${raw(`'${name}'`)}, ${value}`))})`;
  }
  const columns = named.map(([name, value]) => sql`${value} AS ${raw(`"${name}"`)}`);
  return sql`(SELECT row_to_json(object) FROM (SELECT ${list(columns)}) object)`;
}

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
