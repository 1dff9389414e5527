import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { DAY } from '../kinds/dates/wall-time';
import { raw, type Sql, sql } from '../sql/sql';
import { sqliteFile } from './client';
import { dueBetween } from './data-changes';
import { REVISIONS } from './revisions';
import { deleteSome, execute, isPostgres, qualified, run, serialKey } from './run';
import { lock } from './transaction';

/** D8.14: a sequence of positions in the list of changes. A new one begins with each process and after a restore. */
export interface Generation {
  token: string;
  /** The highest assigned position; scheduled publications up to it are public. */
  last: number;
}

interface State extends Generation {
  id: number;
  /** Milliseconds since 1970: scheduled publications until then have positions. */
  due: number;
  /** Whether it began in this very database, and not in one it was copied from. */
  original: boolean | number;
  /** Whether there are changes without a position. */
  waiting: boolean | number;
}

/** Not a content type, so that exports do not include generations. */
export async function createGenerations(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified('calendar_generations')} (
    id ${serialKey()},
    token varchar(32) NOT NULL,
    origin varchar(255) NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    due bigint NOT NULL,
    began bigint NOT NULL
  )`);
}

/** Milliseconds for which a cursor is valid, and for which its data is kept. */
export const CURSOR_LIFETIME = 30 * DAY;
const RETENTION = CURSOR_LIFETIME + DAY;

/** Strapi instances that have begun a generation in this process. */
const started = new WeakSet<object>();

/** Identifies a PostgreSQL database: a restored dump has another table, point-in-time recovery another timeline. */
const POSTGRES_ORIGIN = raw(`(SELECT system_identifier FROM pg_control_system()) || '.' ||
  '@calendar_revisions'::regclass::oid || '.' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`);

/** Identifies the SQLite file: a restored one is another file, unless it was written into the old one. */
async function sqliteOrigin(): Promise<string> {
  const { ino, birthtimeMs } = await stat(sqliteFile());
  return `${ino}.${birthtimeMs}`;
}

const origin = async (): Promise<Sql> =>
  isPostgres() ? POSTGRES_ORIGIN : sql`${await sqliteOrigin()}`;

async function stateAt(now: Date): Promise<State | undefined> {
  const [latest] = await run<Omit<State, 'waiting'>>(sql`SELECT id, token, last, due,
      origin = ${await origin()} AS original
    FROM @calendar_generations ORDER BY id DESC LIMIT 1`);
  if (!latest) return undefined;
  const due = Number(latest.due);
  const [row] = await run<Pick<State, 'waiting'>>(sql`SELECT
      EXISTS (SELECT 1 FROM @calendar_revisions WHERE position IS NULL)
      OR EXISTS (${dueBetween(new Date(due), now)}) AS waiting`);
  return { ...latest, due, last: Number(latest.last), waiting: row?.waiting ?? true };
}

const highestPosition = async (): Promise<number> => {
  const [row] = await run<{ highest: string | number | null }>(
    sql`SELECT max(position) AS highest FROM @calendar_revisions WHERE position > 0`,
  );
  return Number(row?.highest ?? 0);
};

/** Begins a generation after all assigned positions; forgets those of another database. */
async function beginGeneration(known: State | undefined, now: Date): Promise<State> {
  if (known && !known.original) await run(sql`DELETE FROM @calendar_generations`);
  const token = randomBytes(9).toString('base64url');
  const last = Math.max(known?.last ?? 0, await highestPosition());
  const due = known?.due ?? now.getTime();
  const [row] = await run<{ id: number }>(sql`INSERT INTO @calendar_generations
      (token, origin, first, last, due, began)
    VALUES (${token}, ${await origin()}, ${last}, ${last}, ${due}, ${now.getTime()}) RETURNING id`);
  return { id: row?.id ?? 0, token, last, due, original: true, waiting: true };
}

const IN_MILLISECONDS = () =>
  raw(isPostgres() ? '(EXTRACT(EPOCH FROM updated) * 1000)' : 'updated');

/** Skips rows locked by a writer; SQLite has only one writer. */
const skipLocked = () => raw(isPostgres() ? 'FOR UPDATE SKIP LOCKED' : '');

/**
 * Queues scheduled publications for a position. Returns the moment until which all of them are queued, since a writer
 * may hold a row and roll back. If a reader's moment is earlier (another node's clock is ahead, or another request
 * overtook it), records reported to it as not yet public are reported once more.
 */
async function queueDue({ due }: State, now: Date): Promise<number> {
  if (now.getTime() <= due) return now.getTime();
  const rows = dueBetween(new Date(due), now);
  await run(sql`INSERT INTO @calendar_revisions (type, document_id, public_id, revision, changed, told, position)
    SELECT type, document_id, public_id, ${IN_MILLISECONDS()}, ${now.getTime()}, FALSE, NULL
      FROM (${rows}) AS due WHERE TRUE ORDER BY type, document_id
    ON CONFLICT (type, document_id) DO NOTHING`);
  await run(sql`UPDATE @calendar_revisions AS r SET position = NULL FROM (
      SELECT type, document_id FROM @calendar_revisions
      WHERE position IS NOT NULL AND (type, document_id) IN (SELECT type, document_id FROM (${rows}) AS due)
      ${skipLocked()}) AS due
    WHERE r.type = due.type AND r.document_id = due.document_id`);
  const skippedRows = await run(sql`SELECT 1 FROM (${rows}) AS due
    JOIN @calendar_revisions r ON r.type = due.type AND r.document_id = due.document_id
    WHERE r.position IS NOT NULL LIMIT 1`);
  return skippedRows.length > 0 ? due : now.getTime();
}

/** Assigns positions to all committed changes without one. */
const assignPositions = ({ last }: State) =>
  run(sql`UPDATE @calendar_revisions AS r SET position = numbered.position FROM (
      SELECT type, document_id, ${last} + row_number() OVER (ORDER BY changed, type, document_id) AS position
      FROM (SELECT type, document_id, changed FROM @calendar_revisions
        WHERE position IS NULL ${skipLocked()}) AS waiting) AS numbered
    WHERE r.type = numbered.type AND r.document_id = numbered.document_id`);

/** Deletes what no valid cursor needs: old generations, and some of the deleted records; returns how many of these. */
export async function pruneChanges(now: Date): Promise<number> {
  const before = now.getTime() - RETENTION;
  await run(sql`DELETE FROM @calendar_generations WHERE id <
    (SELECT max(id) FROM @calendar_generations WHERE began < ${before})`);
  return deleteSome(REVISIONS, ['type', 'document_id'], (all) =>
    all.whereRaw('gone').where('changed', '<', before),
  );
}

async function numberWaiting(now: Date): Promise<Generation> {
  const known = await stateAt(now);
  const state = known?.original && started.has(strapi) ? known : await beginGeneration(known, now);
  const due = await queueDue(state, now);
  await assignPositions(state);
  const last = Math.max(state.last, await highestPosition());
  await run(
    sql`UPDATE @calendar_generations SET last = ${last}, due = ${due} WHERE id = ${state.id}`,
  );
  return { token: state.token, last };
}

/**
 * D8.14: assigns positions to all committed changes without one. A sequence number drawn when writing could be
 * overtaken by others that commit earlier, so positions are assigned after the commit, by one reader at a time.
 */
export async function numberChanges(now: Date): Promise<Generation> {
  const state = await stateAt(now);
  const isNumbered = state?.original && !state.waiting && state.due <= now.getTime();
  if (isNumbered && started.has(strapi)) return state;
  const generation = (await strapi.db.transaction(async ({ trx }) => {
    await lock('changes', trx);
    return numberWaiting(now);
  })) as Generation;
  started.add(strapi);
  return generation;
}

/** The generation in which a position was assigned. */
export async function generationOf(position: number): Promise<string | undefined> {
  const [row] = await run<{ token: string }>(sql`SELECT token FROM @calendar_generations
    WHERE first <= ${position} ORDER BY id DESC LIMIT 1`);
  return row?.token;
}

/** Whether the position was assigned in the generation, and no position beyond it before the next generation began. */
export async function isKnown(generation: string, position: number): Promise<boolean> {
  const [row] = await run(sql`SELECT 1 FROM @calendar_generations g
    WHERE g.token = ${generation} AND g.first <= ${position} AND g.last >= ${position}
    AND NOT EXISTS (SELECT 1 FROM @calendar_generations n WHERE n.id > g.id AND n.first < ${position})`);
  return row !== undefined;
}

/** Ends all generations after an import, so that clients with a cursor must start over. */
export const endGenerations = () => run(sql`DELETE FROM @calendar_generations`);
