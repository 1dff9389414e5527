import { type Condition, condition } from '../query/condition';
import { isPostgres } from './table';

/** SQL for a JSON object of these members. */
export function jsonObject(members: Record<string, Condition>): Condition {
  const named = Object.entries(members);
  const sql = isPostgres()
    ? `(SELECT row_to_json(object) FROM (SELECT ${named.map(([name, { sql }]) => `${sql} AS "${name}"`).join(', ')}) object)`
    : `json_object(${named.map(([name, { sql }]) => `'${name}', ${sql}`).join(', ')})`;
  return condition(sql, ...named.flatMap(([, { bindings }]) => bindings));
}

/** SQL for the one JSON value that a query selects, or null; SQLite takes it for text otherwise. */
export const jsonOf = ({ sql, bindings }: Condition): Condition =>
  condition(isPostgres() ? `(${sql})` : `json((${sql}))`, ...bindings);

/** SQL for a JSON list with an item for each row of a FROM clause. */
export function jsonList(item: Condition, from: Condition): Condition {
  const list = isPostgres()
    ? `COALESCE(json_agg(${item.sql}), '[]')`
    : `json_group_array(${item.sql})`;
  return jsonOf(condition(`SELECT ${list} FROM ${from.sql}`, ...item.bindings, ...from.bindings));
}

/** PostgreSQL's driver has parsed JSON already. */
export const parsedJson = <Value>(stored: unknown): Value =>
  typeof stored === 'string' ? JSON.parse(stored) : (stored as Value);
