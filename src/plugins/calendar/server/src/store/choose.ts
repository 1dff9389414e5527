import { inState } from '../access/sql';
import type { Viewer } from '../access/viewer';
import type { SentStatus } from '../kinds/choice';
import type { PostOrder } from '../query/post-order';
import type { PostType } from '../settings/record-types';
import { bestLanguage, type LanguageChoice } from '../sql/language';
import { all, type Sql, sql } from '../sql/sql';
import { pageFilter } from './page-filter';
import { orderBy } from './post-order';
import { recordTable, tableOf } from './record-table';
import { run } from './run';

export interface Choice extends LanguageChoice, Viewer {
  type: PostType;
  /** D8.7: the states of the chosen rows. */
  statuses: readonly SentStatus[];
  /** What the chosen row, alias `e`, must fulfil besides. */
  conditions: Sql[];
  order: PostOrder;
  page: number;
  perPage: number;
}

export interface Chosen {
  /** Row ids of the page, in order. */
  ids: number[];
  /** Records on all pages. */
  total: number;
}

/** D8.1: which rows a page shows and how many records there are, in two statements. */
export async function choose(choice: Choice): Promise<Chosen> {
  const { type, page, perPage, now } = choice;
  const name = recordTable(type);
  const table = tableOf(type);
  const open = (alias: string) => inState({ type, table: name, alias }, choice.statuses, now);
  const where = all([open('e'), ...choice.conditions, bestLanguage(name, choice, open)]);
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const rows = await run<{ id: number }>(sql`SELECT e.id FROM ${table} e
    WHERE ${pageFilter(table, where)} ${orderBy(choice.order, choice)} LIMIT ${perPage} OFFSET ${offset}`);
  const [count] = await run<{ total: number | string }>(
    sql`SELECT COUNT(*) AS total FROM ${table} e WHERE ${where}`,
  );
  return { ids: rows.map(({ id }) => id), total: Number(count?.total ?? 0) };
}
