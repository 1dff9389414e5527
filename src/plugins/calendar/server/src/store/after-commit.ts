type Callback = () => unknown;

/** A failed statement is logged without its values (`compileSqlOnError`), and so is what it was for. */
const report = (error: unknown) =>
  strapi.log.error(
    `After a transaction: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );

const caught = (callback: Callback) => async () => {
  try {
    await callback();
  } catch (error) {
    report(error);
  }
};

type Listen = (callback: Callback) => void;

/** As Strapi's `onCommit` and `onRollback` are given to the work of a transaction. */
interface Scope {
  onCommit: Listen;
  onRollback: Listen;
}

/**
 * D8.4: what follows a transaction (Strapi reads each saved record again, for events and webhooks)
 * can fail for reasons of its own, and nobody waits for it: logged, it neither ends the process as an
 * unhandled rejection nor makes a stored write a refused one.
 */
export function catchAfterCommit(): void {
  const { db } = strapi;
  const transaction = db.transaction.bind(db) as (work?: unknown) => Promise<unknown>;
  const guarded = (work: (scope: Scope) => unknown) => (scope: Scope) =>
    work({
      ...scope,
      onCommit: (callback) => scope.onCommit(caught(callback)),
      onRollback: (callback) => scope.onRollback(caught(callback)),
    });
  db.transaction = ((work?: (scope: Scope) => unknown) =>
    transaction(work && guarded(work))) as typeof db.transaction;
}
