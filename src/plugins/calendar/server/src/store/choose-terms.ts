import type { Sorting } from '../query/term-order';
import type { TermType } from '../settings/record-types';
import { bestLanguage, type LanguageChoice } from '../sql/language';
import { all, list, raw, type Sql, sql, TRUE } from '../sql/sql';
import type { Chosen } from './choose';
import { pageFilter } from './page-filter';
import { recordTable, tableOf } from './record-table';
import { run } from './run';
import { isPostgres } from './table';

export interface TermChoice extends LanguageChoice {
  type: TermType;
  /** What the chosen row, alias `e`, must fulfil. */
  conditions: Sql[];
  sorting: Sorting[];
  page: number;
  perPage: number;
}

/** PostgreSQL would sort texts by the host's language, SQLite sorts them by their characters. */
function orderBy(sorting: Sorting[]): Sql {
  const collation = isPostgres() ? ' COLLATE "C"' : '';
  return list(
    sorting.map(
      ({ by, isText, descending }) =>
        sql`${by}${raw(isText ? collation : '')}${raw(descending ? ' DESC' : '')}`,
    ),
  );
}

/** D8.1: which terms a page shows, each in its best language, and how many there are. */
export async function chooseTerms(choice: TermChoice): Promise<Chosen> {
  const { type, sorting, page, perPage } = choice;
  const table = tableOf(type);
  const where = all([...choice.conditions, bestLanguage(recordTable(type), choice, () => TRUE)]);
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const rows = await run<{ id: number }>(sql`SELECT e.id FROM ${table} e
    WHERE ${pageFilter(table, where)} ORDER BY ${orderBy(sorting)} LIMIT ${perPage} OFFSET ${offset}`);
  const [count] = await run<{ total: number | string }>(
    sql`SELECT COUNT(*) AS total FROM ${table} e WHERE ${where}`,
  );
  return { ids: rows.map(({ id }) => id), total: Number(count?.total ?? 0) };
}
