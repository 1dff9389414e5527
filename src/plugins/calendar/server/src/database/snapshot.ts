import type { Knex } from 'knex';
import { type Period, periodBetween } from '../content-types/rows';
import { openSqlite } from './client';
import { type BeginStatement, beginWith, runBeforeCommit } from './commits';
import { CHANGES, publications } from './data-changes';
import {
  cachedChanges,
  type DataVersion,
  forgetPostgresVersion,
  invalidatePostgresVersion,
  postgresPeriod,
  postgresVersion,
} from './data-version-postgres';
import {
  expectedVersion,
  expectVersion,
  isPostgres,
  openTransaction,
  qualified,
  VersionMismatch,
} from './run';

/** Prepared statements of better-sqlite3. */
interface Handle {
  close(): void;
  version: { get(): number };
  publications: { get(values: { now: number }): { [Name in keyof Period]: number | null } };
}

let own: Handle | undefined;

/** The newest known version; `commits`: SQLite's `data_version` of the open handle. */
let known: (DataVersion & { commits: number | null }) | undefined;

function open(): Handle {
  const handle = openSqlite();
  return {
    close: () => handle.close(),
    version: handle.prepare('PRAGMA data_version').pluck(),
    publications: handle.prepare(publications('@now')),
  };
}

/**
 * The version from SQLite's `data_version`, which counts commits by other connections, those of other processes
 * included. On a handle that never writes it changes with every commit, and takes microseconds (shared memory).
 * Undefined if the file cannot be read.
 */
export function sqliteVersion(): DataVersion | undefined {
  try {
    own ??= open();
    const commits = own.version.get();
    const now = Date.now();
    if (known?.commits === commits && now < known.due) return known;
    const { since, due } = own.publications.get({ now });
    known = { commits, number: (known?.number ?? 0) + 1, ...periodBetween(since, due) };
    return known;
  } catch {
    forgetSqliteVersion();
    return undefined;
  }
}

/** The version for the current turn of the event loop. */
let versionOfTurn: DataVersion | undefined;

/** Like `sqliteVersion`, queried once per turn of the event loop, within which no commit can be acknowledged. */
function sqliteVersionThisTurn(): DataVersion | undefined {
  if (versionOfTurn && Date.now() < versionOfTurn.due) return versionOfTurn;
  versionOfTurn = sqliteVersion();
  setImmediate(() => {
    versionOfTurn = undefined;
  });
  return versionOfTurn;
}

/** Closes the handle by which the version is read, so that the next read opens the file anew. */
export function forgetSqliteVersion(): void {
  own?.close();
  own = undefined;
  if (known) known = { ...known, commits: null }; // Another handle has another counter.
}

/**
 * D13.3: the version of the data that responses depend on. Includes all commits of this process, and those of others
 * with a delay of at most a second. Undefined when the database does not answer.
 */
export const dataVersion = (): DataVersion | undefined | Promise<DataVersion | undefined> =>
  isPostgres() ? postgresVersion() : sqliteVersionThisTurn();

/** Call after reading data that another node has committed: responses of older versions are no longer used. */
export const invalidateDataVersion = (): void => {
  if (isPostgres()) invalidatePostgresVersion();
};

/** Closes handles and connections at shutdown. */
export function forgetDataVersion(): void {
  forgetPostgresVersion();
  forgetSqliteVersion();
}

/** D13.3: versions read by open snapshots; transactions that may write have none. */
const versions = new WeakMap<Knex.Transaction, string | number | undefined>();

const versionQuery = () =>
  `SELECT COALESCE(SUM(changes), 0)::text AS version FROM ${qualified(CHANGES)}`;

/** What PostgreSQL answers to BEGIN and the query for the version. */
type Answers = [unknown, { rows: { version: string }[] }];

/** BEGIN and the version in one round trip; PostgreSQL takes the snapshot with the first query after BEGIN. */
const beginPostgres = (): BeginStatement<Answers> => ({
  sql: `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; ${versionQuery()}`,
  begun: (trx, [, { rows }]) => versions.set(trx, rows[0]?.version),
});

const BEGIN_SQLITE: BeginStatement<unknown> = {
  sql: 'BEGIN;',
  begun: (trx) => versions.set(trx, sqliteVersion()?.number),
};

/**
 * D8.1: runs work whose reads are consistent. Publishing replaces rows by new ones, so that a second statement might
 * not find what the first has chosen. Within a write's transaction, the work joins it and sees its writes. Resolves
 * without waiting for the COMMIT of a transaction that only reads, which has nothing to store.
 */
export async function inSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (expectedVersion()) throw new VersionMismatch();
  const trx = await openTransaction();
  if (trx) {
    await runBeforeCommit(trx);
    return work();
  }
  const begin = isPostgres() ? beginPostgres() : BEGIN_SQLITE;
  return new Promise((resolve, reject) => {
    const read = async () => resolve(await work());
    beginWith(begin, () => strapi.db.transaction(read)).catch(reject);
  });
}

/**
 * Like `inSnapshot`, for work that only reads and only uses `run`: on PostgreSQL without a transaction, if each
 * statement reads the version of the data that this process knows, since snapshots of one version are equal. If one
 * does not, the work is repeated in a transaction.
 */
export async function inOptimisticSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (expectedVersion()) return work();
  const version = isPostgres() && !strapi.db.inTransaction() ? cachedChanges() : undefined;
  if (version === undefined) return inSnapshot(work);
  try {
    return await expectVersion({ sql: versionQuery(), version }, work);
  } catch (error) {
    if (error instanceof VersionMismatch) return inSnapshot(work);
    throw error;
  }
}

/** A version of the data, and the period in which reads of it are equal. */
export interface VersionPeriod extends Period {
  /** As a cache key. */
  version: string | number;
}

/**
 * The version of the current snapshot; undefined if it is not the last known one, whose period is known, and within a
 * transaction that may have written.
 */
export async function snapshotPeriod(): Promise<VersionPeriod | undefined> {
  const trx = await openTransaction();
  const version = expectedVersion()?.version ?? (trx && versions.get(trx));
  if (version === undefined) return undefined;
  const last = known?.number === version ? known : undefined;
  const period = isPostgres() ? await postgresPeriod(String(version)) : last;
  return period && { version, since: period.since, due: period.due };
}
