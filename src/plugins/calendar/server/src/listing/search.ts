import { isPostgres } from '../database/run';
import { SEARCH_INDEX } from '../database/search-index';
import { parseSearch, type SearchToken } from '../resources/search';
import { all, containsFolded, FALSE, not, raw, type Sql, sql } from '../sql/sql';
import type { SearchStrategy } from './branches';

/** The length of a trigram: shorter words cannot be found by the index. */
const INDEXED = 3;

const like = ({ text, excluded }: SearchToken): Sql => {
  const found = containsFolded(raw('s.text'), text);
  return excluded ? not(found) : found;
};

const isIndexed = ({ text, excluded }: SearchToken) => !excluded && [...text].length >= INDEXED;

const phrase = ({ text }: SearchToken) => `"${text.replaceAll('"', '""')}"`;

/** PostgreSQL uses its index for LIKE; SQLite's full-text index is queried explicitly for words long enough. */
function matching(tokens: SearchToken[]): Sql {
  const indexed = isPostgres() ? [] : tokens.filter(isIndexed);
  const compared = tokens.filter((word) => !indexed.includes(word)).map(like);
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
 * D8.6: each word is in the search text of the listing's event `l` in the language in which it is shown. D10.7: the
 * text of a protected event is its title.
 */
export function searched(search: string, language: Sql, way: SearchStrategy): Sql {
  const sought = parseSearch(search);
  if (sought.length === 0) return FALSE;
  return (way === 'matches' ? byMatches : byWalking)(sought, language);
}

/**
 * D15.5: SQL for the texts of all events that may have the word, each once, with the columns of their rows: those of
 * public events by index, and of the events that have others, which are few, all rows.
 */
export const textsWith = (text: string): Sql => sql`(
  SELECT s.event_id AS public_id, s.language AS locale, s.text AS search_text
  FROM @calendar_search_text s WHERE ${matching([{ text, excluded: false }])}
  UNION ALL SELECT h.public_id, h.locale, h.search_text FROM @calendar_events h
  WHERE h.public_id IN (SELECT event_id FROM @calendar_agenda WHERE hidden = 1))`;
