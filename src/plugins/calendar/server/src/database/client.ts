import fs from 'node:fs';
import type { Client, ClientConfig } from 'pg';
import { SESSION } from '../settings/environment';
import { raw } from '../sql/sql';
import { isPostgres, run } from './run';

/** Options of a connection, and others. Knex makes the password non-enumerable: a copy lacks it. */
const withMore = (connection: ClientConfig, more: ClientConfig): ClientConfig => ({
  ...connection,
  password: connection.password,
  ...more,
});

/** Strapi's options of a PostgreSQL connection, and others; known before the database is open. */
export const configured = (more: ClientConfig): ClientConfig =>
  withMore(strapi.config.get<ClientConfig>('database.connection.connection'), more);

interface ConnectionOptions {
  /** Shown in `pg_stat_activity`. */
  name: string;
  /** Timeout of connecting and of each query, in milliseconds. */
  within: number;
}

/** Opens a PostgreSQL connection outside of the pool, so that it never waits for other work. */
export async function connectBeside({ name, within }: ConnectionOptions): Promise<Client> {
  const { driver, connectionSettings } = strapi.db.connection.client;
  const client: Client = new driver.Client(
    withMore(connectionSettings, {
      application_name: name,
      connectionTimeoutMillis: within,
      query_timeout: within,
    }),
  );
  // The connection may end while opening; an unhandled 'error' event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SESSION);
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/** A connection outside of the pool that is opened when it is first needed, and again after it has ended. */
export function lastingConnection(connect: () => Promise<Client>) {
  let own: Client | undefined;
  let opening: Promise<Client> | undefined;
  const forget = (client = own) => {
    if (client === own) own = undefined;
    client?.end().catch(() => undefined);
  };
  const open = async () => {
    const client = await connect();
    client.on('error', () => forget(client));
    client.on('end', () => forget(client));
    return client;
  };
  return {
    async get(): Promise<Client> {
      if (own) return own;
      opening ??= open().finally(() => {
        opening = undefined;
      });
      own = await opening; // Shared: of two that are opened at once, nobody would close the first.
      return own;
    },
    forget: () => forget(),
  };
}

/** Milliseconds within which the database must answer. */
const TIMEOUT = 1500;

/** The connection used for this check only. */
const own = lastingConnection(() => connectBeside({ name: 'calendar health', within: TIMEOUT }));

/** The check in progress, shared by concurrent callers. */
let pending: Promise<boolean> | undefined;

const askPostgres = async () => (await own.get()).query('SELECT 1');

/** Inode of the SQLite file that Strapi has opened. SQLite too recognises by it whether its file was moved. */
let opened: number | undefined;

/** Whether the last check found another file in its place. */
let isReplaced = false;

const inodeOf = (file: string): number => fs.statSync(file).ino;

export const sqliteFile = (): string => strapi.db.connection.client.connectionSettings.filename;

/** Called when Strapi has opened the database. */
export function rememberDatabaseFile(): void {
  if (!isPostgres()) opened = inodeOf(sqliteFile());
}

/** Throws if another file has replaced the SQLite file, whose deleted original Strapi's handle still uses. */
function requireSameFile(): void {
  const wasReplaced = isReplaced;
  isReplaced = inodeOf(sqliteFile()) !== opened;
  if (!isReplaced) return;
  const words = `${sqliteFile()} was replaced by another file: what the calendar writes is lost until it is restarted.`;
  if (!wasReplaced) strapi.log.error(words);
  throw new Error(words);
}

/** Opens a separate handle, which waits for no transaction; only a running statement blocks this process. */
export function openSqlite() {
  const { driver } = strapi.db.connection.client;
  return new driver(sqliteFile(), { readonly: true, fileMustExist: true });
}

async function askSqlite() {
  requireSameFile();
  const handle = openSqlite();
  try {
    handle.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
  } finally {
    handle.close();
  }
}

/** Checks with a timeout. A client that does not answer is dropped, so that the next check opens another. */
async function ask(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database is silent.')), TIMEOUT);
  });
  try {
    await Promise.race([isPostgres() ? askPostgres() : askSqlite(), timedOut]);
    return true;
  } catch {
    own.forget();
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** D10.8: whether the database answers, regardless of requests that wait for the pool. */
export function isReachable(): Promise<boolean> {
  pending ??= ask().finally(() => {
    pending = undefined;
  });
  return pending;
}

/** Closes the connection at shutdown. */
export const closeHealthConnection = own.forget;

/**
 * The clock for leases and retries. Nodes use the database's: with its own clock, a node that is
 * ahead would lease what others are delivering, and retry failures too early.
 */
export async function databaseNow(): Promise<Date> {
  if (!isPostgres()) return new Date();
  const [row] = await run<{ now: string }>(
    raw('SELECT EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS now'),
  );
  return new Date(Math.floor(Number(row?.now)));
}

/** Milliseconds beyond the longest statement after which a connection without an answer is dead. */
const GRACE = 5000;

/** Milliseconds within which PostgreSQL answers a statement or ends it; undefined if there is no limit. */
let longest: number | undefined;

/** Closes connections that do not answer a statement, from now on. `milliseconds`: the longest statement timeout. */
export function closeSilentConnections(milliseconds: number): void {
  longest = milliseconds;
}

/** A connection of the driver. */
interface Connection {
  connection?: { stream: { destroy(): void } };
}

/** Connections with a transaction that has no statement timeout. */
const unlimited = new WeakSet<Connection>();

/**
 * Awaits the answer to a statement. A connection without one is closed when PostgreSQL would have ended the statement:
 * the machine at its other end is gone without a word, or a firewall has forgotten the connection. The operating system
 * would wait a quarter of an hour, and a place in a queue with it.
 */
export async function answered(
  connection: Connection,
  statement: unknown,
  ask: () => Promise<unknown>,
) {
  const text = typeof statement === 'string' ? statement : (statement as { sql: string }).sql;
  if (/^SET LOCAL statement_timeout = 0/.test(text)) unlimited.add(connection);
  if (/^(?:COMMIT|ROLLBACK)/.test(text)) unlimited.delete(connection);
  if (longest === undefined || unlimited.has(connection)) return ask();
  const close = () => connection.connection?.stream.destroy();
  let late = setTimeout(() => {
    late = setTimeout(close, GRACE); // Anew: a paused process has not read what was answered meanwhile.
  }, longest);
  return ask().finally(() => clearTimeout(late));
}

type Query = (connection: Connection, statement: unknown) => Promise<unknown>;

const ended = () => undefined;

/**
 * Sends the statements of a PostgreSQL connection one after another. Strapi sends two or three at once while it
 * publishes within a transaction; the driver queues them, with a warning that its next version will not. Patches the
 * prototype of Knex's client, which transactions' clients share.
 */
export function queryInTurn(): void {
  if (!isPostgres()) return;
  const last = new WeakMap<object, Promise<unknown>>();
  const prototype: { query: Query } = Object.getPrototypeOf(strapi.db.connection.client);
  const { query } = prototype;
  prototype.query = function (this: unknown, connection, statement) {
    const ask = () =>
      answered(connection, statement, () => query.call(this, connection, statement));
    const answer = last.get(connection)?.then(ask) ?? ask();
    last.set(connection, answer.then(ended, ended));
    return answer;
  };
}

/**
 * Strapi waits for the first statement of a new connection, but not for its failure, as when PostgreSQL shuts down: the
 * request would wait for as long as opening one may take, with its place in the pool. Instead, the next statement
 * (`SESSION`) fails too, or the pool replaces the connection.
 */
export function failBrokenConnections(): void {
  if (!isPostgres()) return;
  const { dialect } = strapi.db;
  const initialize = dialect.initialize.bind(dialect);
  dialect.initialize = (connection: { __knex__disposed?: unknown }) =>
    initialize(connection).catch((error: unknown) => {
      connection.__knex__disposed = error;
    });
}
