import type { Knex } from 'knex';
import { beginWith } from './commits';
import { CHANGES } from './data-changes';
import { sqliteVersionNow } from './data-version-sqlite';
import { isPostgres, qualified } from './run';

/** Part of a transaction: when it fails, nothing of the transaction stays. */
type Work = (trx: Knex.Transaction) => Promise<void>;

const due = new WeakMap<Knex.Transaction, Set<Work>>();

/** The work is done once, when the transaction is about to commit or is read from (`doDueWork`). */
export function beforeCommit(trx: Knex.Transaction, work: Work): void {
  due.set(trx, (due.get(trx) ?? new Set()).add(work));
}

/** D8.9: does what is due, so that what is read next shows what was written before. */
export async function doDueWork(trx: Knex.Transaction): Promise<void> {
  const works = due.get(trx) ?? [];
  due.delete(trx);
  for (const work of works) await work(trx);
}

/** As Strapi gives it to the work of a transaction. */
interface Scope {
  trx: Knex.Transaction;
}

/** From now on a transaction does what is due in it before it commits. */
export function watchTransactions(): void {
  const { db } = strapi;
  const transaction = db.transaction.bind(db) as (work?: unknown) => Promise<unknown>;
  const settled = (work: (scope: Scope) => unknown) => async (scope: Scope) => {
    const result = await work(scope);
    if (!scope.trx.isCompleted()) await doDueWork(scope.trx);
    return result;
  };
  db.transaction = ((work?: (scope: Scope) => unknown) =>
    transaction(work && !db.inTransaction() ? settled(work) : work)) as typeof db.transaction;
}

/** What all data was at when the snapshot was taken (D13.3); not of a transaction that may write. */
const versions = new WeakMap<Knex.Transaction, string | number | undefined>();

/** In one round trip: how the transaction reads, and its first look at the data, which takes the snapshot. */
const beginning = () => `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SELECT SUM(changes)::text AS version FROM ${qualified(CHANGES)}`;

/** To each of the two statements. */
type Answers = [unknown, { rows: { version: string | null }[] }];

/** Nobody waits for its COMMIT, which has nothing to keep; the connection does. */
const openSnapshot = <Result>(work: () => Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    strapi.db
      .transaction(async ({ trx }) => {
        if (!isPostgres()) versions.set(trx as Knex.Transaction, sqliteVersionNow());
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
  if (strapi.db.inTransaction()) {
    await strapi.db.transaction(({ trx }) => doDueWork(trx as Knex.Transaction));
    return work();
  }
  if (!isPostgres()) return openSnapshot(work);
  const begun = (trx: Knex.Transaction, [, { rows }]: Answers) =>
    versions.set(trx, rows[0]?.version ?? 'none');
  return beginWith({ sql: beginning(), begun }, () => openSnapshot(work));
}

/** Two snapshots of one version hold the same; nothing inside a transaction that may have written. */
export async function snapshotVersion(): Promise<string | number | undefined> {
  if (!strapi.db.inTransaction()) return undefined;
  let version: string | number | undefined;
  await strapi.db.transaction(({ trx }) => {
    version = versions.get(trx as Knex.Transaction);
  });
  return version;
}
