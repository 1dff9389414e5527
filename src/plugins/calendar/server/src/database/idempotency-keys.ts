import type { Knex } from 'knex';
import { DAY } from '../kinds/dates/wall-time';
import type { RecordType } from '../settings/record-types';
import { rowsOf } from './rows';
import { createIndex, deleteSome, execute, qualified, table } from './run';
import { lock } from './transaction';

/** The stored response of a write, sent again for a retry. */
export interface Reply {
  status: number;
  body: object;
  headers?: Record<string, string>;
  /** D8.4: the revision in the response's ETag, if it had one. */
  tagged?: { revision: number | undefined };
}

/** A write with an idempotency key. */
export interface IdempotentWrite {
  /** The caller to whom the key belongs. */
  caller: string;
  key: string;
  /** A hash of the request. */
  request: string;
}

const TABLE = 'calendar_idempotency_keys';

/** Milliseconds for which a reply is kept. */
const RETENTION = DAY;

/** Not a content type, so that exports do not include replies. */
export async function createIdempotencyKeys(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(TABLE)} (
    caller varchar(255) NOT NULL,
    key varchar(255) NOT NULL,
    request varchar(64) NOT NULL,
    reply text NOT NULL,
    created bigint NOT NULL,
    PRIMARY KEY (caller, key)
  )`);
  await createIndex(TABLE, 'created', '(created)');
}

interface StoredReply {
  request: string;
  reply: Reply;
}

/** The stored reply for this caller and key; undefined after a day. */
export async function findReply(
  { caller, key }: IdempotentWrite,
  now: Date,
  trx?: Knex.Transaction,
): Promise<StoredReply | undefined> {
  const row = await table(TABLE, trx)
    .where({ caller, key })
    .where('created', '>', now.getTime() - RETENTION)
    .first('request', 'reply');
  return row && { request: row.request, reply: JSON.parse(row.reply) };
}

/** Deletes some of the expired replies; returns how many. */
export const pruneReplies = (now: Date) =>
  deleteSome(TABLE, ['caller', 'key'], (all) => all.where('created', '<=', +now - RETENTION));

/** Stores a reply; call within the write's transaction. */
export async function storeReply(
  { caller, key, request }: IdempotentWrite,
  reply: Reply,
  { now, trx }: { now: Date; trx: Knex.Transaction },
): Promise<void> {
  const row = { caller, key, request, reply: JSON.stringify(reply), created: now.getTime() };
  await table(TABLE, trx).insert(row).onConflict(['caller', 'key']).merge(); // Replaces an expired one.
}

interface IdempotentCreate<Made> {
  now: Date;
  /** Creates and returns the resource; undefined if nothing is created. */
  make: () => Promise<Made | undefined>;
  /** Returns what was created before; undefined if it no longer exists. */
  again: (made: Made) => Promise<Made | undefined>;
}

/** Whether the record exists and is not entirely in the trash. */
export const recordExists = async (type: RecordType, documentId: string) =>
  (await rowsOf(type, documentId)).some((row) => !('trashed_at' in row && row.trashed_at));

/**
 * D9.12: creates a resource, once per key if there is one. A retry waits for the first request and gets its result,
 * as long as that exists. The key is stored by the creating transaction and is its first lock (for
 * copies of one record the second, after the record's), so that there is no deadlock.
 */
export async function runIdempotent<Made extends object>(
  write: IdempotentWrite | undefined,
  { now, make, again }: IdempotentCreate<Made>,
): Promise<Made | undefined> {
  if (!write) return make();
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
