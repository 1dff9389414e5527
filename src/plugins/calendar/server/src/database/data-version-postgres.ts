import { performance } from 'node:perf_hooks';
import type { Client } from 'pg';
import { type Period, periodBetween } from '../content-types/rows';
import { sql } from '../sql/sql';
import { connectBeside, lastingConnection } from './client';
import { CHANGES, channel, publications, watchCommits } from './data-changes';
import { isPostgres, qualified, run } from './run';

/** The version of all data: between two equal numbers, no committed row has changed. */
export interface DataVersion extends Period {
  number: number;
}

/** The name of the connection that every process has while it serves, in all versions since 25 November 2026. */
const NAME = 'calendar data version';

/** Milliseconds for which an answer of PostgreSQL is valid, and after which it is renewed in advance. */
const MAX_AGE = 1000;
const REFRESH_AFTER = 500;

/** Timeout of a query, and pause after a failure, in milliseconds. */
const TIMEOUT = 1000;

const MAX_ATTEMPTS = 3;

/** Raised with every change that this process knows of. */
let number = 0;

/** Raised when PostgreSQL notifies of a commit, after which the version must be queried. */
let noticed = 0;

/** The period between publications in the last answer. */
let period = periodBetween(null, null);

/** The last answer, and when it was queried. */
let known: (DataVersion & { at: number; noticed: number }) | undefined;

/** The sum of all counters in that answer. */
let changeCount: string | undefined;

let failedAt = Number.NEGATIVE_INFINITY;

let pending: Promise<DataVersion | undefined> | undefined;

/**
 * Connects and listens. Missed notifications do not matter, because the sum is compared. A client that fails to
 * listen is closed, so that retries against a slow database do not accumulate connections.
 */
async function connect(): Promise<Client> {
  const client = await connectBeside({ name: NAME, within: TIMEOUT });
  client.on('notification', () => {
    noticed += 1;
  });
  try {
    await client.query(`LISTEN "${channel()}"`);
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

const own = lastingConnection(connect);

interface Row {
  changes: string | null;
  since: Date | null;
  due: Date | null;
}

async function queryVersion(): Promise<Row | undefined> {
  const client = await own.get();
  const { rows } = await client.query(
    `SELECT (SELECT SUM(changes)::text FROM ${qualified(CHANGES)}) AS changes, around.*
      FROM (${publications('$1')}) around`,
    [new Date()],
  );
  return rows[0];
}

/** Queries the version, and again if a commit was noticed meanwhile, which the answer may not include. */
async function ask(): Promise<DataVersion | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = { number, noticed, at: performance.now() };
    const row = await queryVersion();
    const changes = row?.changes ?? '0';
    const isAlone = number === before.number && noticed === before.noticed;
    if (changes !== changeCount || Date.now() >= period.due) number += 1;
    changeCount = changes;
    period = periodBetween(row?.since?.getTime(), row?.due?.getTime());
    known = { number, noticed, at: before.at, ...period };
    if (isAlone) return known;
    known = undefined;
  }
  return undefined;
}

async function queryOrForget(): Promise<DataVersion | undefined> {
  try {
    return await ask();
  } catch {
    own.forget();
    failedAt = performance.now();
    return undefined;
  }
}

const refresh = () => {
  pending ??= queryOrForget().finally(() => {
    pending = undefined;
  });
  return pending;
};

/**
 * The current version. Includes this process's own commits at once, and those of others within milliseconds through
 * notifications; as these can be lost with a connection, an answer is valid for a second at most.
 */
export function postgresVersion(): DataVersion | undefined | Promise<DataVersion | undefined> {
  const now = performance.now();
  const age = now - (known?.at ?? Number.NEGATIVE_INFINITY);
  const holds = known?.number === number && known.noticed === noticed && age < MAX_AGE;
  if (holds && known && Date.now() < known.due) {
    if (age > REFRESH_AFTER && now - failedAt > TIMEOUT) void refresh();
    return known;
  }
  return now - failedAt > TIMEOUT ? refresh() : undefined;
}

/** Whether a process serves this database; asked at a start, before this process is connected in this way itself. */
export async function isServed(): Promise<boolean> {
  if (!isPostgres()) return false; // One process serves an SQLite file, by its lock.
  const serving = await run(sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = ${NAME} AND strpos(query, ${qualified(CHANGES)}) > 0 LIMIT 1`);
  return serving.length > 0;
}

/** The sum of counters that a snapshot taken now should read; undefined if unknown. */
export function cachedChanges(): string | undefined {
  const isKnown = known?.number === number && known.noticed === noticed && Date.now() < known.due;
  return isKnown ? changeCount : undefined;
}

/** The period of a snapshot with this sum of counters; undefined if it is not the newest known. */
export async function postgresPeriod(changes: string): Promise<Period | undefined> {
  const last = await postgresVersion();
  return changeCount === changes ? last : undefined;
}

/** Counts every commit of this process; called in `register`. */
export function watchOwnCommits(): void {
  watchCommits(() => {
    number += 1;
  });
}

/** Invalidates the known version, after reading data that another node has just committed. */
export function invalidatePostgresVersion(): void {
  noticed += 1;
}

export const forgetPostgresVersion = own.forget;
