import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { storageFault } from '../messages/errors';
import type { Settings } from '../settings/settings';
import { answered, closeSilentConnections } from './client';
import { isPostgres } from './run';

/** The database time of a request so far. */
export interface DatabaseUse {
  /** Milliseconds that its statements took, waiting for a connection excluded. */
  milliseconds: number;
  /** Whether the database was unavailable for a statement, or no connection could be acquired. */
  failed: boolean;
  /** Start times of running statements by connection. */
  begun: Map<string, number>;
}

interface Statement {
  __knexUid: string;
}

/** The current request's use; undefined outside of a request. */
function current(): DatabaseUse | undefined {
  const state = strapi.requestContext.get()?.state;
  if (state) state.database ??= { milliseconds: 0, failed: false, begun: new Map() };
  return state?.database;
}

function began({ __knexUid }: Statement) {
  current()?.begun.set(__knexUid, performance.now());
}

function ended({ __knexUid }: Statement) {
  const use = current();
  const since = use?.begun.get(__knexUid);
  if (!use || since === undefined) return;
  use.milliseconds += performance.now() - since;
  use.begun.delete(__knexUid);
}

/** Records a database failure in the current request, because Strapi's authentication hides it. */
function noteFailure(error: unknown): void {
  const use = current();
  if (use && storageFault(error)) use.failed = true;
}

/** Whether the database has failed in the current request, which may be why Strapi reports values as invalid. */
export const hasDatabaseFailed = (): boolean => Boolean(current()?.failed);

/** Clears a recorded failure before work is retried. */
export function forgetFailure(): void {
  const use = current();
  if (use) use.failed = false;
}

/** Whether a statement failed because another process is writing. */
const isBusy = (error: unknown) => (error as { code?: string })?.code === 'SQLITE_BUSY';

/** Milliseconds to wait for another writing process, equal to the driver's default. */
const BUSY_TIMEOUT = 5000;

/** Milliseconds between two tries. */
const PAUSE = 25;

/** Retries the work while another process writes, unless it has already begun. */
export async function retryWhileBusy<Result>(
  work: () => Promise<Result>,
  hasBegun: () => boolean,
): Promise<Result> {
  const until = Date.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const again = isBusy(error) && !hasBegun() && Date.now() < until;
      if (!again) noteFailure(error);
      if (!again) throw error;
      await pause(PAUSE);
    }
  }
}

/** SQLSTATE of a write on a read-only connection. */
const READ_ONLY = '25006';

/**
 * Read-only connections. A connection keeps this state from when it was opened, although its address may belong to the
 * new primary since, or the setting was reverted; such connections are replaced.
 */
const readOnly = new Set<string>();

/** D10.8: measures the database time of each request in `ctx.state.database`. */
export function watchDatabaseUse(): void {
  const { connection } = strapi.db;
  connection.on('query', began);
  connection.on('query-response', (_: unknown, statement: Statement) => ended(statement));
  connection.on('query-error', (error: unknown, statement: Statement) => {
    ended(statement);
    if ((error as { code?: string }).code === READ_ONLY) readOnly.add(statement.__knexUid);
    if (!isBusy(error)) noteFailure(error); // Retried.
  });
}

/** A connection of better-sqlite3. */
interface SqliteConnection {
  prepare(sql: string, ...more: unknown[]): object;
  pragma(sql: string): unknown;
  inTransaction: boolean;
}

/** Compiled statements cached per connection; a list and a save together need a few dozen. */
const MAX_STATEMENTS = 500;

/**
 * Caches compiled statements per SQLite connection; Knex compiles each statement anew, which takes a tenth of a
 * request's time. SQLite recompiles them itself after schema changes.
 */
function cacheStatements(connection: SqliteConnection): void {
  const prepare = connection.prepare.bind(connection);
  const memoMethod = (sql: string) => prepare(sql);
  const statements = new LRUCache<string, object>({ max: MAX_STATEMENTS, memoMethod });
  connection.prepare = (sql, ...more) =>
    more.length === 0 ? statements.memo(sql) : prepare(sql, ...more); // Better-sqlite3's own, for its pragmas.
}

const prepared = new WeakSet<SqliteConnection>();

/** D8.4: lets commits wait for the disk; in WAL mode, the driver's default loses the last ones with the power. */
function prepareSqlite(connection: SqliteConnection): void {
  if (prepared.has(connection)) return;
  prepared.add(connection);
  connection.pragma('synchronous = FULL');
  cacheStatements(connection);
}

/** A connection of Knex's pool; one with a reason in `__knex__disposed` is replaced. */
interface Connection {
  connection?: { stream: { destroy(): void } };
  __knexUid: string;
  __knex__disposed?: unknown;
  query(sql: string, values: unknown[]): Promise<unknown>;
}

interface Pool {
  /** A connection of either driver; Knex types neither. */
  acquireConnection(): Promise<Connection & SqliteConnection>;
  releaseConnection(connection: Connection): Promise<void>;
}

/** Statement timeout in seconds; 0 for none. */
let statementTimeout = 0;

/** Statement timeout in seconds for writes, whose statements wait for locks. */
let timeoutWithLocks = 0;

const withTimeout = new WeakSet<Connection>();

const STATEMENT_TIMEOUT = 'statement_timeout';

const raised = new WeakSet<Knex.Transaction>();

/** D9.7: raises the transaction's statement timeout to the response timeout, because waiting for a lock is no work. */
export async function raiseStatementTimeout(trx: Knex.Transaction): Promise<void> {
  if (statementTimeout === 0 || raised.has(trx)) return;
  raised.add(trx);
  await trx.raw('SELECT set_config(?, ?, true)', [STATEMENT_TIMEOUT, `${timeoutWithLocks}s`]);
}

/** Discards a connection, so that the pool opens another. */
function replace(pool: Pool, connection: Connection, reason: unknown) {
  connection.__knex__disposed = reason;
  return pool.releaseConnection(connection);
}

async function limitStatements(pool: Pool, connection: Connection) {
  if (statementTimeout === 0 || withTimeout.has(connection)) return;
  try {
    const text = 'SELECT set_config($1, $2, false)';
    const values = [STATEMENT_TIMEOUT, `${statementTimeout}s`];
    await answered(connection, text, () => connection.query(text, values));
    withTimeout.add(connection);
  } catch (error) {
    await replace(pool, connection, error);
    throw error;
  }
}

type Query = (connection: SqliteConnection, statement: unknown) => Promise<unknown>;

const withShortTimeout = new WeakSet<SqliteConnection>();

/** Shortens SQLite's busy timeout, during which the driver blocks the whole process. */
function shortenBusyTimeout(connection: SqliteConnection) {
  if (withShortTimeout.has(connection)) return;
  withShortTimeout.add(connection);
  connection.pragma('busy_timeout = 10');
}

/**
 * Yields to the event loop between SQLite statements, which are synchronous: otherwise only microtasks run between
 * them, and during a flood of requests Node would neither accept connections nor fire timers. Patches the prototype
 * of Knex's client, which transactions' clients share.
 */
function yieldBetweenStatements() {
  const prototype: { query: Query } = Object.getPrototypeOf(strapi.db.connection.client);
  const { query } = prototype;
  prototype.query = async function (this: unknown, connection, statement) {
    shortenBusyTimeout(connection);
    const ask = () => query.call(this, connection, statement);
    if (/^begin\b/i.test(String(statement))) return ask(); // The transaction's statements yield.
    await nextTurn();
    return retryWhileBusy(ask, () => connection.inTransaction);
  };
}

/** Sets the statement timeout on acquired connections, and records failures to acquire one. */
export function guardPool(): void {
  const pool: Pool = strapi.db.connection.client;
  const acquire = pool.acquireConnection.bind(pool);
  pool.acquireConnection = async () => {
    try {
      let connection = await acquire();
      while (readOnly.delete(connection.__knexUid)) {
        await replace(pool, connection, 'It took nothing to write');
        connection = await acquire();
      }
      if (isPostgres()) await limitStatements(pool, connection);
      else prepareSqlite(connection);
      return connection;
    } catch (error) {
      noteFailure(error);
      throw error;
    }
  };
}

/**
 * D9.7: sets the statement timeout on PostgreSQL, for each connection from its next use. Migrations, index builds,
 * repairs and imports run earlier or in processes that do not serve; later exceptions use `SET LOCAL
 * statement_timeout`. A SQLite statement cannot be interrupted by its own process.
 */
export function setStatementTimeout({ statement, answer }: Settings['limits']): void {
  statementTimeout = isPostgres() ? statement : 0;
  timeoutWithLocks = Math.max(statement, answer);
  if (!isPostgres()) yieldBetweenStatements();
  else if (statement > 0) closeSilentConnections(timeoutWithLocks * 1000);
}
