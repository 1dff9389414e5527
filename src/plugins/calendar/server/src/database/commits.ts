import type { Knex } from 'knex';
import { retryWhileBusy } from './pool';
import { isPostgres } from './run';

/** The statement that Knex sends to commit. */
const COMMIT = 'COMMIT;';

/** A connection of better-sqlite3, which says whether its transaction is still open. */
interface Connection {
  inTransaction?: boolean;
  /** Knex throws a connection away that has a reason here, and makes another. */
  __knex__disposed?: unknown;
}

/** What the driver answers; PostgreSQL also names the command that it has really done. */
interface Done {
  response?: { command?: string };
}

type Query = (connection: Connection, statement: unknown) => Promise<Done>;

/** Knex's transactor with what its types leave out. */
interface Transactor extends Knex.Transaction {
  client: { query: Query };
}

/** SQLite keeps a transaction open whose COMMIT failed: the next user of the connection would be in it. */
async function rollBack(connection: Connection) {
  if (!connection.inTransaction) return;
  try {
    await strapi.db.connection.client.query(connection, 'ROLLBACK');
  } catch (error) {
    connection.__knex__disposed = error;
  }
}

async function committed(connection: Connection, answer: Promise<Done>): Promise<Done> {
  try {
    const done = await answer;
    // After a statement that failed PostgreSQL takes COMMIT for ROLLBACK, without an error.
    if (done.response?.command !== 'ROLLBACK') return done;
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
  throw new Error('PostgreSQL rolled the transaction back: a statement of it had failed before.');
}

/** Knex fulfils `commit()` when COMMIT fails, too; only the transaction's own promise tells. */
function withOutcome(trx: Transactor): Transactor {
  const { client, commit } = trx;
  const query = client.query.bind(client);
  client.query = (connection, statement) => {
    const answer = query(connection, statement);
    return statement === COMMIT ? committed(connection, answer) : answer;
  };
  trx.commit = ((value) => {
    commit(value);
    return trx.executionPromise;
  }) as Transactor['commit'];
  return trx;
}

/** Knex's transaction before it has begun, on whose way it asks for its own BEGIN. */
interface Opening<Response> extends Promise<unknown> {
  begin(connection: Connection): Promise<unknown>;
  query(connection: Connection, sql: string): Promise<{ response: Response }>;
}

/** How a transaction begins: what is sent in the place of BEGIN, and who is told the answer. */
interface Beginning<Response> {
  sql: string;
  begun(trx: Knex.Transaction, response: Response): unknown;
}

let next: Beginning<never> | undefined;

/** The transaction that the call opens begins so: Strapi's takes no options. Knex opens it within the call. */
export function beginWith<Response, Result>(
  beginning: Beginning<Response>,
  open: () => Result,
): Result {
  next = beginning as Beginning<never>;
  try {
    return open();
  } finally {
    next = undefined;
  }
}

/**
 * D8.4: from now on every transaction, Strapi's own as well, is acknowledged only when its COMMIT
 * has succeeded, and refused with the error of its BEGIN when it could not begin. At register, before
 * anything is written.
 */
export function awaitCommits(): void {
  const { client } = strapi.db.connection;
  const begin = client.transaction.bind(client);
  client.transaction = (work: (trx: Transactor) => unknown, ...rest: unknown[]) => {
    const beginning = next;
    let response: never;
    const opening: Opening<never> = begin(
      (trx: Transactor) => {
        if (trx.isCompleted()) return undefined;
        beginning?.begun(trx, response);
        return work(withOutcome(trx));
      },
      ...rest,
    );
    if (beginning) {
      opening.begin = async (connection) => {
        const answer = await opening.query(connection, beginning.sql); // Nothing when it was refused.
        if (answer) response = answer.response;
        else connection.__knex__disposed = 'It may be inside a transaction.';
      };
    } else if (!isPostgres()) {
      opening.begin = (connection) => opening.query(connection, 'BEGIN IMMEDIATE;');
    }
    return opening;
  };
}

type Callback = () => unknown;

/** A failed statement is logged without its values (`compileSqlOnError`), and so is what it was for. */
const report = (error: unknown) =>
  strapi.log.error(
    `After a transaction: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );

async function settle(callback: Callback) {
  try {
    await callback();
  } catch (error) {
    report(error);
  }
}

/** What follows transactions and has not ended. */
const following = new Set<Promise<void>>();

const caught = (callback: Callback) => () => {
  const ended = settle(callback).finally(() => following.delete(ended));
  following.add(ended);
  return ended;
};

/** Until nothing that follows a transaction still needs the database, also what begins meanwhile. */
export async function settleAfterCommit(): Promise<void> {
  while (following.size > 0) await Promise.all(following);
}

type Listen = (callback: Callback) => void;

/** What Strapi gives to the work of a transaction. */
interface Scope {
  trx: Knex.Transaction;
  onCommit: Listen;
  onRollback: Listen;
}

type Scoped = (scope: Scope) => unknown;
type Transaction = (work?: Scoped) => Promise<unknown>;

/**
 * D8.4: what follows a transaction (Strapi reads each saved record again, for events and webhooks)
 * can fail for reasons of its own, and nobody waits for it: logged, it neither ends the process as an
 * unhandled rejection nor makes a stored write a refused one.
 */
const catchingAfterwards =
  (work: Scoped): Scoped =>
  (scope) =>
    work({
      ...scope,
      onCommit: (callback) => scope.onCommit(caught(callback)),
      onRollback: (callback) => scope.onRollback(caught(callback)),
    });

/** Part of a transaction: when it fails, nothing of the transaction stays. */
type Work = (trx: Knex.Transaction) => Promise<void>;

const due = new WeakMap<Knex.Transaction, Set<Work>>();

/** The work is done once, when the transaction is about to commit or is read from (`runBeforeCommit`). */
export function beforeCommit(trx: Knex.Transaction, work: Work): void {
  due.set(trx, (due.get(trx) ?? new Set()).add(work));
}

/** D8.9: does what is due, so that what is read next shows what was written before. */
export async function runBeforeCommit(trx: Knex.Transaction): Promise<void> {
  const works = due.get(trx) ?? [];
  due.delete(trx);
  for (const work of works) await work(trx);
}

const thenRunBeforeCommit =
  (work: Scoped): Scoped =>
  async (scope) => {
    const result = await work(scope);
    if (!scope.trx.isCompleted()) await runBeforeCommit(scope.trx);
    return result;
  };

/**
 * D8.4: SQLite has one writer among all processes and lets no reader upgrade: a transaction that may write
 * takes the write lock at BEGIN. Others have the connection while it waits.
 */
function inTurn(transaction: Transaction, work: Scoped | undefined) {
  let begun = false;
  const noting: Scoped = (scope) => {
    begun = true;
    return work?.(scope);
  };
  return retryWhileBusy(
    () => transaction(work && noting),
    () => begun,
  );
}

/**
 * From now on a transaction takes its turn when it begins, does what is due in it before it commits, and is
 * not failed by what follows it.
 */
export function watchTransactions(): void {
  const { db } = strapi;
  const transaction = db.transaction.bind(db) as Transaction;
  db.transaction = ((work) => {
    const caughtWork = work && catchingAfterwards(work);
    if (db.inTransaction()) return transaction(caughtWork);
    const whole = caughtWork && thenRunBeforeCommit(caughtWork);
    return isPostgres() ? transaction(whole) : inTurn(transaction, whole);
  }) as Transaction as typeof db.transaction;
}
