import type { Viewer } from '../access/viewer';
import { FLAG, KIND } from '../sql/facets';
import { raw, sql } from '../sql/sql';
import { run } from '../store/run';

/**
 * D10.7: whether somebody is told of published events what everybody is told, and no more: of a
 * protected one its filters tell those who may read it, which the listing cannot.
 */
export async function isEverybodys({ userId, unlocked }: Viewer): Promise<boolean> {
  if (!userId && !unlocked) return true;
  const own = sql`AND EXISTS (SELECT 1 FROM @calendar_events e
    WHERE e.public_id = l.event_id AND e.author = ${userId ?? 0})`;
  const [found] = await run(sql`SELECT 1 FROM @calendar_listing l
    WHERE l.kind = ${raw(`${KIND.flag}`)} AND l.target = ${raw(`${FLAG.protected}`)}
    ${unlocked ? raw('') : own} LIMIT 1`);
  return found === undefined;
}
