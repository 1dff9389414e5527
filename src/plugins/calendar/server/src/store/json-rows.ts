import { raw, type Sql, sql } from '../sql/sql';
import { isPostgres } from './table';

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
