import type { Knex } from 'knex';
import { type Period, periodBetween } from '../content-types/rows';
import { beginWith, runBeforeCommit } from './commits';
import { CHANGES, publications } from './data-changes';
import {
  cachedChanges,
  type DataVersion,
  forgetPostgresVersion,
  invalidatePostgresVersion,
  postgresPeriod,
  postgresVersion,
} from './data-version-postgres';
import { expectedVersion, expectVersion, isPostgres, qualified, VersionMismatch } from './run';

/** Prepared statements of better-sqlite3. */
interface Handle {
  close(): void;
  version: { get(): number };
  publications: { get(values: { now: number }): { [Name in keyof Period]: number | null } };
}

let own: Handle | undefined;

/** The newest version that SQLite has told; `commits`: its own count, of the open handle. */
let known: (DataVersion & { commits: number | null }) | undefined;

function open(): Handle {
  const { driver, connectionSettings } = strapi.db.connection.client;
  const handle = new driver(connectionSettings.filename, { readonly: true, fileMustExist: true });
  return {
    close: () => handle.close(),
    version: handle.prepare('PRAGMA data_version').pluck(),
    publications: handle.prepare(publications('@now')),
  };
}

/**
 * SQLite's own count of commits by all other connections, also those of other processes: asked on a
 * handle that writes nothing, it changes with every commit (microseconds: it looks at shared memory).
 * Nothing where the file cannot be read.
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

/** Until the next turn of the event loop. */
let thisTurn: DataVersion | undefined;

/**
 * The same for whoever has an answer already: within one turn of the event loop no commit can be acknowledged
 * and asked about, so that one look is enough for all requests of it.
 */
function sqliteVersionThisTurn(): DataVersion | undefined {
  if (thisTurn && Date.now() < thisTurn.due) return thisTurn;
  thisTurn = sqliteVersion();
  setImmediate(() => {
    thisTurn = undefined;
  });
  return thisTurn;
}

export function forgetSqliteVersion(): void {
  own?.close();
  own = undefined;
  if (known) known = { ...known, commits: null }; // Another handle counts from another number.
}

/**
 * D13.3: the version of all that answers are made of. Behind the commits of this process by nothing,
 * behind those of others by at most a second. Nothing when the database does not tell.
 */
export const dataVersion = (): DataVersion | undefined | Promise<DataVersion | undefined> =>
  isPostgres() ? postgresVersion() : sqliteVersionThisTurn();

/**
 * Between which moments what is read of a snapshot of this version is the same; nothing when that is
 * another version than the last that is known.
 */
export const periodOf = async (version: string | number): Promise<Period | undefined> => {
  if (isPostgres()) return postgresPeriod(String(version));
  return known?.number === version ? known : undefined;
};

/** Called after reading what another node has committed: no answer of an older version is given from now on. */
export const invalidateDataVersion = (): void => {
  if (isPostgres()) invalidatePostgresVersion();
};

/** When the calendar ends. */
export function forgetDataVersion(): void {
  forgetPostgresVersion();
  forgetSqliteVersion();
}

/** The version of all data that an open snapshot reads (D13.3); transactions that may write have none. */
const versions = new WeakMap<Knex.Transaction, string | number | undefined>();

const versionQuery = () =>
  `SELECT COALESCE(SUM(changes), 0)::text AS version FROM ${qualified(CHANGES)}`;

/** Both in one round trip: PostgreSQL takes the snapshot with the first query after BEGIN. */
const beginQuery = () => `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
  ${versionQuery()}`;

/** What PostgreSQL answers to the two statements of `beginQuery`. */
type Answers = [unknown, { rows: { version: string }[] }];

/** Resolves as soon as the work has: COMMIT, which has nothing to store, keeps only the connection waiting. */
const openSnapshot = <Result>(work: () => Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    strapi.db
      .transaction(async ({ trx }) => {
        if (!isPostgres()) versions.set(trx as Knex.Transaction, sqliteVersion()?.number);
        resolve(await work());
      })
      .catch(reject);
  });

/**
 * D8.1: all that the work reads is of one moment. Publishing replaces a row by another one: what a
 * statement has chosen, the next one would no longer find. Inside a write's transaction the work joins
 * it, and sees what was written. Statements follow each other, on the one connection.
 */
export async function inSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (expectedVersion()) throw new VersionMismatch();
  if (strapi.db.inTransaction()) {
    await strapi.db.transaction(({ trx }) => runBeforeCommit(trx as Knex.Transaction));
    return work();
  }
  if (!isPostgres()) {
    return beginWith({ sql: 'BEGIN;', begun: () => undefined }, () => openSnapshot(work));
  }
  const begun = (trx: Knex.Transaction, [, { rows }]: Answers) =>
    versions.set(trx, rows[0]?.version);
  return beginWith({ sql: beginQuery(), begun }, () => openSnapshot(work));
}

/**
 * The same for work that only reads, and by `run` alone: on PostgreSQL without a transaction, where each
 * statement finds the version of all data that this process knows of. Two snapshots of one version hold
 * the same. Where one does not, the work is done again in a transaction.
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

/** Two snapshots of one version hold the same; nothing inside a transaction that may have written. */
export async function snapshotVersion(): Promise<string | number | undefined> {
  const expected = expectedVersion();
  if (expected) return expected.version;
  if (!strapi.db.inTransaction()) return undefined;
  let version: string | number | undefined;
  await strapi.db.transaction(({ trx }) => {
    version = versions.get(trx as Knex.Transaction);
  });
  return version;
}
