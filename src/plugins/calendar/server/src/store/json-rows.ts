import { type Condition, condition } from '../query/condition';
import { isPostgres } from './table';

/** Columns by name, with their types. */
type Columns = Record<string, 'integer' | 'text'>;

/** Values as rows `given` of one statement, however many there are: all of them travel as one JSON. */
export function jsonRows(columns: Columns, rows: object[]): Condition {
  const names = Object.entries(columns);
  const sql = isPostgres()
    ? `json_to_recordset(?::json) AS given(${names.map((pair) => pair.join(' ')).join(', ')})`
    : `(SELECT ${names.map(([name]) => `json_extract(value, '$.${name}') AS ${name}`).join(', ')}
        FROM json_each(?)) AS given`;
  return condition(sql, JSON.stringify(rows));
}
