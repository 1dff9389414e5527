import { DIRECT, KIND } from '../sql/facets';
import { raw, sql } from '../sql/sql';
import { ALWAYS, isPostgres, jsonRows, qualified, run } from './run';
import { lock } from './transaction';

const AGENDA = 'calendar_agenda';

const statement = (text: string) => run(raw(text));

const languages = ['published', 'private', 'pending', 'draft'];

/**
 * D15.1: one row per event in any state, for those who edit. Each state holds the languages that are
 * in it, as bits; an event without a start or an end stands nowhere in time.
 */
export async function createAgenda(): Promise<void> {
  const [moment, small] = isPostgres() ? ['timestamp(6)', 'smallint'] : ['integer', 'integer'];
  await statement(`CREATE TABLE IF NOT EXISTS ${qualified(AGENDA)} (
    event_id integer PRIMARY KEY,
    utc_start ${moment},
    utc_end ${moment},
    visible_from ${moment} NOT NULL,
    ${languages.map((state) => `${state} ${small} NOT NULL`).join(', ')},
    trashed ${small} NOT NULL
  )`);
}

/** After many rows at once, PostgreSQL learns how they lie. */
export async function vacuumAgenda(): Promise<void> {
  if (isPostgres()) await strapi.db.connection.raw(`VACUUM ANALYZE ${qualified(AGENDA)}`);
}

const LISTING = 'calendar_listing';

/** Without a vacuum soon after saves PostgreSQL reads the table beside the index again. */
const VACUUMED = `WITH (autovacuum_vacuum_scale_factor = 0.002,
  autovacuum_vacuum_insert_scale_factor = 0.002, autovacuum_analyze_scale_factor = 0.02)`;

const COVERED = 'utc_end, visible_from, event_id, languages, flags';

/** D8.9: what the lists read, a range of it each. */
export const createListingIndex = () =>
  statement(
    `CREATE INDEX IF NOT EXISTS ${LISTING}_start ON ${qualified(LISTING)}
      (kind, target, utc_start, occurrence_id${isPostgres() ? `) INCLUDE (${COVERED})` : `, ${COVERED})`}`,
  );

export const dropListingIndex = () =>
  statement(
    `DROP INDEX IF EXISTS ${isPostgres() ? qualified(`${LISTING}_start`) : `${LISTING}_start`}`,
  );

/** D8.9: one row per event and per fact about it that lists ask for; nulls stand nowhere in time. */
export async function createListing(): Promise<void> {
  const [moment, small] = isPostgres() ? ['timestamp(6)', 'smallint'] : ['integer', 'integer'];
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

/** After many rows at once: PostgreSQL learns how they lie, and which pages the index need not look up. */
export async function vacuumListing(): Promise<void> {
  if (isPostgres()) await strapi.db.connection.raw(`VACUUM ANALYZE ${qualified(LISTING)}`);
}

/** Lines of a category or tag that are read rather than compacted. */
const MANY = 20;

/** Milliseconds by which the clocks of two nodes may differ: what has counted so long does so for all of them. */
const SKEW = 5 * 60 * 1000;

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

/** Held by whoever replaces lines that are there. */
export const REPLACING = 'term counts';

const COLUMNS = { kind: 'integer', target: 'integer', n: 'integer' } as const;

/** D8.10: makes one line of many, of what counts already. Lines that are added meanwhile stay beside it. */
export function compactTermCounts(now: Date): Promise<unknown> {
  const due = sql`visible_from < ${new Date(now.getTime() - SKEW)}`;
  return strapi.db.transaction(async ({ trx }) => {
    await lock(REPLACING, trx);
    const many = sql`SELECT kind, target FROM @calendar_term_counts WHERE ${due}
        GROUP BY kind, target HAVING COUNT(*) > ${MANY}`;
    if ((await run(many)).length === 0) return; // A statement that removes nothing would count as a change, too.
    const lines = await run<Line>(sql`DELETE FROM @calendar_term_counts
      WHERE ${due} AND (kind, target) IN (${many})
      RETURNING kind, target, n`);
    if (lines.length === 0) return;
    await run(sql`INSERT INTO @calendar_term_counts (kind, target, visible_from, n)
      SELECT kind, target, ${raw(ALWAYS())}, n FROM ${jsonRows(COLUMNS, sumOf(lines))}`);
  });
}

const MINUTE = 60_000;

let timer: NodeJS.Timeout | undefined;

const compact = () =>
  compactTermCounts(new Date()).catch(({ message }: Error) =>
    strapi.log.warn(`The counts of categories and tags were not compacted: ${message}`),
  );

/** Now, and until the calendar ends; a node that cannot do it now does it a minute later. */
export function startCompacting(): void {
  timer = setInterval(compact, MINUTE).unref();
  void compact();
}

export const stopCompacting = () => clearInterval(timer);

const COUNTS = 'calendar_term_counts';

/** A row of the listing that says: the event names this category, or this tag, itself. */
const counted = (row = '') =>
  `${row}kind IN (${KIND.category}, ${KIND.tag}) AND ${row}flags & ${DIRECT} <> 0`;

/** When it begins to count; what has counted for a day has always done so, by whatever clock. */
const since = (row = '') =>
  isPostgres()
    ? `CASE WHEN ${row}visible_from < now() AT TIME ZONE 'UTC' - INTERVAL '1 day'
        THEN ${ALWAYS()} ELSE ${row}visible_from END`
    : `CASE WHEN ${row}visible_from < (unixepoch() - 86400) * 1000
        THEN ${ALWAYS()} ELSE ${row}visible_from END`;

/** Adds a line for all the rows of a table that are counted, a category or tag and a moment each. */
const addFrom = (rows: string, sign: '' | '-') =>
  `INSERT INTO ${qualified(COUNTS)} (kind, target, visible_from, n)
    SELECT kind, target, ${since()}, ${sign}COUNT(*) FROM ${rows} WHERE ${counted()} GROUP BY 1, 2, 3`;

async function hasTriggers() {
  const triggers = isPostgres()
    ? `SELECT 1 FROM pg_trigger WHERE tgrelid = '${qualified(LISTING)}'::regclass AND tgname = '${COUNTS}_insert'`
    : `SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name = '${COUNTS}_insert'`;
  return (await statement(triggers)).length > 0;
}

/** What was there before is `gone`, what is there now has `come`. */
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

/** Of how many categories and tags the lines do not add up to the rows that are counted. */
export async function countMiscounted(): Promise<number> {
  const rows = await statement(`SELECT kind, target FROM (
      SELECT kind, target, n FROM ${qualified(COUNTS)}
      UNION ALL SELECT kind, target, -1 FROM ${qualified(LISTING)} WHERE ${counted()}
    ) AS lines GROUP BY kind, target HAVING SUM(n) <> 0`);
  return rows.length;
}

/** Counts all anew. Nobody may write the listing meanwhile. */
export async function recountTerms(): Promise<void> {
  await statement(`DELETE FROM ${qualified(COUNTS)}`);
  await statement(addFrom(qualified(LISTING), ''));
}

/**
 * D8.10: how many events name each category and each tag. The database adds a line whenever rows of the
 * listing come and go, whoever writes them; a line that all writers of a category changed would make
 * them wait for each other. A count is the sum of its lines.
 */
export async function createTermCounts(): Promise<void> {
  const [moment, small] = isPostgres() ? ['timestamp(6)', 'smallint'] : ['integer', 'integer'];
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
