import { notProtected, publicPost } from '../access/sql';
import { isPostgres, run } from '../database/run';
import { SEARCH_INDEX } from '../database/search-index';
import { type Sought, soughtIn } from '../resources/search';
import { LANGUAGES } from '../settings/languages';
import {
  all,
  containsFolded,
  FALSE,
  foldedName,
  not,
  raw,
  type Sql,
  searchText,
  sql,
  values,
} from '../sql/sql';
import type { Way } from './branches';
import type { Scope } from './project';

/** The characters in a row that an index knows. */
const INDEXED = 3;

const like = ({ text, excluded }: Sought): Sql => {
  const found = containsFolded(raw('s.text'), text);
  return excluded ? not(found) : found;
};

const isIndexed = ({ text, excluded }: Sought) => !excluded && [...text].length >= INDEXED;

const phrase = ({ text }: Sought) => `"${text.replaceAll('"', '""')}"`;

/** PostgreSQL answers LIKE by its index; SQLite's is asked by itself, for words that it can know. */
function matching(sought: Sought[]): Sql {
  const indexed = isPostgres() ? [] : sought.filter(isIndexed);
  const compared = sought.filter((word) => !indexed.includes(word)).map(like);
  if (indexed.length === 0) return all(compared);
  const index = raw(SEARCH_INDEX);
  const asked = indexed.map(phrase).join(' AND ');
  return all([
    sql`s.id IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${asked})`,
    ...compared,
  ]);
}

const byMatches = (sought: Sought[], language: Sql) => sql`(l.event_id, ${language}) IN (
  WITH found AS MATERIALIZED (
    SELECT s.event_id, s.language FROM @calendar_search_text s WHERE ${matching(sought)})
  SELECT event_id, language FROM found)`;

const byWalking = (sought: Sought[], language: Sql) => sql`(
  SELECT ${all(sought.map(like))} FROM @calendar_search_text s
  WHERE s.event_id = l.event_id AND s.language = ${language})`;

/**
 * D8.6: each word is somewhere in the text of the event `l` of the listing, in the language in which it
 * is shown. The texts of protected events are their titles (D10.7).
 */
export function searched(search: string, language: Sql, way: Way): Sql {
  const sought = soughtIn(search);
  if (sought.length === 0) return FALSE;
  return (way === 'matches' ? byMatches : byWalking)(sought, language);
}

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
