import type { Knex } from 'knex';
import { retryWhileBusy } from './pool';
import { isPostgres } from './run';

/** The statement that Knex sends to commit. */
const COMMIT = 'COMMIT;';

/** The part used here of a better-sqlite3 connection. */
interface Connection {
  inTransaction?: boolean;
  /** Knex replaces a connection that has a reason here. */
  __knex__disposed?: unknown;
}

/** A driver's result; PostgreSQL also reports the command that was executed. */
interface Done {
  response?: { command?: string };
}

type Query = (connection: Connection, statement: unknown) => Promise<Done>;

/** Knex's transactor with members missing from its types. */
interface Transactor extends Knex.Transaction {
  client: { query: Query };
}

/**
 * Rolls back after a failed COMMIT: SQLite keeps the transaction open, and the connection's next user would be in it.
 */
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
    // After a failed statement, PostgreSQL executes COMMIT as ROLLBACK without an error.
    if (done.response?.command !== 'ROLLBACK') return done;
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
  throw new Error('PostgreSQL rolled the transaction back: an earlier statement in it had failed.');
}

/** Makes `commit()` reject when COMMIT fails; in Knex only the transaction's `executionPromise` does. */
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

/** The part used here of a Knex transaction that is about to begin. */
interface OpeningTransaction<Response> extends Promise<unknown> {
  begin(connection: Connection): Promise<unknown>;
  query(connection: Connection, sql: string): Promise<{ response: Response }>;
}

/** The statement sent instead of BEGIN, and a callback for its response. */
export interface BeginStatement<Response> {
  sql: string;
  begun(trx: Knex.Transaction, response: Response): unknown;
}

let next: BeginStatement<never> | undefined;

/**
 * Begins the transaction that `open` opens with another statement, because Strapi's transaction takes no options.
 * Knex opens it synchronously.
 */
export function beginWith<Response, Result>(
  statement: BeginStatement<Response>,
  open: () => Result,
): Result {
  next = statement as BeginStatement<never>;
  try {
    return open();
  } finally {
    next = undefined;
  }
}

/**
 * D8.4: makes every transaction, Strapi's own included, resolve only after its COMMIT has succeeded, and reject with
 * the error of BEGIN if it could not begin. Called in `register`, before anything is written.
 */
export function awaitCommits(): void {
  const { client } = strapi.db.connection;
  const begin = client.transaction.bind(client);
  client.transaction = (work: (trx: Transactor) => unknown, ...rest: unknown[]) => {
    const beginning = next;
    let response: never;
    const opening: OpeningTransaction<never> = begin(
      (trx: Transactor) => {
        if (trx.isCompleted()) return undefined;
        beginning?.begun(trx, response);
        return work(withOutcome(trx));
      },
      ...rest,
    );
    if (beginning) {
      opening.begin = async (connection) => {
        const answer = await opening.query(connection, beginning.sql); // Undefined when it failed.
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

/** Logs a failure after a transaction; statements appear without values (`compileSqlOnError`). */
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

/** Callbacks after transactions that have not finished. */
const following = new Set<Promise<void>>();

const caught = (callback: Callback) => () => {
  const ended = settle(callback).finally(() => following.delete(ended));
  following.add(ended);
  return ended;
};

/** Resolves when all callbacks after transactions have finished, those started meanwhile included. */
export async function settleAfterCommit(): Promise<void> {
  while (following.size > 0) await Promise.all(following);
}

type Listen = (callback: Callback) => void;

/** The argument of Strapi's transaction callback. */
interface Scope {
  trx: Knex.Transaction;
  onCommit: Listen;
  onRollback: Listen;
}

type Scoped = (scope: Scope) => unknown;
type Transaction = (work?: Scoped) => Promise<unknown>;

/**
 * D8.4: the scope, with errors of `onCommit` and `onRollback` callbacks caught and logged (Strapi reads each saved
 * record again for events and webhooks). Nobody awaits them; otherwise they would end the process as unhandled
 * rejections, or make a stored write appear as failed.
 */
const catchingAfterwards = (scope: Scope): Scope => ({
  ...scope,
  onCommit: (callback) => scope.onCommit(caught(callback)),
  onRollback: (callback) => scope.onRollback(caught(callback)),
});

/** Work within a transaction; if it fails, the transaction is rolled back. */
type Work = (trx: Knex.Transaction) => Promise<void>;

const due = new WeakMap<Knex.Transaction, Set<Work>>();

/** Registers work to run once, before the transaction commits or is read from (`runBeforeCommit`). */
export function beforeCommit(trx: Knex.Transaction, work: Work): void {
  due.set(trx, (due.get(trx) ?? new Set()).add(work));
}

/** D8.9: runs the registered work, so that following reads see what is derived from earlier writes. */
export async function runBeforeCommit(trx: Knex.Transaction): Promise<void> {
  const works = due.get(trx) ?? [];
  due.delete(trx);
  for (const work of works) await work(trx);
}

let latest: Promise<unknown> | undefined;

/** What becomes of the transaction that was called for last; rejects with the error of its BEGIN or COMMIT. */
export const latestOutcome = () => latest;

/**
 * Wraps `strapi.db.transaction`: registered work before COMMIT, errors of later callbacks caught. On SQLite, which has
 * one writer and does not let a reader upgrade, transactions begin with the write lock (`awaitCommits`); while one waits
 * for another process, the connection is free for others.
 */
export function wrapTransactions(): void {
  const { db } = strapi;
  const transaction = db.transaction.bind(db) as Transaction;
  db.transaction = ((work) => {
    const isNested = db.inTransaction();
    let hasBegun = false;
    const whole: Scoped = async (scope) => {
      hasBegun = true;
      const result = await work?.(catchingAfterwards(scope));
      if (!isNested && !scope.trx.isCompleted()) await runBeforeCommit(scope.trx);
      return result;
    };
    const open = () => transaction(work && whole);
    if (isNested) return open();
    latest = isPostgres() ? open() : retryWhileBusy(open, () => hasBegun);
    return latest;
  }) as Transaction as typeof db.transaction;
}
