import { list, type Sql, sql } from '../sql/sql';
import { run } from '../store/run';

/**
 * How a search is put to the database, whose own guess between the two is often wrong by a hundred
 * times: `matches` finds all texts first, by the index where it helps; `walk` looks into the text of one
 * event after another, in the order of the page.
 */
export type Way = 'matches' | 'walk';

/** Lists of so few events, without the search, are looked through. */
const FEW = 1000;

/** By the ranges of the list without the search. */
export async function isShort(ranges: Sql[]): Promise<boolean> {
  if (ranges.length === 0) return true;
  const rows = list(
    ranges.map((range) => sql`SELECT 1 ${range}`),
    ' UNION ALL ',
  );
  const [row] = await run<{ listed: number | string }>(
    sql`SELECT COUNT(*) AS listed FROM (${rows} LIMIT ${FEW + 1}) AS first_rows`,
  );
  return Number(row?.listed) <= FEW;
}

/**
 * D8.11: with a total of T among N events a walk to the n-th looks at about n * N / T of them, and
 * there are T to be found otherwise.
 */
export const isWalked = (total: number, end: number, events: number): boolean =>
  total * total > end * events;
