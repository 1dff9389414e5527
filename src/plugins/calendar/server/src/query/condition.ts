import type { Binding, Sql } from '../sql/sql';

/** A piece of SQL that is true or false of a row. */
export type Condition = Sql;

export const condition = (sql: string, ...bindings: Binding[]): Condition => ({ sql, bindings });

/** All of the conditions; none at all is always true. */
export const all = (conditions: Condition[]): Condition => joined(conditions, ' AND ', 'TRUE');

/** Any of the conditions; none at all is never true. */
export const any = (conditions: Condition[]): Condition => joined(conditions, ' OR ', 'FALSE');

export const not = ({ sql, bindings }: Condition): Condition => ({
  sql: `NOT (${sql})`,
  bindings,
});

/** `?, ?, ?` for as many values. */
export const holes = (values: readonly unknown[]) => values.map(() => '?').join(', ');

/** More are joined by halves: SQLite takes no expression deeper than 1,000. */
const FLAT = 100;

function joined(conditions: Condition[], word: string, none: string): Condition {
  if (conditions.length === 0) return { sql: none, bindings: [] };
  if (conditions.length > FLAT) {
    const middle = Math.ceil(conditions.length / 2);
    const halves = [conditions.slice(0, middle), conditions.slice(middle)];
    return joined(
      halves.map((half) => joined(half, word, none)),
      word,
      none,
    );
  }
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(word),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}
