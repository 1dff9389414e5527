import { performance } from 'node:perf_hooks';
import type { Client } from 'pg';
import { type Period, periodBetween } from '../content-types/rows';
import { connectBeside } from './client';
import { CHANGES, channel, publications, watchCommits } from './data-changes';
import { qualified } from './run';

/** What the whole calendar is at: two equal numbers, and no committed row has changed in between. */
export interface DataVersion extends Period {
  number: number;
}

/** Milliseconds for which an answer of PostgreSQL counts, and after which it is asked again beforehand. */
const FRESH = 1000;
const RENEW = 500;

/** Milliseconds that an answer may take, and for which nobody asks after a failure. */
const TIMEOUT = 1000;

const MAX_ATTEMPTS = 3;

let own: Client | undefined;

/** Grows with every change that this process knows of. */
let number = 0;

/** Grows when PostgreSQL tells of a commit: whoever made it, it is time to ask. */
let noticed = 0;

/** Between which publications that was, as PostgreSQL has said last. */
let period = periodBetween(null, null);

/** What was asked last, and when. */
let known: (DataVersion & { at: number; noticed: number }) | undefined;

/** The sum of all changes by then, as PostgreSQL has told it. */
let changeCount: string | undefined;

let failedAt = Number.NEGATIVE_INFINITY;

let pending: Promise<DataVersion | undefined> | undefined;

function forget(client = own) {
  if (client === own) own = undefined;
  client?.end().catch(() => undefined);
}

/**
 * Notifications of the time in which nobody listened are made up for by the sum. A client that cannot
 * listen is ended, or a slow database would have another with each try.
 */
async function connect(): Promise<Client> {
  const client = await connectBeside({ name: 'calendar data version', within: TIMEOUT });
  client.on('error', () => forget(client));
  client.on('end', () => forget(client));
  client.on('notification', () => {
    noticed += 1;
  });
  try {
    await client.query(`LISTEN "${channel()}"`);
  } catch (error) {
    forget(client);
    throw error;
  }
  return client;
}

interface Row {
  changes: string | null;
  since: Date | null;
  due: Date | null;
}

async function queryVersion(): Promise<Row | undefined> {
  own ??= await connect();
  const { rows } = await own.query(
    `SELECT (SELECT SUM(changes)::text FROM ${qualified(CHANGES)}) AS changes, around.*
      FROM (${publications('$1')}) around`,
    [new Date()],
  );
  return rows[0];
}

/** A commit that is noticed meanwhile may be of after the answer: then it is asked again. */
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

async function askOrForget(): Promise<DataVersion | undefined> {
  try {
    return await ask();
  } catch {
    forget();
    failedAt = performance.now();
    return undefined;
  }
}

const askAgain = () => {
  pending ??= askOrForget().finally(() => {
    pending = undefined;
  });
  return pending;
};

/**
 * Told at once by this process's own commits, within milliseconds by those of others, of which
 * PostgreSQL notifies; and as notifications can be lost with a connection, every answer counts for a
 * second only.
 */
export function postgresVersion(): DataVersion | undefined | Promise<DataVersion | undefined> {
  const now = performance.now();
  const age = now - (known?.at ?? Number.NEGATIVE_INFINITY);
  const holds = known?.number === number && known.noticed === noticed && age < FRESH;
  if (holds && known && Date.now() < known.due) {
    if (age > RENEW && now - failedAt > TIMEOUT) void askAgain();
    return known;
  }
  return now - failedAt > TIMEOUT ? askAgain() : undefined;
}

/** The sum of changes that a snapshot taken now will read, as far as this process knows. */
export function cachedChanges(): string | undefined {
  const isKnown = known?.number === number && known.noticed === noticed && Date.now() < known.due;
  return isKnown ? changeCount : undefined;
}

/** The period of a snapshot, by the sum of changes that it read; undefined where that is not the newest known. */
export async function postgresPeriod(changes: string): Promise<Period | undefined> {
  const last = await postgresVersion();
  return changeCount === changes ? last : undefined;
}

/** At register: every commit of this process counts. */
export function watchOwnCommits(): void {
  watchCommits(() => {
    number += 1;
  });
}

/** What was known no longer counts: another node has committed something that this one has just read. */
export function invalidatePostgresVersion(): void {
  noticed += 1;
}

export const forgetPostgresVersion = () => forget();
