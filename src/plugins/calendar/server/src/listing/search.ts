import { isPostgres, run, tableOf } from '../database/run';
import { SEARCH_INDEX, titleIn } from '../database/search-index';
import { fold } from '../kinds/text/normalize';
import { parseSearch, type SearchToken } from '../resources/search';
import type { LinkedType } from '../settings/record-types';
import {
  all,
  containsFolded,
  FALSE,
  list,
  NAME_END,
  not,
  oneOf,
  raw,
  type Sql,
  searchText,
  sql,
} from '../sql/sql';
import type { Branch } from './branches';

/**
 * How a search is executed; the databases' own choice is often slower by a factor of a hundred. `matches` finds all
 * texts first, with an index where possible; `walk` checks the text of one event after another in the page's order.
 */
export type SearchStrategy = 'matches' | 'walk';

/** Lists with fewer events before the search are walked. */
const FEW_EVENTS = 1000;

/** Whether the ranges, without the search, hold few rows. */
export async function haveFewRows(ranges: Branch[]): Promise<boolean> {
  if (ranges.length === 0) return true;
  const rows = list(
    ranges.map((range) => sql`SELECT 1 ${range.rows}`),
    ' UNION ALL ',
  );
  const [row] = await run<{ listed: number | string }>(
    sql`SELECT COUNT(*) AS listed FROM (${rows} LIMIT ${FEW_EVENTS + 1}) AS first_rows`,
  );
  return Number(row?.listed) <= FEW_EVENTS;
}

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

const HIDDEN = raw('SELECT a.event_id FROM @calendar_agenda a WHERE a.hidden = 1');

/**
 * The row `e` is of an event with other texts than everybody sees, unless another condition finds the rows: PostgreSQL,
 * given an array, begins with it, and compares each row with all of a second one.
 */
export function isHidden(isFirst: boolean): Sql {
  if (!isPostgres()) return sql`${raw(isFirst ? '' : '+')}e.public_id IN (${HIDDEN})`;
  return isFirst
    ? sql`e.public_id = ANY(ARRAY(${HIDDEN}))`
    : sql`EXISTS (${HIDDEN} AND a.event_id = e.public_id OFFSET 0)`;
}

/** The listing's row `l` is of another event. SQLite looks up each in one set of the hidden ones. */
export const isNotHidden = (): Sql =>
  isPostgres()
    ? sql`NOT EXISTS (${HIDDEN} AND a.event_id = l.event_id)`
    : sql`l.event_id NOT IN (${HIDDEN})`;

/**
 * D15.5: SQL for the texts of all events that may have the word, each once, with the columns of their rows: those of
 * public events by index, and of the events that have others, which are few, all rows.
 */
export const textsWith = (text: string): Sql => sql`(
  SELECT s.event_id AS public_id, s.language AS locale, s.text AS search_text
  FROM @calendar_search_text s WHERE ${matching([{ text, excluded: false }])}
  UNION ALL SELECT h.public_id, h.locale, h.search_text FROM @calendar_events h
  WHERE h.public_id IN (${HIDDEN}))`;

/** The newest events among which a picker looks first, and at most if no word has an index. */
const NEWEST = 2000;
const MOST = 5000;

/** The most events whose titles begin with what is typed, in order, so that those of that title come first. */
const MAX_NAMED = 500;

const LAST_CHARACTER = '\u{10ffff}';

/**
 * D4.5: where a picker of events looks for a text, as conditions on the row `e`: first among the newest events and those
 * with titles that begin with it, as what is typed first occurs in many; then by index.
 */
export function pickingFrom(text: string): Sql[] {
  const typed = fold(text);
  const title = titleIn('n.search_text');
  const named = sql`SELECT n.public_id FROM @calendar_events n WHERE n.published_at IS NOT NULL
    AND ${title} >= ${typed} AND ${title} < ${typed + LAST_CHARACTER} ORDER BY ${title} LIMIT ${MAX_NAMED}`;
  const newest = (most: number) =>
    sql`SELECT a.event_id FROM @calendar_agenda a ORDER BY a.event_id DESC LIMIT ${most}`;
  const near = (most: number) =>
    sql`e.public_id IN (SELECT * FROM (${newest(most)}) AS newest UNION SELECT * FROM (${named}) AS named)`;
  const words = typed.split(' ').map((word) => ({ text: word, excluded: false }));
  const longest = words.toSorted((one, other) => other.text.length - one.text.length)[0];
  return longest && isIndexed(longest)
    ? [near(NEWEST), sql`e.public_id IN (SELECT t.public_id FROM ${textsWith(longest.text)} AS t)`]
    : [near(MOST)];
}

/** D15.4: SQL for the ids of the records whose names contain the word; `permitted`: a condition on their rows. */
const naming = (type: LinkedType, permitted: Sql, text: string): Sql =>
  sql`SELECT e.public_id FROM ${tableOf(type)} e
    WHERE ${permitted} AND ${containsFolded(searchText, text, NAME_END)}`;

/** Ids by folded word. */
export type IdsByWord = Map<string, number[]>;

/** The events whose rows refer to a record with the word in its name. */
export function eventsNaming(type: LinkedType, text: string, permitted: Sql, ids?: IdsByWord): Sql {
  const known = ids?.get(text);
  const among = known
    ? oneOf(raw('l.target_id'), known)
    : sql`l.target_id IN (${naming(type, permitted, text)})`;
  const links = sql`FROM @calendar_links l WHERE l.kind = ${type} AND ${among}`;
  return sql`SELECT e.public_id FROM @calendar_events e WHERE e.id IN (SELECT l.row_id ${links})`;
}

/** The most records that are named by their ids. */
const MAX_IDS = 2000;

/**
 * The same as ids, by the words of a search, for PostgreSQL: it expects few rows to refer to what a subquery finds, and
 * looks up each of them.
 */
export async function idsNaming(type: LinkedType, permitted: Sql, search: string) {
  const ids: IdsByWord = new Map();
  for (const { text } of isPostgres() ? parseSearch(search) : []) {
    const found = await run<{ id: number }>(
      sql`SELECT DISTINCT public_id AS id FROM (${naming(type, permitted, text)}) AS e ORDER BY id LIMIT ${MAX_IDS + 1}`,
    );
    const known = found.map(({ id }) => id);
    if (known.length <= MAX_IDS) ids.set(text, known);
  }
  return ids;
}
