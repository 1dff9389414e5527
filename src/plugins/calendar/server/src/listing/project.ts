import { KIND } from '../sql/facets';
import { raw, type Sql, sql, values } from '../sql/sql';
import { run } from '../store/run';
import { COLUMNS, type Scope, withWanted } from './wanted';

const stored = (scope: Scope): Sql =>
  sql`SELECT ${COLUMNS} FROM @calendar_listing WHERE ${scope(raw('event_id'))}`;

const wanted = sql`SELECT ${COLUMNS} FROM wanted`;

export const theseEvents =
  (ids: number[]): Scope =>
  (column) =>
    sql`${column} IN (${values(ids)})`;

/** Events in one of the categories, or below, as the listing knows them. */
export const eventsBelow =
  (categories: number[]): Scope =>
  (column) =>
    sql`${column} IN (SELECT below.event_id FROM @calendar_listing below
      WHERE below.kind = ${raw(`${KIND.category}`)} AND below.target IN (${values(categories)}))`;

/**
 * D8.9: brings the listing in line with the events as they are now, by two statements. Only rows that
 * differ are written: what a save leaves as it was stays readable from the index alone.
 */
export async function project(scope: Scope): Promise<void> {
  await run(sql`${withWanted(scope)}
    DELETE FROM @calendar_listing WHERE ${scope(raw('event_id'))}
      AND (event_id, occurrence_id, kind, target) IN (
        SELECT event_id, occurrence_id, kind, target
        FROM (${stored(scope)} EXCEPT ${wanted}) AS outdated)`);
  await run(sql`${withWanted(scope)}
    INSERT INTO @calendar_listing (${COLUMNS}) ${wanted} EXCEPT ${stored(scope)}`);
}

/** The same for a listing that holds none of them yet. */
export const fill = (scope: Scope) =>
  run(sql`${withWanted(scope)} INSERT INTO @calendar_listing (${COLUMNS}) ${wanted}`);

export async function countListed(): Promise<number> {
  const [row] = await run<{ count: number | string }>(
    sql`SELECT COUNT(*) AS count FROM @calendar_listing WHERE kind = ${raw(`${KIND.all}`)}`,
  );
  return Number(row?.count);
}

/** How many of the events have other rows than they should. */
export async function countOutdated(scope: Scope): Promise<number> {
  const [row] = await run<{ count: number | string }>(sql`${withWanted(scope)}
    SELECT COUNT(DISTINCT event_id) AS count FROM (
      SELECT * FROM (${stored(scope)} EXCEPT ${wanted}) AS outdated
      UNION ALL
      SELECT * FROM (${wanted} EXCEPT ${stored(scope)}) AS missing) AS differing`);
  return Number(row?.count);
}
