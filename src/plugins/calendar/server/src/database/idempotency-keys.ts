import type { Knex } from 'knex';
import { DAY, HOUR } from '../kinds/dates/wall-time';
import type { RecordType } from '../settings/record-types';
import { rowsOf } from './rows';
import { qualified, table } from './run';
import { lock } from './transaction';

/** What a write answered, as it is answered again. */
export interface Reply {
  status: number;
  body: object;
  headers?: Record<string, string>;
  /** Where the answer has a tag of its own (D8.4). */
  tagged?: { revision: number | undefined };
}

/** A write that its caller may repeat. */
export interface IdempotentWrite {
  /** Whose key it is. */
  caller: string;
  key: string;
  /** What is written, as a hash. */
  request: string;
}

const TABLE = 'calendar_idempotency_keys';

/** Milliseconds for which a reply is kept. */
const RETENTION = DAY;

/** Beside Strapi's own tables: no export takes replies along. */
export async function createIdempotencyKeys(): Promise<void> {
  const run = (sql: string) => strapi.db.connection.raw(sql);
  await run(`CREATE TABLE IF NOT EXISTS ${qualified(TABLE)} (
    caller varchar(255) NOT NULL,
    key varchar(255) NOT NULL,
    request varchar(64) NOT NULL,
    reply text NOT NULL,
    created bigint NOT NULL,
    PRIMARY KEY (caller, key)
  )`);
  await run(`CREATE INDEX IF NOT EXISTS ${TABLE}_created ON ${qualified(TABLE)} (created)`);
}

interface Kept {
  request: string;
  reply: Reply;
}

/** What this caller's write with this key answered, if that was within a day. */
export async function findReply(
  { caller, key }: IdempotentWrite,
  now: Date,
  trx?: Knex.Transaction,
): Promise<Kept | undefined> {
  const row = await table(TABLE, trx)
    .where({ caller, key })
    .where('created', '>', now.getTime() - RETENTION)
    .first('request', 'reply');
  return row && { request: row.request, reply: JSON.parse(row.reply) };
}

/** Milliseconds between two looks for what is older. */
const SWEPT = HOUR;

let swept = 0;

async function sweep(now: Date, trx: Knex.Transaction): Promise<void> {
  if (now.getTime() - swept < SWEPT) return;
  swept = now.getTime();
  await table(TABLE, trx)
    .where('created', '<=', now.getTime() - RETENTION)
    .delete();
}

/** Belongs into the write's own transaction. What is older than a day goes, which is looked for once an hour. */
export async function storeReply(
  { caller, key, request }: IdempotentWrite,
  reply: Reply,
  { now, trx }: { now: Date; trx: Knex.Transaction },
): Promise<void> {
  await sweep(now, trx);
  const row = { caller, key, request, reply: JSON.stringify(reply), created: now.getTime() };
  await table(TABLE, trx).insert(row).onConflict(['caller', 'key']).merge(); // One that has ended.
}

interface Making<Made> {
  now: Date;
  /** Gives what it has made, if anything. */
  make: () => Promise<Made | undefined>;
  /** Gives what was made before, as it is told again; nothing where that is not there any more. */
  again: (made: Made) => Promise<Made | undefined>;
}

/** Whether the record is there, and not in the trash alone. */
export const recordExists = async (type: RecordType, documentId: string) =>
  (await rowsOf(type, documentId)).some((row) => !('trashed_at' in row && row.trashed_at));

/**
 * D9.12: a key creates one thing. A retry waits for the first request and gets its result, as long as that
 * exists. The key is stored by the creating transaction and is its first lock (for copies of one record the
 * second, after the record's), so that there is no deadlock.
 */
export async function runIdempotent<Made extends object>(
  write: IdempotentWrite,
  { now, make, again }: Making<Made>,
): Promise<Made | undefined> {
  return (await strapi.db.transaction(async ({ trx: begun }) => {
    const trx = begun as Knex.Transaction;
    await lock(`idempotency:${write.caller}:${write.key}`, trx);
    const kept = (await findReply(write, now, trx))?.reply.body as Made | undefined;
    const before = kept && (await again(kept));
    if (before) return before;
    const made = await make();
    if (made) await storeReply(write, { status: 201, body: made }, { now, trx });
    return made;
  })) as Made | undefined;
}
