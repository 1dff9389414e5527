import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { storageFault } from '../messages/errors';
import type { Settings } from '../settings/settings';
import { isPostgres } from './run';

/** What a request has had of the database so far. */
export interface DatabaseUse {
  /** Milliseconds that its statements took, waiting for a connection excluded. */
  milliseconds: number;
  /** Whether the database was away for a statement, or no connection was to be had. */
  failed: boolean;
  /** When the statement began that runs on a connection, by the connection's name. */
  begun: Map<string, number>;
}

interface Statement {
  __knexUid: string;
}

/** The use of the request that is being answered; undefined outside of a request. */
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

/** Notes a failure of the database with the request that met it: Strapi's authentication hides it. */
function noteFailure(error: unknown): void {
  const use = current();
  if (use && storageFault(error)) use.failed = true;
}

/** What begins again is judged by what becomes of it then. */
export function forgetFailure(): void {
  const use = current();
  if (use) use.failed = false;
}

/** Whether another process writes, so that nothing was done. */
const isBusy = (error: unknown) => (error as { code?: string })?.code === 'SQLITE_BUSY';

/** Milliseconds for which other processes that write are waited for, as SQLite's driver would by itself. */
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

/** What PostgreSQL says to a connection that may only read. */
const READ_ONLY = '25006';

/**
 * Names of connections that may only read: they may have it from when they began, and keep it although the
 * replica behind their address has been another server's since, or its host has taken the setting back.
 */
const readOnly = new Set<string>();

/** D10.8: from now on each request's `ctx.state.database` says what it has cost. */
export function watchDatabaseUse(): void {
  const { connection } = strapi.db;
  connection.on('query', began);
  connection.on('query-response', (_: unknown, statement: Statement) => ended(statement));
  connection.on('query-error', (error: unknown, statement: Statement) => {
    ended(statement);
    if ((error as { code?: string }).code === READ_ONLY) readOnly.add(statement.__knexUid);
    if (!isBusy(error)) noteFailure(error); // It may be asked again.
  });
}

/** A connection of better-sqlite3. */
interface SqliteConnection {
  prepare(sql: string, ...more: unknown[]): object;
  pragma(sql: string): unknown;
  inTransaction: boolean;
}

/** Compiled statements that a connection keeps; a list and a save with all that follows need some dozens. */
const MAX_STATEMENTS = 500;

const known = new WeakSet<SqliteConnection>();

/**
 * Knex has SQLite compile the text of each statement anew, a tenth of what a request costs: here a
 * connection keeps what it has compiled. SQLite itself compiles again after a change of the schema.
 */
function cacheStatements(connection: SqliteConnection): void {
  if (known.has(connection)) return;
  known.add(connection);
  const kept = new LRUCache<string, object>({ max: MAX_STATEMENTS });
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (sql, ...more) => {
    if (more.length > 0) return prepare(sql, ...more); // Better-sqlite3's own, for its pragmas.
    const statement = kept.get(sql) ?? prepare(sql);
    kept.set(sql, statement);
    return statement;
  };
}

/** A connection of Knex's pool, which makes another in place of one that has a reason here. */
interface Connection {
  __knexUid: string;
  __knex__disposed?: unknown;
  query(sql: string, values: unknown[]): Promise<unknown>;
}

interface Pool {
  /** A connection of either driver; Knex types neither. */
  acquireConnection(): Promise<Connection & SqliteConnection>;
  releaseConnection(connection: Connection): Promise<void>;
}

/** Seconds that a statement may take; none: as long as it needs. */
let longest = 0;

/** Seconds that a statement of a write may take, which waits for others within it. */
let longestTurn = 0;

const bounded = new WeakSet<Connection>();

const LIMIT = 'statement_timeout';

const waiting = new WeakSet<Knex.Transaction>();

/**
 * D9.7: waiting for a lock is not work. From now on the transaction's statements may take as long as an
 * answer.
 */
export async function awaitTurns(trx: Knex.Transaction): Promise<void> {
  if (longest === 0 || waiting.has(trx)) return;
  waiting.add(trx);
  await trx.raw('SELECT set_config(?, ?, true)', [LIMIT, `${longestTurn}s`]);
}

/** Whoever asks the pool next gets another. */
function replace(pool: Pool, connection: Connection, reason: unknown) {
  connection.__knex__disposed = reason;
  return pool.releaseConnection(connection);
}

async function bound(pool: Pool, connection: Connection) {
  if (longest === 0 || bounded.has(connection)) return;
  try {
    await connection.query('SELECT set_config($1, $2, false)', [LIMIT, `${longest}s`]);
    bounded.add(connection);
  } catch (error) {
    await replace(pool, connection, error);
    throw error;
  }
}

type Query = (connection: SqliteConnection, statement: unknown) => Promise<unknown>;

const impatient = new WeakSet<SqliteConnection>();

/** Milliseconds: while the driver waits for another process it holds all of this one. */
function waitShortly(connection: SqliteConnection) {
  if (impatient.has(connection)) return;
  impatient.add(connection);
  connection.pragma('busy_timeout = 10');
}

/**
 * SQLite answers within the call, so that between the statements of one request and of the next there
 * are only promises: Node would accept no connection, read no socket and fire no timer while a flood
 * lasts. Set where all clients of Knex have it, also those of transactions.
 */
function yieldBetweenStatements() {
  const prototype: { query: Query } = Object.getPrototypeOf(strapi.db.connection.client);
  const { query } = prototype;
  prototype.query = async function (this: unknown, connection, statement) {
    waitShortly(connection);
    const begins = /^begin\b/i.test(String(statement)); // What it begins has statements.
    if (!begins) await nextTurn();
    const ask = () => query.call(this, connection, statement);
    return begins ? ask() : retryWhileBusy(ask, () => connection.inTransaction);
  };
}

/** Whoever asks the pool for a connection gets a bounded one; who gets none has met a failure. */
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
      if (isPostgres()) await bound(pool, connection);
      else cacheStatements(connection);
      return connection;
    } catch (error) {
      noteFailure(error);
      throw error;
    }
  };
}

/**
 * D9.7: from now on PostgreSQL ends statements that take longer than the seconds, on each connection
 * from its next use. Migrations, index builds, repairs and imports come before or run in processes
 * that serve nobody; what may take longer later says `SET LOCAL statement_timeout`. SQLite runs a
 * statement to its end: nothing of this process comes in between.
 */
export function setStatementTimeout({ statement, answer }: Settings['limits']): void {
  longest = isPostgres() ? statement : 0;
  longestTurn = Math.max(statement, answer);
  if (!isPostgres()) yieldBetweenStatements();
}
