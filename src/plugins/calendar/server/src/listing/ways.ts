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

/**
 * D8.11: by the ranges of the list without the search. With a total of T amongst N events a walk to the
 * n-th looks into about n * N / T texts, and there are at least T that match. N is at most the highest id.
 */
export async function waysOf(ranges: Sql[]): Promise<Ways> {
  if (ranges.length === 0) return { ofTotal: 'walk', ofPage: () => 'walk' };
  const rows = list(
    ranges.map((range) => sql`SELECT 1 ${range}`),
    ' UNION ALL ',
  );
  const [row] = await run<{ listed: number | string; highest: number | null }>(sql`
    SELECT (SELECT COUNT(*) FROM (${rows} LIMIT ${FEW + 1}) AS first_rows) AS listed,
      (SELECT MAX(event_id) FROM @calendar_search_text) AS highest`);
  if (Number(row?.listed) <= FEW) return { ofTotal: 'walk', ofPage: () => 'walk' };
  const events = row?.highest ?? 0;
  return {
    ofTotal: 'matches',
    ofPage: (total, end) => (total * total > end * events ? 'walk' : 'matches'),
  };
}
