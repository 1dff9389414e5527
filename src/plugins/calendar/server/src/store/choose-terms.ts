import { all, type Condition } from '../query/condition';
import { bestLanguage, type LanguageChoice } from '../query/language';
import type { Sorting } from '../query/term-order';
import type { TermType } from '../settings/record-types';
import { amongst } from './amongst';
import type { Chosen } from './choose';
import { recordTable } from './record-table';
import { run } from './run';
import { isPostgres } from './table';

export interface TermChoice extends LanguageChoice {
  type: TermType;
  /** What the chosen row, alias `e`, must fulfil. */
  conditions: Condition[];
  sorting: Sorting[];
  page: number;
  perPage: number;
}

/** PostgreSQL would sort texts by the host's language, SQLite sorts them by their characters. */
function orderBy(sorting: Sorting[]): Condition {
  const collation = isPostgres() ? ' COLLATE "C"' : '';
  return {
    sql: sorting
      .map(({ by, isText, descending }) =>
        [by.sql, isText ? collation : '', descending ? ' DESC' : ''].join(''),
      )
      .join(', '),
    bindings: sorting.flatMap(({ by }) => by.bindings),
  };
}

/** D8.1: which terms a page shows, each in its best language, and how many there are. */
export async function chooseTerms(choice: TermChoice): Promise<Chosen> {
  const { type, sorting, page, perPage } = choice;
  const name = recordTable(type);
  const where = all([...choice.conditions, bestLanguage(name, choice, () => all([]))]);
  const from = `FROM @${name} e WHERE ${where.sql}`;
  const order = orderBy(sorting);
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const rows = await run<{ id: number }>({
    sql: `SELECT e.id FROM @${name} e WHERE ${amongst(name, where.sql)} ORDER BY ${order.sql} LIMIT ? OFFSET ?`,
    bindings: [...where.bindings, ...order.bindings, perPage, offset],
  });
  const [count] = await run<{ total: number | string }>({
    sql: `SELECT COUNT(*) AS total ${from}`,
    bindings: where.bindings,
  });
  return { ids: rows.map(({ id }) => id), total: Number(count?.total ?? 0) };
}
