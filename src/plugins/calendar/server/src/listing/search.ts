import { isPostgres } from '../database/run';
import { SEARCH_INDEX } from '../database/search-index';
import { parseSearch, type SearchToken } from '../resources/search';
import { all, containsFolded, FALSE, not, raw, type Sql, sql } from '../sql/sql';
import type { SearchStrategy } from './branches';

/** The characters in a row that an index knows. */
const INDEXED = 3;

const like = ({ text, excluded }: SearchToken): Sql => {
  const found = containsFolded(raw('s.text'), text);
  return excluded ? not(found) : found;
};

const isIndexed = ({ text, excluded }: SearchToken) => !excluded && [...text].length >= INDEXED;

const phrase = ({ text }: SearchToken) => `"${text.replaceAll('"', '""')}"`;

/** PostgreSQL answers LIKE by its index; SQLite's is asked by itself, for words that it can know. */
function matching(sought: SearchToken[]): Sql {
  const indexed = isPostgres() ? [] : sought.filter(isIndexed);
  const compared = sought.filter((word) => !indexed.includes(word)).map(like);
  if (indexed.length === 0) return all(compared);
  const index = raw(SEARCH_INDEX);
  const phrases = indexed.map(phrase).join(' AND ');
  return all([
    sql`s.id IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${phrases})`,
    ...compared,
  ]);
}

const byMatches = (sought: SearchToken[], language: Sql) => sql`(l.event_id, ${language}) IN (
  WITH found AS MATERIALIZED (
    SELECT s.event_id, s.language FROM @calendar_search_text s WHERE ${matching(sought)})
  SELECT event_id, language FROM found)`;

const byWalking = (sought: SearchToken[], language: Sql) => sql`(
  SELECT ${all(sought.map(like))} FROM @calendar_search_text s
  WHERE s.event_id = l.event_id AND s.language = ${language})`;

/**
 * D8.6: each word is somewhere in the text of the event `l` of the listing, in the language in which it
 * is shown. The texts of protected events are their titles (D10.7).
 */
export function searched(search: string, language: Sql, way: SearchStrategy): Sql {
  const sought = parseSearch(search);
  if (sought.length === 0) return FALSE;
  return (way === 'matches' ? byMatches : byWalking)(sought, language);
}
