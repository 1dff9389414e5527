import { raw, sql } from '../sql/sql';
import { jsonRows } from './json';
import { ALWAYS } from './listing-table';
import { lock } from './lock';
import { run } from './run';

/** Lines of a category or tag that are read rather than folded. */
const MANY = 20;

const DAY = 24 * 60 * 60 * 1000;

interface Line {
  kind: number;
  target: number;
  n: number;
}

function sumOf(lines: Line[]): Line[] {
  const sums = new Map<string, Line>();
  for (const { kind, target, n } of lines) {
    const key = `${kind} ${target}`;
    sums.set(key, { kind, target, n: n + (sums.get(key)?.n ?? 0) });
  }
  return [...sums.values()].filter(({ n }) => n !== 0);
}

const COLUMNS = { kind: 'integer', target: 'integer', n: 'integer' } as const;

/** D8.10: makes one line of many, of what counts already. Lines that are added meanwhile stay beside it. */
export function foldTermCounts(now: Date): Promise<unknown> {
  const due = sql`visible_from < ${new Date(now.getTime() - DAY)}`;
  return strapi.db.transaction(async ({ trx }) => {
    await lock('term counts', trx);
    const many = sql`SELECT kind, target FROM @calendar_term_counts WHERE ${due}
        GROUP BY kind, target HAVING COUNT(*) > ${MANY}`;
    if ((await run(many)).length === 0) return; // A statement that removes nothing would count as a change, too.
    const lines = await run<Line>(sql`DELETE FROM @calendar_term_counts
      WHERE ${due} AND (kind, target) IN (${many})
      RETURNING kind, target, n`);
    if (lines.length === 0) return;
    await run(sql`INSERT INTO @calendar_term_counts (kind, target, visible_from, n)
      SELECT kind, target, ${raw(ALWAYS())}, n FROM ${jsonRows(COLUMNS, sumOf(lines))}`);
  });
}

const MINUTE = 60_000;

let timer: NodeJS.Timeout | undefined;

const fold = () =>
  foldTermCounts(new Date()).catch(({ message }: Error) =>
    strapi.log.warn(`The counts of categories and tags were not folded: ${message}`),
  );

/** Now, and until the calendar ends; a node that cannot do it now does it a minute later. */
export function keepFolding(): void {
  timer = setInterval(fold, MINUTE).unref();
  void fold();
}

export const stopFolding = () => clearInterval(timer);
