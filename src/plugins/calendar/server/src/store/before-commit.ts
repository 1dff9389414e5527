import type { Knex } from 'knex';

/** Part of a transaction: when it fails, nothing of the transaction stays. */
type Work = (trx: Knex.Transaction) => Promise<void>;

const due = new WeakMap<Knex.Transaction, Set<Work>>();

/** The work is done once, when the transaction is about to commit or is read from (`settle`). */
export function beforeCommit(trx: Knex.Transaction, work: Work): void {
  due.set(trx, (due.get(trx) ?? new Set()).add(work));
}

/** D8.9: does what is due, so that what is read next shows what was written before. */
export async function settle(trx: Knex.Transaction): Promise<void> {
  const works = due.get(trx) ?? [];
  due.delete(trx);
  for (const work of works) await work(trx);
}

/** As Strapi gives it to the work of a transaction. */
interface Scope {
  trx: Knex.Transaction;
}

/** From now on a transaction does what is due in it before it commits. */
export function settleBeforeCommits(): void {
  const { db } = strapi;
  const transaction = db.transaction.bind(db) as (work?: unknown) => Promise<unknown>;
  const settled = (work: (scope: Scope) => unknown) => async (scope: Scope) => {
    const result = await work(scope);
    if (!scope.trx.isCompleted()) await settle(scope.trx);
    return result;
  };
  db.transaction = ((work?: (scope: Scope) => unknown) =>
    transaction(work && !db.inTransaction() ? settled(work) : work)) as typeof db.transaction;
}
