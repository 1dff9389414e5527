import { list, type Sql, sql } from '../sql/sql';
import { run } from '../store/run';

/**
 * How a search is put to the database, whose own guess between the two is often wrong by a hundred
 * times: `matches` finds all texts first, by the index where it helps; `walk` looks into the text of one
 * event after another, in the order of the page.
 */
export type Way = 'matches' | 'walk';

export interface Ways {
  ofTotal: Way;
  /** Of the page that ends after so many events, by how many there are in all. */
  ofPage(total: number, end: number): Way;
}

/** Lists of so few events, without the search, are looked through. */
const FEW = 1000;

/** There are at most so many events; by the key. */
const highest = sql`SELECT MAX(event_id) FROM @calendar_listing`;

/**
 * D8.11: with a total of T amongst N events a walk to the n-th looks at about n * N / T of them, and
 * there are T to be found otherwise.
 */
const isWalked = (total: number, end: number, events: number) => total * total > end * events;

/** By the ranges of the list without the search. */
export async function waysOf(ranges: Sql[]): Promise<Ways> {
  if (ranges.length === 0) return { ofTotal: 'walk', ofPage: () => 'walk' };
  const rows = list(
    ranges.map((range) => sql`SELECT 1 ${range}`),
    ' UNION ALL ',
  );
  const [row] = await run<{ listed: number | string; highest: number | null }>(sql`
    SELECT (SELECT COUNT(*) FROM (${rows} LIMIT ${FEW + 1}) AS first_rows) AS listed,
      (${highest}) AS highest`);
  if (Number(row?.listed) <= FEW) return { ofTotal: 'walk', ofPage: () => 'walk' };
  const events = row?.highest ?? 0;
  return {
    ofTotal: 'matches',
    ofPage: (total, end) => (isWalked(total, end, events) ? 'walk' : 'matches'),
  };
}

/** The same of what a list asks for widely (`branches.ts`). */
export async function wideWayOf(): Promise<Ways['ofPage']> {
  const [row] = await run<{ highest: number | null }>(sql`SELECT (${highest}) AS highest`);
  return (total, end) => (isWalked(total, end, row?.highest ?? 0) ? 'walk' : 'matches');
}
