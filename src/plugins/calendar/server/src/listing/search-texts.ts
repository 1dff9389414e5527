import { notProtected, publicPost } from '../access/sql';
import { LANGUAGES } from '../settings/languages';
import { foldedName, searchText } from '../sql/folded';
import { raw, type Sql, sql, values } from '../sql/sql';
import { run } from '../store/run';
import type { Scope } from './wanted';

/** What the table should hold of events: of a protected one only the title is searched (D10.7). */
export const wantedTexts = (scope: Scope): Sql => sql`
  SELECT e.public_id AS event_id, e.locale AS language,
    CASE WHEN ${notProtected('e')} THEN ${searchText} ELSE ${foldedName} END AS text
  FROM @calendar_events e
  WHERE ${publicPost('e')} AND e.locale IN (${values(LANGUAGES)}) AND ${scope(raw('e.public_id'))}`;

/** Rows of events and languages that are not public (any more). */
const surplus = (scope: Scope) => sql`
  FROM @calendar_search_text AS stored WHERE ${scope(raw('event_id'))} AND NOT EXISTS (
    SELECT 1 FROM @calendar_events e
    WHERE e.public_id = stored.event_id AND e.locale = stored.language AND ${publicPost('e')})`;

/** Rows that are missing or say something else. */
const outdated = (scope: Scope) => sql`
  FROM (${wantedTexts(scope)}) AS wanted WHERE NOT EXISTS (
    SELECT 1 FROM @calendar_search_text AS stored
    WHERE stored.event_id = wanted.event_id AND stored.language = wanted.language
      AND stored.text = wanted.text)`;

/**
 * D8.11: brings the texts of events in line with their rows, by two statements. What is as it should
 * be is not written.
 */
export async function projectTexts(scope: Scope): Promise<void> {
  await run(sql`DELETE ${surplus(scope)}`);
  await run(sql`INSERT INTO @calendar_search_text (event_id, language, text)
    SELECT event_id, language, text ${outdated(scope)}
    ON CONFLICT (event_id, language) DO UPDATE SET text = excluded.text`);
}

async function count(rows: Sql): Promise<number> {
  const [found] = await run<{ count: number | string }>(sql`SELECT COUNT(*) AS count ${rows}`);
  return Number(found?.count);
}

/** How many rows of the events are not as they should be. */
export const countOutdatedTexts = async (scope: Scope): Promise<number> =>
  (await count(surplus(scope))) + (await count(outdated(scope)));
