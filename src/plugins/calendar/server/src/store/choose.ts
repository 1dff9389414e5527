import type { SentStatus } from '../kinds/choice';
import { all, type Condition } from '../query/condition';
import { bestLanguage, type LanguageChoice } from '../query/language';
import type { PostOrder } from '../query/post-order';
import type { Sight } from '../query/sight';
import { inState } from '../query/status';
import type { PostType } from '../settings/record-types';
import { amongst } from './amongst';
import { orderBy } from './post-order';
import { recordTable } from './record-table';
import { run } from './run';

export interface Choice extends LanguageChoice, Sight {
  type: PostType;
  /** D8.7: the states of the chosen rows. */
  statuses: readonly SentStatus[];
  /** What the chosen row, alias `e`, must fulfil besides. */
  conditions: Condition[];
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
  const open = (alias: string) => inState({ type, table: name, alias }, choice.statuses, now);
  const { sql, bindings } = all([
    open('e'),
    ...choice.conditions,
    bestLanguage(name, choice, open),
  ]);
  const from = `FROM @${name} e WHERE ${sql}`;
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const order = orderBy(choice.order, choice);
  const rows = await run<{ id: number }>({
    sql: `SELECT e.id FROM @${name} e WHERE ${amongst(name, sql)} ${order.sql} LIMIT ? OFFSET ?`,
    bindings: [...bindings, ...order.bindings, perPage, offset],
  });
  const [count] = await run<{ total: number | string }>({
    sql: `SELECT COUNT(*) AS total ${from}`,
    bindings,
  });
  return { ids: rows.map(({ id }) => id), total: Number(count?.total ?? 0) };
}
