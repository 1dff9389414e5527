import type { Knex } from 'knex';
import { UNSHOWN } from './data-changes';
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

type Statement = (connection: object, statement: string | { sql: string }) => Promise<unknown>;

const WRITING = /^\s*(?:insert|update|delete|truncate|copy|merge|alter|create|drop|call|do)\b/i;

/** `WITH` may lead to either. */
const WRITING_WITHIN = /^\s*with\b.*\b(?:insert into|update|delete from)\b/is;

const TABLE = /^\s*(?:insert into|update|delete from)\s+(?:"\w+"\.)?"(\w+)"/i;

const unshown = new RegExp(UNSHOWN);

/** Whether a statement may change what answers are made of. */
export function mayChange(sql: string): boolean {
  if (!WRITING.test(sql) && !WRITING_WITHIN.test(sql)) return false;
  const [, table] = TABLE.exec(sql) ?? [];
  return table === undefined || !unshown.test(table);
}

/** Connections inside a transaction, and whether it has changed something. */
const open = new WeakMap<object, boolean>();

function note(connection: object, sql: string, changed: () => void) {
  if (/^begin\b/i.test(sql)) open.set(connection, false);
  else if (/^(?:commit|rollback\s*;?\s*$)/i.test(sql)) {
    if (open.get(connection) && !/^rollback/i.test(sql)) changed();
    open.delete(connection);
  } else if (mayChange(sql)) {
    if (open.has(connection)) open.set(connection, true);
    else changed();
  }
}

/**
 * From now on every commit of this process on PostgreSQL that may have changed something is told
 * before anybody is told that it succeeded, and whether or not it did: PostgreSQL's own notification
 * comes a moment later. Set where all clients of Knex have it, also those of transactions.
 */
export function watchCommits(changed: () => void): void {
  if (!isPostgres()) return;
  const prototype: { query: Statement } = Object.getPrototypeOf(strapi.db.connection.client);
  const { query } = prototype;
  prototype.query = async function (this: unknown, connection, statement) {
    try {
      return await query.call(this, connection, statement);
    } finally {
      note(connection, typeof statement === 'string' ? statement : statement.sql, changed);
    }
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
export async function whatFollowsCommits(): Promise<void> {
  while (following.size > 0) await Promise.all(following);
}

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
