import { DIRECT, KIND } from '../sql/facets';
import { raw, sql } from '../sql/sql';
import { ALWAYS, addColumns, isPostgres, jsonRows, qualified, run } from './run';
import { lock } from './transaction';

export const AGENDA = 'calendar_agenda';

const statement = (text: string) => run(raw(text));

const columnTypes = () =>
  isPostgres()
    ? { moment: 'timestamp(6)', small: 'smallint' }
    : { moment: 'integer', small: 'integer' };

const STATES = ['published', 'private', 'pending', 'draft'];

/**
 * D15.1: the table for the admin's agenda, with one row per event in any state. Each state's column
 * contains the bits of the languages in it; times are null unless there are both a start and an
 * end. `hidden` is 1 if a text of the event is not among the search texts of public events.
 */
export async function createAgenda(): Promise<void> {
  const { moment, small } = columnTypes();
  await statement(`CREATE TABLE IF NOT EXISTS ${qualified(AGENDA)} (
    event_id integer PRIMARY KEY,
    utc_start ${moment},
    utc_end ${moment},
    visible_from ${moment} NOT NULL,
    ${STATES.map((state) => `${state} ${small} NOT NULL`).join(', ')},
    trashed ${small} NOT NULL
  )`);
  await addColumns(AGENDA, { hidden: `${small} NOT NULL DEFAULT 0` });
}

export const LISTING = 'calendar_listing';

/** Frequent autovacuum: without an up-to-date visibility map, PostgreSQL reads the table in addition to the index. */
const VACUUMED = `WITH (autovacuum_vacuum_scale_factor = 0.002,
  autovacuum_vacuum_insert_scale_factor = 0.002, autovacuum_analyze_scale_factor = 0.02)`;

const COVERED_COLUMNS = 'utc_end, visible_from, event_id, languages, flags';

/** D8.9: the covering index of which each list reads a range. */
export const createListingIndex = () =>
  statement(
    `CREATE INDEX IF NOT EXISTS ${LISTING}_start ON ${qualified(LISTING)}
      (kind, target, utc_start, occurrence_id${isPostgres() ? `) INCLUDE (${COVERED_COLUMNS})` : `, ${COVERED_COLUMNS})`}`,
  );

/** Drops the index before the whole listing is written; `createListingIndex` builds it afterwards, in one pass. */
export const dropListingIndex = () =>
  statement(
    `DROP INDEX IF EXISTS ${isPostgres() ? qualified(`${LISTING}_start`) : `${LISTING}_start`}`,
  );

/**
 * D8.9: the table of the listing, with one row per event and fact that lists filter by. Times are
 * null unless there are both a start and an end.
 */
export async function createListing(): Promise<void> {
  const { moment, small } = columnTypes();
  await statement(`CREATE TABLE IF NOT EXISTS ${qualified(LISTING)} (
    utc_start ${moment},
    utc_end ${moment},
    visible_from ${moment} NOT NULL,
    event_id integer NOT NULL,
    occurrence_id integer NOT NULL,
    target integer NOT NULL,
    kind ${small} NOT NULL,
    languages ${small} NOT NULL,
    flags ${small} NOT NULL,
    PRIMARY KEY (event_id, occurrence_id, kind, target)
  ) ${isPostgres() ? VACUUMED : 'WITHOUT ROWID'}`);
  await createListingIndex();
}

/** Rows of a category or tag up to which they are summed on each read instead of compacted. */
const MAX_SUMMED = 20;

/** Milliseconds after which a due row is due on all nodes, whose clocks may differ. */
const DUE_EVERYWHERE = 5 * 60 * 1000;

/** The columns of a sum. */
const LINE = { kind: 'integer', target: 'integer', n: 'integer' } as const;

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

/** The lock for replacing rows of counts. */
export const REPLACING = 'term counts';

/**
 * D8.10: replaces the due rows of terms that have many by their sum, and deletes those whose sum is 0, which deleted
 * terms would leave for good. Rows added concurrently are not affected.
 */
export function compactTermCounts(now: Date): Promise<unknown> {
  const due = sql`visible_from < ${new Date(now.getTime() - DUE_EVERYWHERE)}`;
  return strapi.db.transaction(async ({ trx }) => {
    await lock(REPLACING, trx);
    const many = sql`SELECT kind, target FROM @calendar_term_counts WHERE ${due}
        GROUP BY kind, target HAVING COUNT(*) > ${MAX_SUMMED} OR SUM(n) = 0`;
    if ((await run(many)).length === 0) return; // Any DELETE invalidates caches.
    const lines = await run<Line>(sql`DELETE FROM @calendar_term_counts
      WHERE ${due} AND (kind, target) IN (${many})
      RETURNING kind, target, n`);
    if (lines.length === 0) return;
    await run(sql`INSERT INTO @calendar_term_counts (kind, target, visible_from, n)
      SELECT kind, target, ${raw(ALWAYS())}, n FROM ${jsonRows(LINE, sumOf(lines))}`);
  });
}

const COUNTS = 'calendar_term_counts';

/** SQL for whether a row of the listing states a direct reference to a category or tag. */
const counted = (row = '') =>
  `${row}kind IN (${KIND.category}, ${KIND.tag}) AND ${row}flags & ${DIRECT} <> 0`;

/**
 * SQL for the moment from which a row counts. Moments more than a day past become "always", since
 * they are past by every node's clock.
 */
const since = (row = '') =>
  isPostgres()
    ? `CASE WHEN ${row}visible_from < now() AT TIME ZONE 'UTC' - INTERVAL '1 day'
        THEN ${ALWAYS()} ELSE ${row}visible_from END`
    : `CASE WHEN ${row}visible_from < (unixepoch() - 86400) * 1000
        THEN ${ALWAYS()} ELSE ${row}visible_from END`;

/** SQL that adds the counted rows of a table to the counts, or subtracts them: one row per term and moment. */
const addFrom = (rows: string, sign: '' | '-') =>
  `INSERT INTO ${qualified(COUNTS)} (kind, target, visible_from, n)
    SELECT kind, target, ${since()}, ${sign}COUNT(*) FROM ${rows} WHERE ${counted()} GROUP BY 1, 2, 3`;

async function hasTriggers() {
  const triggers = isPostgres()
    ? `SELECT 1 FROM pg_trigger WHERE tgrelid = '${qualified(LISTING)}'::regclass AND tgname = '${COUNTS}_insert'`
    : `SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name = '${COUNTS}_insert'`;
  return (await statement(triggers)).length > 0;
}

/** Transition tables of the triggers: `gone` has the old rows, `come` the new ones. */
const POSTGRES_EVENTS = {
  insert: 'REFERENCING NEW TABLE AS come',
  delete: 'REFERENCING OLD TABLE AS gone',
  update: 'REFERENCING OLD TABLE AS gone NEW TABLE AS come',
};

async function createPostgresTriggers() {
  await statement(`CREATE OR REPLACE FUNCTION ${qualified(COUNTS)}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN ${addFrom('gone', '-')}; END IF;
      IF TG_OP <> 'DELETE' THEN ${addFrom('come', '')}; END IF;
      RETURN NULL;
    END $$`);
  for (const [event, rows] of Object.entries(POSTGRES_EVENTS)) {
    await statement(`CREATE TRIGGER ${COUNTS}_${event} AFTER ${event} ON ${qualified(LISTING)}
      ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${qualified(COUNTS)}()`);
  }
}

const add = (row: 'OLD.' | 'NEW.', n: 1 | -1) =>
  `INSERT INTO ${COUNTS} (kind, target, visible_from, n)
    SELECT ${row}kind, ${row}target, ${since(row)}, ${n} WHERE ${counted(row)};`;

const SQLITE_EVENTS = {
  insert: () => add('NEW.', 1),
  delete: () => add('OLD.', -1),
  update: () => `${add('OLD.', -1)} ${add('NEW.', 1)}`,
};

async function createSqliteTriggers() {
  for (const [event, lines] of Object.entries(SQLITE_EVENTS)) {
    await statement(
      `CREATE TRIGGER ${COUNTS}_${event} AFTER ${event} ON ${LISTING} BEGIN ${lines()} END`,
    );
  }
}

/** The number of categories and tags whose counts do not match the listing. */
export async function countMiscounted(): Promise<number> {
  const rows = await statement(`SELECT kind, target FROM (
      SELECT kind, target, n FROM ${qualified(COUNTS)}
      UNION ALL SELECT kind, target, -1 FROM ${qualified(LISTING)} WHERE ${counted()}
    ) AS lines GROUP BY kind, target HAVING SUM(n) <> 0`);
  return rows.length;
}

/** Recomputes all counts. The caller must prevent writes to the listing meanwhile. */
export async function recountTerms(): Promise<void> {
  await statement(`DELETE FROM ${qualified(COUNTS)}`);
  await statement(addFrom(qualified(LISTING), ''));
}

/**
 * D8.10: the table of events per category and tag. Triggers add a row to it for each change of the
 * listing, so that every writer is covered. A count is the sum of its rows: a single row per term
 * would make all writers of a category wait for each other.
 */
export async function createTermCounts(): Promise<void> {
  const { moment, small } = columnTypes();
  await statement(`CREATE TABLE IF NOT EXISTS ${qualified(COUNTS)} (
    kind ${small} NOT NULL, target integer NOT NULL, visible_from ${moment} NOT NULL, n integer NOT NULL
  )`);
  await statement(`CREATE INDEX IF NOT EXISTS ${COUNTS}_term ON ${qualified(COUNTS)}
    (kind, target, visible_from${isPostgres() ? ') INCLUDE (n)' : ', n)'}`);
  if (await hasTriggers()) return;
  await strapi.db.transaction(async () => {
    await (isPostgres() ? createPostgresTriggers() : createSqliteTriggers());
    await recountTerms();
  });
}
