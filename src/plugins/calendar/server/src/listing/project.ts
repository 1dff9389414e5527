import { publicOrScheduled } from '../access/sql';
import { ALWAYS, isPostgres, run } from '../database/run';
import { DAY } from '../kinds/dates/wall-time';
import { DIRECT, FLAG, KIND, LANGUAGE_BITS, LONG_DAYS } from '../sql/facets';
import { list, raw, type Sql, sql, values } from '../sql/sql';

/** Selects events: a condition on a column of public ids. */
export type Scope = (column: Sql) => Sql;

export const ALL_EVENTS: Scope = () => raw('TRUE');

/** The columns of the listing, in the order of all statements. */
const COLUMNS = raw(
  'utc_start, utc_end, visible_from, event_id, occurrence_id, target, kind, languages, flags',
);

const isLong = () =>
  isPostgres()
    ? `e.utc_end_date > e.utc_start_date + INTERVAL '${LONG_DAYS} days'`
    : `e.utc_end_date > e.utc_start_date + ${LONG_DAYS * DAY}`;

const flag = (bit: number, holds: string) => `CASE WHEN ${holds} THEN ${bit} ELSE 0 END`;

/** D6.1: SQL for the moment from which an event with this date is public, if nothing else speaks against it. */
export const visibleFrom = (date: string) => raw(`COALESCE(${date}, ${ALWAYS()})`);

/** D6.1 without the date: one row per event that is public in some language. */
const shown = (scope: Scope) => sql`
  shown AS MATERIALIZED (
    SELECT e.public_id, MIN(e.id) AS row_id,
      SUM(CASE e.locale ${raw(LANGUAGE_BITS)} ELSE 0 END) AS languages
    FROM @calendar_events e
    WHERE ${publicOrScheduled('e')} AND ${scope(raw('e.public_id'))}
    GROUP BY e.public_id)`;

/** D5.10: without start or end, both times are null. D10.7: the flags of protected events are not listed. */
const event = () => sql`
  event AS MATERIALIZED (
    SELECT e.public_id, s.row_id, s.languages, e.post_parent,
      CASE WHEN e.utc_end_date IS NOT NULL THEN e.utc_start_date END AS utc_start,
      CASE WHEN e.utc_start_date IS NOT NULL THEN e.utc_end_date END AS utc_end,
      ${visibleFrom('e.date')} AS visible_from,
      ${raw(flag(FLAG.hidden, 'e.hide_from_listings'))} + ${raw(flag(FLAG.long, isLong()))} +
      CASE WHEN COALESCE(e.password, '') <> '' THEN ${raw(`${FLAG.protected}`)} ELSE
        ${raw(flag(FLAG.featured, 'e.featured'))} +
        ${raw(flag(FLAG.ticketed, "LOWER(SUBSTR(COALESCE(e.ticket_url, ''), 1, 4)) = 'http'"))}
      END AS flags
    FROM shown s JOIN @calendar_events e ON e.id = s.row_id),
  open AS (SELECT * FROM event WHERE flags & ${raw(`${FLAG.protected}`)} = 0)`;

/** `CROSS JOIN` fixes SQLite's join order; otherwise it scans all links. */
const linked = (field: string) =>
  sql`FROM open CROSS JOIN @calendar_links l WHERE l.row_id = open.row_id AND l.kind = ${field}`;

/** Each referenced category with itself and its ancestors; UNION ends cycles. */
const above = () => sql`
  above(id, target) AS (
    SELECT DISTINCT l.target_id, l.target_id ${linked('categories')}
    UNION
    SELECT above.id, c.parent
    FROM above JOIN @calendar_categories c ON c.public_id = above.target
    WHERE c.parent IS NOT NULL)`;

const FLAGS = Object.values(FLAG)
  .map((bit) => `SELECT ${bit} AS bit`)
  .join(' UNION ALL ');

/** Columns that are equal in all rows of an event. */
const EVENT = raw('utc_start, utc_end, visible_from, public_id, languages, flags');

const number = (value: number) => raw(`${value}`);

const referring = (field: string, kind: number) =>
  sql`SELECT ${EVENT}, ${number(kind)}, l.target_id, ${number(DIRECT)} ${linked(field)}`;

const inCategories = () => sql`
  SELECT ${EVENT}, ${number(KIND.category)}, above.target,
    MAX(${raw(flag(DIRECT, 'above.id = above.target'))})
  FROM (SELECT open.*, l.target_id AS category ${linked('categories')}) AS named
  JOIN above ON above.id = named.category
  GROUP BY ${EVENT}, above.target`;

const facets = () =>
  list(
    [
      sql`SELECT ${EVENT}, ${number(KIND.all)}, 0, 0 FROM event`,
      inCategories(),
      referring('tags', KIND.tag),
      referring('venue', KIND.venue),
      referring('organizer', KIND.organizer),
      sql`SELECT ${EVENT}, ${number(KIND.childOf)}, post_parent, ${number(DIRECT)}
        FROM open WHERE post_parent IS NOT NULL`,
      sql`SELECT ${EVENT}, ${number(KIND.flag)}, f.bit, 0
        FROM event JOIN (${raw(FLAGS)}) AS f ON flags & f.bit <> 0`,
    ],
    ' UNION ALL ',
  );

/** D8.9: the `WITH` clause that defines `wanted`: the rows that the listing should contain for the events. */
export const wantedRows = (scope: Scope, rows = facets()): Sql => sql`
  WITH RECURSIVE ${shown(scope)}, ${event()}, ${above()},
  facet(${EVENT}, kind, target, direct) AS (${rows}),
  wanted AS (
    SELECT utc_start, utc_end, visible_from, public_id AS event_id, public_id AS occurrence_id,
      target, kind, languages, flags + direct AS flags
    FROM facet)`;

const stored = (scope: Scope): Sql =>
  sql`SELECT ${COLUMNS} FROM @calendar_listing WHERE ${scope(raw('event_id'))}`;

const wanted = sql`SELECT ${COLUMNS} FROM wanted`;

/** Selects events by their public ids. */
export const eventsWithIds =
  (ids: number[]): Scope =>
  (column) =>
    sql`${column} IN (${values(ids)})`;

/** The ids of events in one of the categories or their descendants, according to the listing. */
export async function eventsBelow(categories: number[]): Promise<number[]> {
  const found = await run<{ event_id: number }>(sql`SELECT DISTINCT event_id FROM @calendar_listing
    WHERE kind = ${number(KIND.category)} AND target IN (${values(categories)})`);
  return found.map(({ event_id }) => event_id);
}

interface Compared {
  rows: Sql;
  compared: Scope;
  among: Sql;
}

/** Writes those of the events' rows that differ, so that unchanged ones can still be read by index-only scans. */
async function synchronise(scope: Scope, { rows, compared, among }: Compared): Promise<void> {
  await run(sql`${wantedRows(scope, rows)}
    DELETE FROM @calendar_listing WHERE ${among}
      AND (event_id, occurrence_id, kind, target) IN (
        SELECT event_id, occurrence_id, kind, target
        FROM (${stored(compared)} EXCEPT ${wanted}) AS outdated)`);
  await run(sql`${wantedRows(scope, rows)}
    INSERT INTO @calendar_listing (${COLUMNS}) ${wanted} EXCEPT ${stored(compared)}`);
}

/** D8.9: synchronises the listing with the events in two statements. */
export const project = (scope: Scope): Promise<void> =>
  synchronise(scope, { rows: facets(), compared: scope, among: scope(raw('event_id')) });

/**
 * Like `project`, after categories have moved: only the rows of the events' categories depend on their tree. `+kind`
 * lets SQLite find them by event; otherwise it reads all rows of the kind in each statement. Rows are deleted by key
 * alone: PostgreSQL would search its index for each of many events again, or read all rows of a category, per row.
 */
export const projectCategories = (scope: Scope): Promise<void> =>
  synchronise(scope, {
    rows: inCategories(),
    compared: (column) => sql`+kind = ${number(KIND.category)} AND ${scope(column)}`,
    among: raw('TRUE'),
  });

/** Inserts the rows of events that are not in the listing yet. */
export const fill = (scope: Scope) =>
  run(sql`${wantedRows(scope)} INSERT INTO @calendar_listing (${COLUMNS}) ${wanted}`);

/** The number of listed events. */
export async function countListed(): Promise<number> {
  const [row] = await run<{ count: number | string }>(
    sql`SELECT COUNT(*) AS count FROM @calendar_listing WHERE kind = ${raw(`${KIND.all}`)}`,
  );
  return Number(row?.count);
}

/** How many of the events have rows that differ from the wanted ones. */
export async function countOutdated(scope: Scope): Promise<number> {
  const [row] = await run<{ count: number | string }>(sql`${wantedRows(scope)}
    SELECT COUNT(DISTINCT event_id) AS count FROM (
      SELECT * FROM (${stored(scope)} EXCEPT ${wanted}) AS outdated
      UNION ALL
      SELECT * FROM (${wanted} EXCEPT ${stored(scope)}) AS missing) AS differing`);
  return Number(row?.count);
}
