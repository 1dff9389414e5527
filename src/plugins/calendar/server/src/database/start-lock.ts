import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { KEEPALIVE } from '../settings/environment';
import { configured } from './client';

/** Milliseconds to wait for other processes to start; full comparisons of large calendars take a quarter of an hour. */
const TIMEOUT = 30 * 60_000;

/** Milliseconds between two tries. */
const PAUSE = 200;

const KEY = "hashtextextended('calendar:start:' || $1, 0)";

/** Whatever the role has: the session is idle for as long as the start takes. PostgreSQL 13 has only the first. */
const UNLIMITED = `SELECT set_config(name, '0', false) FROM pg_settings
  WHERE name IN ('statement_timeout', 'idle_session_timeout')`;

const READABLE_BY_OWNER = 0o600;

/** The part used here of better-sqlite3. */
interface SqliteFile {
  exec(sql: string): void;
  close(): void;
}

const SHARED =
  'The pooler in front of PostgreSQL gives a connection to other clients between two transactions, but locks, time limits and notifications between nodes need a connection of their own. Connect the calendar to the database directly, or to PgBouncer in session mode (docs/hosting.md).';

/** A lock that ends with its process, however that ends. */
interface StartLock {
  /** Tries to take it; false while another process holds it. */
  take(): Promise<boolean>;
  holder(): Promise<string>;
  end(): Promise<void>;
}

let held: StartLock | undefined;

interface Settings {
  client: string;
  connection: { schema?: string; filename?: string };
}

async function connected(): Promise<Client> {
  const name = `calendar start, process ${process.pid} of ${hostname()}`.slice(0, 63);
  const client = new Client(configured({ application_name: name, keepAlive: true }));
  client.on('error', (error) => strapi.log.warn(`The start lock was lost: ${error.message}`));
  await client.connect();
  return client;
}

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  return rows[0].pid;
}

/**
 * Throws behind a pooler in transaction mode, which shares sessions between connections, so that a session lock is
 * meaningless.
 */
async function requireOwnSession(client: Client): Promise<void> {
  const other = await connected();
  try {
    const own = await backendOf(client);
    await other.query('BEGIN');
    const isShared = (await backendOf(other)) === own;
    await other.query('ROLLBACK');
    if (isShared) throw new Error(SHARED);
  } finally {
    await other.end();
  }
}

/** Throws if the database stores other characters than Unicode's, or bytes: PostgreSQL would count and cut those. */
async function requireUnicode(client: Client): Promise<void> {
  const { rows } = await client.query('SHOW server_encoding');
  const [{ server_encoding: encoding }] = rows;
  if (encoding === 'UTF8') return;
  throw new Error(
    `The encoding of the database is ${encoding}, in which the calendar cannot store the texts of its languages: create it with ENCODING 'UTF8' TEMPLATE template0.`,
  );
}

async function holderOf(client: Client, schema: string): Promise<string> {
  const { rows } = await client.query(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objsubid = 1
       AND (classid::bigint << 32 | objid::bigint) = ${KEY}`,
    [schema],
  );
  return rows[0]?.name ?? 'unknown';
}

/** A session's advisory lock. Throws behind a pooler in transaction mode. */
async function postgresLock(settings: Settings): Promise<StartLock> {
  const client = await connected();
  const schema = settings.connection.schema ?? 'public';
  try {
    await requireOwnSession(client);
    await requireUnicode(client);
    await client.query(`${KEEPALIVE}; ${UNLIMITED}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    take: async () => {
      const { rows } = await client.query(`SELECT pg_try_advisory_lock(${KEY}) AS taken`, [schema]);
      return rows[0].taken;
    },
    holder: () => holderOf(client, schema),
    end: () => client.end(),
  };
}

/**
 * SQLite's lock on an empty file beside the database, whose own lock would exclude the start that holds it. Beside the
 * file to which a symbolic link leads: other processes may name it directly.
 */
function sqliteLock({ connection: { filename = '' } }: Settings): StartLock {
  const Database: new (file: string, options: object) => SqliteFile = require('better-sqlite3');
  const path = `${existsSync(filename) ? realpathSync(filename) : filename}-starting`;
  let file: SqliteFile | undefined;
  const open = () => {
    closeSync(openSync(path, 'a', READABLE_BY_OWNER)); // SQLite would let everybody lock it.
    return new Database(path, { timeout: 0 });
  };
  return {
    take: async () => {
      try {
        file ??= open();
        file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'); // Nothing is written, so no journal file is needed.
        return true;
      } catch (error) {
        return (error as { code?: string }).code !== 'SQLITE_BUSY'; // For example a lock file of another user: no reason to refuse the start.
      }
    },
    holder: async () => `see who has opened ${path}`,
    end: async () => file?.close(),
  };
}

async function wait(lock: StartLock, timeout: number): Promise<void> {
  const end = Date.now() + timeout;
  for (let tries = 0; !(await lock.take()); tries += 1) {
    if (tries === 0)
      strapi.log.info('Another process of this calendar is starting: waiting for it.');
    if (Date.now() > end) {
      const after = `After ${Math.round(timeout / 1000)} s`;
      throw new Error(
        `${after} another process of this calendar is still starting (${await lock.holder()}).`,
      );
    }
    await setTimeout(PAUSE);
  }
}

/**
 * D13.3: serialises the starts of processes that share a database, from before the schema is inspected until
 * one-time work is done. The lock is released with its process, even if it is killed. Throws after `timeout`
 * milliseconds, and at once behind a pooler in transaction mode.
 */
export async function takeStartLock(timeout = TIMEOUT): Promise<void> {
  const settings: Settings = strapi.config.get('database.connection');
  const lock = settings.client === 'postgres' ? await postgresLock(settings) : sqliteLock(settings);
  try {
    await wait(lock, timeout);
    held = lock;
  } catch (error) {
    await lock.end();
    throw error;
  }
}

/** Lets the next process start. */
export async function releaseStartLock(): Promise<void> {
  await held?.end();
  held = undefined;
}
