import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { DAY } from '../kinds/dates/wall-time';
import { POST_TYPES } from '../settings/record-types';
import { list, raw, type Sql, sql } from '../sql/sql';
import { isPostgres, run, tableOf } from './run';
import { lock } from './transaction';

/** D8.14: positions that follow each other; another one begins with each process, and after a restore. */
export interface Generation {
  token: string;
  /**
   * The highest position that was given: until there, whoever reads sees what was published by itself as
   * public.
   */
  last: number;
}

interface State extends Generation {
  id: number;
  /** Milliseconds: what was published by itself until then has its position. */
  due: number;
  /** Whether it was begun in this very database. */
  same: boolean | number;
  /** Whether something has no position yet. */
  waiting: boolean | number;
}

/** Milliseconds for which a cursor holds, and for which is kept what it needs. */
export const CURSOR_LIFETIME = 30 * DAY;
const RETENTION = CURSOR_LIFETIME + DAY;

/** Calendars whose process has begun a generation. */
const begun = new WeakSet<object>();

/** A restored dump has another table; a database that was brought back to a moment, another timeline. */
const POSTGRES_ORIGIN = raw(`(SELECT system_identifier FROM pg_control_system()) || '.' ||
  '@calendar_revisions'::regclass::oid || '.' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`);

/** A restored file is another one, unless it was written into the old one. */
async function sqliteOrigin(): Promise<string> {
  const { filename } = strapi.db.connection.client.connectionSettings;
  const { ino, birthtimeMs } = await stat(filename);
  return `${ino}.${birthtimeMs}`;
}

const origin = async (): Promise<Sql> =>
  isPostgres() ? POSTGRES_ORIGIN : sql`${await sqliteOrigin()}`;

/** D6.1: posts that were published by themselves in that time. */
const dueBetween = (from: Date, until: Date): Sql =>
  list(
    POST_TYPES.map(
      (type) => sql`SELECT ${raw(`'${type}'`)} AS type, document_id, max(public_id) AS public_id,
          max(updated_at) AS updated
        FROM ${tableOf(type)} WHERE published_at IS NOT NULL AND date > ${from} AND date <= ${until}
        GROUP BY document_id`,
    ),
    ' UNION ALL ',
  );

async function stateAt(now: Date): Promise<State | undefined> {
  const [latest] = await run<Omit<State, 'waiting'>>(sql`SELECT id, token, last, due,
      origin = ${await origin()} AS same
    FROM @calendar_generations ORDER BY id DESC LIMIT 1`);
  if (!latest) return undefined;
  const due = Number(latest.due);
  const [row] = await run<Pick<State, 'waiting'>>(sql`SELECT
      EXISTS (SELECT 1 FROM @calendar_revisions WHERE position IS NULL)
      OR EXISTS (${dueBetween(new Date(due), now)}) AS waiting`);
  return { ...latest, due, last: Number(latest.last), waiting: row?.waiting ?? true };
}

const highest = async (): Promise<number> => {
  const [row] = await run<{ highest: string | number | null }>(
    sql`SELECT max(position) AS highest FROM @calendar_revisions WHERE position > 0`,
  );
  return Number(row?.highest ?? 0);
};

/** Behind all positions that there are; those of another database are forgotten. */
async function begin(known: State | undefined, now: Date): Promise<State> {
  if (known && !known.same) await run(sql`DELETE FROM @calendar_generations`);
  const token = randomBytes(9).toString('base64url');
  const last = Math.max(known?.last ?? 0, await highest());
  const due = known?.due ?? now.getTime();
  const [row] = await run<{ id: number }>(sql`INSERT INTO @calendar_generations
      (token, origin, first, last, due, began)
    VALUES (${token}, ${await origin()}, ${last}, ${last}, ${due}, ${now.getTime()}) RETURNING id`);
  return { id: row?.id ?? 0, token, last, due, same: true, waiting: true };
}

const IN_MILLISECONDS = () =>
  raw(isPostgres() ? '(EXTRACT(EPOCH FROM updated) * 1000)' : 'updated');

/** Rows that a writer holds are passed over; SQLite has one writer. */
const skipped = () => raw(isPostgres() ? 'FOR UPDATE SKIP LOCKED' : '');

/**
 * What was published by itself waits for a position as well. Gives until when all of it does: a writer may
 * hold a line of it, and give it up again. Where a reader's moment is before that (another node's clock is
 * ahead, another request has overtaken it), what it is told is not public yet is told once more.
 */
async function awaitDue({ due }: State, now: Date): Promise<number> {
  if (now.getTime() <= due) return now.getTime();
  const rows = dueBetween(new Date(due), now);
  await run(sql`INSERT INTO @calendar_revisions (type, document_id, public_id, revision, changed, told, position)
    SELECT type, document_id, public_id, ${IN_MILLISECONDS()}, ${now.getTime()}, FALSE, NULL
      FROM (${rows}) AS due WHERE TRUE ORDER BY type, document_id
    ON CONFLICT (type, document_id) DO NOTHING`);
  await run(sql`UPDATE @calendar_revisions AS r SET position = NULL FROM (
      SELECT type, document_id FROM @calendar_revisions
      WHERE position IS NOT NULL AND (type, document_id) IN (SELECT type, document_id FROM (${rows}) AS due)
      ${skipped()}) AS due
    WHERE r.type = due.type AND r.document_id = due.document_id`);
  const passedOver = await run(sql`SELECT 1 FROM (${rows}) AS due
    JOIN @calendar_revisions r ON r.type = due.type AND r.document_id = due.document_id
    WHERE r.position IS NOT NULL LIMIT 1`);
  return passedOver.length > 0 ? due : now.getTime();
}

/** All that is committed follows what has a position. */
const give = ({ last }: State) =>
  run(sql`UPDATE @calendar_revisions AS r SET position = numbered.position FROM (
      SELECT type, document_id, ${last} + row_number() OVER (ORDER BY changed, type, document_id) AS position
      FROM (SELECT type, document_id, changed FROM @calendar_revisions
        WHERE position IS NULL ${skipped()}) AS waiting) AS numbered
    WHERE r.type = numbered.type AND r.document_id = numbered.document_id`);

/** What no cursor needs any more. */
async function forgetOld(now: Date) {
  const before = now.getTime() - RETENTION;
  await run(sql`DELETE FROM @calendar_revisions WHERE gone AND changed < ${before}`);
  await run(sql`DELETE FROM @calendar_generations WHERE id <
    (SELECT max(id) FROM @calendar_generations WHERE began < ${before})`);
}

async function numberAll(now: Date): Promise<Generation> {
  const known = await stateAt(now);
  const state = known?.same && begun.has(strapi) ? known : await begin(known, now);
  const due = await awaitDue(state, now);
  await give(state);
  const last = Math.max(state.last, await highest());
  await run(
    sql`UPDATE @calendar_generations SET last = ${last}, due = ${due} WHERE id = ${state.id}`,
  );
  await forgetOld(now);
  return { token: state.token, last };
}

/**
 * D8.14: gives a position to all that is committed and has none. A number that is drawn when something is
 * written would be passed by others that are committed before; so it is given behind the commit, by one
 * reader at a time.
 */
export async function numbered(now: Date): Promise<Generation> {
  const state = await stateAt(now);
  const isNumbered = state?.same && !state.waiting && state.due <= now.getTime();
  if (isNumbered && begun.has(strapi)) return state;
  const generation = (await strapi.db.transaction(async ({ trx }) => {
    await lock('changes', trx);
    return numberAll(now);
  })) as Generation;
  begun.add(strapi);
  return generation;
}

/** The generation in which a position was given. */
export async function generationOf(position: number): Promise<string | undefined> {
  const [row] = await run<{ token: string }>(sql`SELECT token FROM @calendar_generations
    WHERE first <= ${position} ORDER BY id DESC LIMIT 1`);
  return row?.token;
}

/** Whether the generation has come as far as the position, and no further when the next one began. */
export async function isKnown(generation: string, position: number): Promise<boolean> {
  const [row] = await run(sql`SELECT 1 FROM @calendar_generations g
    WHERE g.token = ${generation} AND g.first <= ${position} AND g.last >= ${position}
    AND NOT EXISTS (SELECT 1 FROM @calendar_generations n WHERE n.id > g.id AND n.first < ${position})`);
  return row !== undefined;
}

/** After an import: what was read before tells nothing of what there is now. */
export const endGenerations = () => run(sql`DELETE FROM @calendar_generations`);
