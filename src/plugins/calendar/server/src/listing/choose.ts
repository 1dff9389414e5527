import { bestLanguage, inState, isAllButTrash, rank } from '../access/sql';
import type { Viewer } from '../access/viewer';
import type { Status } from '../content-types/rows';
import { isPostgres, run, tableOf } from '../database/run';
import { titleIn } from '../database/search-index';
import { DAY } from '../kinds/dates/wall-time';
import {
  cosineTo,
  located,
  openVenue,
  type Point,
  type PostOrder,
} from '../resources/event/conditions';
import type { Sorting } from '../resources/term';
import type { LanguageChoice } from '../settings/languages';
import type { PostType, TermType } from '../settings/record-types';
import { all, list, raw, type Sql, sql, TRUE } from '../sql/sql';
import { isShort } from './branches';
import { cachedUntilDue, undated } from './cache';

interface Page {
  table: Sql;
  where: Sql;
  /** The same condition, for reading all records of the list. */
  finding?: Sql;
  /** Whether the list is read by it, whatever its length. */
  isFound?: boolean;
  order: Sql;
  page: number;
  perPage: number;
}

/** Records up to which a list is found by its conditions and sorted: an index by its order would be read to the end. */
const FEW_RECORDS = 100;

/**
 * The row ids of a page; an index is read as far as the page. SQLite 3.51 turns an EXISTS next to an OFFSET into a join
 * and loses the OFFSET, so there the OFFSET is that of a query around the one with the conditions.
 */
async function idsOn(
  { table, where, finding, isFound, order, page, perPage }: Page,
  total: number,
) {
  const offset = (page - 1) * perPage;
  if (offset >= total || perPage === 0) return [];
  const isWalked = total > FEW_RECORDS && !isFound;
  const rows = isWalked
    ? sql`SELECT e.id FROM ${table} e WHERE ${where} ${order}`
    : sql`WITH found AS MATERIALIZED (SELECT e.* FROM ${table} e WHERE ${finding ?? where})
          SELECT e.id FROM found e ${order}`;
  const found = await run<{ id: number }>(
    isPostgres()
      ? sql`${rows} LIMIT ${perPage} OFFSET ${offset}`
      : sql`SELECT id FROM (${rows} LIMIT ${offset + perPage}) LIMIT -1 OFFSET ${offset}`,
  );
  return found.map(({ id }) => id);
}

/** Orders texts by code point, as SQLite does; PostgreSQL's default depends on the host. */
const byCodePoint = (text: Sql): Sql => sql`${text}${raw(isPostgres() ? ' COLLATE "C"' : '')}`;

/** A measure of the distance to the event's nearest visible venue; increases with the distance. */
const distance = (from: Point, viewer: Viewer) =>
  sql`(SELECT -MAX(${cosineTo(from)}) FROM @calendar_links k
    JOIN @calendar_venues v ON v.public_id = k.target_id
    WHERE k.row_id = e.id AND k.kind = 'venue' AND ${all([located, openVenue(viewer)])})`;

const value = (order: PostOrder, viewer: Viewer): Sql => {
  if (order.by === 'distance') return distance(order.from, viewer);
  if (order.by === 'title') return titleIn('e.search_text');
  if (order.by === 'start' && order.timeless)
    return raw('e.utc_start_date IS NULL, e.utc_start_date');
  const columns = {
    start: 'e.utc_start_date',
    modified: 'e.updated_at',
    date: 'COALESCE(e.date, e.created_at)',
  };
  return raw(columns[order.by]);
};

/** D8.5: SQL that orders rows of posts (alias `e`) by the requested value, then by id. */
export function orderBy(order: PostOrder, viewer: Viewer): Sql {
  const way = raw(order.descending ? ' DESC' : '');
  return sql`ORDER BY ${value(order, viewer)}${way}, e.public_id${way}`;
}

/**
 * Leaves out scheduled publications, which come first by date in descending order and are in no public list: with more
 * of them than are walked, all of the list would be sorted. Up to a day stays, as the clocks of nodes differ.
 */
export const notAhead = ({ by }: PostOrder, { now }: Viewer): Sql =>
  by === 'date'
    ? sql`AND COALESCE(e.date, e.created_at) < ${new Date(now.getTime() + DAY)}`
    : raw('');

export interface ListChoice extends LanguageChoice, Viewer {
  type: PostType;
  /** D8.7: the states of the chosen rows. */
  statuses: readonly Status[];
  /** If known. */
  counts?: Counts;
  /** Further conditions on the chosen row (alias `e`). */
  conditions: Sql[];
  order: PostOrder;
  page: number;
  perPage: number;
}

/** The length of a list, and an upper bound for the number of all events. */
export interface Counts {
  total: number;
  events: number;
}

export interface Chosen extends Counts {
  /** Row ids of the page, in order. */
  ids: number[];
}

interface Countable {
  /** SQL for the number. */
  count: Sql;
  /** The cache key, without the moment; false when the count depends on the exact moment, or on conditions not in it. */
  question: unknown[] | false;
}

/** Whether the conditions do not depend on the current moment. */
const isLasting = (conditions: Sql[], now: Date) =>
  !conditions.some(({ bindings }) => bindings.includes(now));

/** D8.9: cached when `question` is given. */
function totalOf({ count, question }: Countable, viewer: Pick<Viewer, 'now'>): Promise<Counts> {
  const read = async () => {
    const [row] = await run<{ [Name in keyof Counts]: number | string | null }>(
      sql`SELECT ${count} AS total, (SELECT MAX(public_id) FROM @calendar_events) AS events`,
    );
    return { total: Number(row?.total), events: Number(row?.events) };
  };
  return question ? cachedUntilDue(question, viewer, read) : read();
}

const rowsOf = (table: Sql, where: Sql): Sql =>
  sql`(SELECT COUNT(*) FROM ${table} e WHERE ${where})`;

/** Given an array, PostgreSQL begins with it; it expects a popular category to have few of a window's events. */
const amongRows = (ids: Sql): Sql =>
  isPostgres() ? sql`e.id = ANY(ARRAY(${ids}))` : sql`e.id IN (${ids})`;

/** A range with more rows than this share of the number of events is counted with all others. */
const WIDE = raw('/ 4');

/**
 * SQL for the number of events, if their conditions only compare columns of the index of states, which is read once for
 * all records: of the rows that may be shown, the first by language must fulfil the conditions. Counting `rows` takes
 * several look-ups for each, among them one in the table, whose rows are wide; it is faster for a narrow range. In the
 * states of all rows outside the trash, a published row comes before its draft, which need not be looked up for it.
 */
function eventsOf(choice: ListChoice, open: Sql, rows: Sql): Sql {
  const { conditions, languages, statuses, permitted } = choice;
  const isWhole = isAllButTrash(statuses) && !permitted;
  const shown = isWhole ? raw('e.trashed_at IS NULL') : open;
  const draft = raw('CASE WHEN e.published_at IS NULL THEN 1 ELSE 0 END');
  const place = isWhole ? sql`2 * ${rank('e', languages)} + ${draft}` : rank('e', languages);
  const records = sql`(SELECT COUNT(*) FROM (
    SELECT 1 FROM @calendar_events e WHERE ${shown} GROUP BY e.public_id
    HAVING MIN(${place}) = MIN(CASE WHEN ${all(conditions)} THEN ${place} END)) AS record)`;
  const ranges = conditions.filter(({ indexed }) => indexed === 'range');
  if (ranges.length === 0) return records;
  const share = sql`COALESCE((SELECT MAX(public_id) FROM @calendar_events), 0) ${WIDE}`;
  return sql`CASE WHEN (SELECT COUNT(*) FROM (
      SELECT 1 FROM @calendar_events e WHERE ${all(ranges)} LIMIT ${share}) AS range_rows) < ${share}
    THEN ${rows} ELSE ${records} END`;
}

/** The column of the other index of events that a list by this one may have a range of. */
const OTHER_RANGE: Partial<Record<PostOrder['by'], string>> = {
  start: 'e.updated_at',
  modified: 'e.utc_start_date',
};

/** For SQLite, which would read all of the other range and sort it: `+` keeps the column out of its index. */
const alongOrder =
  ({ by }: PostOrder) =>
  (condition: Sql): Sql => {
    const other = !isPostgres() && condition.indexed === 'range' && OTHER_RANGE[by];
    return other ? { ...condition, sql: condition.sql.replaceAll(other, `+${other}`) } : condition;
  };

/** D8.1: which rows a page shows and how many records there are, in two statements. */
export async function choose(choice: ListChoice): Promise<Chosen> {
  const { type, now, conditions, statuses, languages, fallback } = choice;
  const table = tableOf(type);
  const permitted = (type === 'event' && choice.permitted) || (() => TRUE);
  const open = (alias: string) => all([inState(alias, choice), permitted(alias)]);
  const fulfilling = (tests: Sql[]) => all([open('e'), ...tests, bestLanguage(type, choice, open)]);
  const where = fulfilling(conditions);
  const finding = fulfilling(conditions.map((one) => one.finding?.(amongRows) ?? one));
  const isWhole = isLasting(conditions, now) && !choice.permitted;
  const question = isWhole && [type, conditions.map(undated(now)), statuses, languages, fallback];
  const isIndexed = conditions.every(({ indexed }) => indexed);
  const rows = rowsOf(table, finding);
  const count =
    type === 'event' && fallback && isIndexed ? eventsOf(choice, open('e'), rows) : rows;
  const counts = choice.counts ?? (await totalOf({ count, question }, choice));
  const order = orderBy(choice.order, choice);
  const isWalk = isShort(counts, choice.page * choice.perPage);
  const isFound = conditions.some((one) => one.finding) && !isWalk;
  const walked = isWalk ? fulfilling(conditions.map(alongOrder(choice.order))) : where;
  const page = { ...choice, table, where: walked, finding, isFound, order };
  return { ids: await idsOn(page, counts.total), ...counts };
}

export interface TermChoice extends LanguageChoice {
  type: TermType;
  now: Date;
  /** Conditions on the chosen row (alias `e`). */
  conditions: Sql[];
  order: Sorting[];
  page: number;
  perPage: number;
}

const orderOfTerms = (order: Sorting[]): Sql =>
  list(
    order.map(
      ({ by, isText, descending }) =>
        sql`${isText ? byCodePoint(by) : by}${raw(descending ? ' DESC' : '')}`,
    ),
  );

/** D8.1: which terms a page shows, each in its best language, and how many there are. */
export async function chooseTerms(choice: TermChoice): Promise<Chosen> {
  const { type } = choice;
  const table = tableOf(type);
  const where = all([...choice.conditions, bestLanguage(type, choice, () => TRUE)]);
  const { conditions, languages, fallback } = choice;
  const question = [type, conditions.map(undated(choice.now)), languages, fallback];
  const counts = await totalOf({ count: rowsOf(table, where), question }, choice);
  const order = sql`ORDER BY ${orderOfTerms(choice.order)}`;
  return { ids: await idsOn({ ...choice, table, where, order }, counts.total), ...counts };
}
