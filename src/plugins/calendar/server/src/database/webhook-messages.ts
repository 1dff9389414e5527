import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Knex } from 'knex';
import type { Language } from '../settings/languages';
import { POST_TYPES, type RecordType } from '../settings/record-types';
import type { MessageType } from '../settings/webhooks';
import { raw, type Sql, sql } from '../sql/sql';
import {
  chunks,
  createIndex,
  deleteSome,
  execute,
  inTable,
  isPostgres,
  jsonRows,
  MAX_INSERTED,
  qualified,
  run,
  serialKey,
  table,
  tableOf,
} from './run';

/** The transactional outbox: messages are stored with the change that they report, and sent after its commit. */
export const OUTBOX = 'calendar_webhook_messages';

/** A message about a change of a record: a reference without any of its values. */
export interface StoredMessage {
  /** Identifies the message for receivers. */
  uid: string;
  name: MessageType;
  type: RecordType;
  public_id: number;
  revision: number;
  /** The languages in which the record is public. */
  languages: Language[];
  /** The names of changed public fields. */
  changed: string[];
  /** Milliseconds since 1970. */
  created: number;
}

/** The part derived from the record. */
export type MessageData = Pick<StoredMessage, 'name' | 'revision' | 'languages' | 'changed'>;

/** A record that a transaction has changed. */
export interface RecordChange {
  type: RecordType;
  documentId: string;
  publicId: number;
  /** Undefined if nothing public has changed. */
  message?: MessageData;
  /** Its next scheduled publication. */
  due?: Date;
  /** Whether the transaction has written a message about it before. */
  again?: boolean;
}

/** Not a content type. Rows with `due` are scheduled publications, whose message is filled in when due. */
export async function createMessages(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(OUTBOX)} (
    id ${serialKey('bigserial')},
    transaction_id varchar(36) NOT NULL,
    uid varchar(36) NOT NULL,
    type varchar(16) NOT NULL,
    document_id varchar(255) NOT NULL,
    public_id integer NOT NULL,
    name varchar(32),
    revision bigint,
    languages varchar(64),
    changed text,
    created bigint NOT NULL,
    due bigint,
    sent boolean NOT NULL DEFAULT FALSE,
    UNIQUE (transaction_id, type, document_id)
  )`);
  await createIndex(OUTBOX, 'waiting', '(id) WHERE NOT sent AND due IS NULL');
  await createIndex(OUTBOX, 'due', '(due) WHERE due IS NOT NULL');
  await createIndex(OUTBOX, 'scheduled', '(type, document_id) WHERE due IS NOT NULL');
  await createIndex(OUTBOX, 'created', '(created)');
}

const committed = new EventEmitter();

/** Calls the listener when this process has committed messages. Returns a function that removes it. */
export function onMessages(listener: () => void): () => void {
  committed.on('messages', listener);
  return () => committed.off('messages', listener);
}

export const emitMessages = () => committed.emit('messages');

const ids = new WeakMap<Knex.Transaction, string>();

function transactionId(trx: Knex.Transaction): string {
  const id = ids.get(trx) ?? randomUUID();
  ids.set(trx, id);
  return id;
}

const SCHEDULED = 'scheduled';

/** The records as one JSON parameter: a changed picture may affect more records than a statement has parameters. */
const isOneOf = (changes: RecordChange[]): Sql => {
  const keys = changes.map(({ type, documentId }) => ({ type, document_id: documentId }));
  const given = jsonRows({ type: 'text', document_id: 'text' }, keys);
  return sql`(type, document_id) IN (SELECT given.type, given.document_id FROM ${given})`;
};

const recordColumns = ({ type, documentId, publicId }: RecordChange, now: Date) => ({
  uid: randomUUID(),
  type,
  document_id: documentId,
  public_id: publicId,
  created: now.getTime(),
});

const dataColumns = ({ name, revision, languages, changed }: MessageData) => ({
  name,
  revision,
  languages: JSON.stringify(languages),
  changed: JSON.stringify(changed),
});

/** Writes the messages about changes; replaces those that the transaction has already written about these records. */
export async function writeMessages(
  changes: RecordChange[],
  { trx, now }: { trx: Knex.Transaction; now: Date },
): Promise<void> {
  const transaction_id = transactionId(trx);
  const again = changes.filter(({ again }) => again);
  if (again.length > 0) {
    await run(sql`DELETE FROM @calendar_webhook_messages
      WHERE transaction_id = ${transaction_id} AND ${isOneOf(again)}`);
  }
  const lines = changes.flatMap((change) =>
    change.message
      ? { transaction_id, ...recordColumns(change, now), ...dataColumns(change.message) }
      : [],
  );
  for (const some of chunks(lines, MAX_INSERTED)) await table(OUTBOX, trx).insert(some);
}

/**
 * D17.4: writes one row per scheduled publication, with the date of the last change. A row that is already due stays,
 * because it has not been delivered yet.
 */
export async function writeSchedule(
  changes: RecordChange[],
  { trx, now }: { trx: Knex.Transaction; now: Date },
): Promise<void> {
  await run(sql`DELETE FROM @calendar_webhook_messages
    WHERE due > ${now.getTime()} AND ${isOneOf(changes)}`);
  const lines = changes.flatMap((change) =>
    change.due
      ? { transaction_id: SCHEDULED, ...recordColumns(change, now), due: change.due.getTime() }
      : [],
  );
  for (const some of chunks(lines, MAX_INSERTED)) {
    await table(OUTBOX, trx)
      .insert(some)
      .onConflict(['transaction_id', 'type', 'document_id'])
      .merge(['due']);
  }
}

/** Schedules all future publications when the first webhook is enabled. */
export async function scheduleAll(now: Date): Promise<void> {
  const milliseconds = raw(isPostgres() ? 'EXTRACT(EPOCH FROM max(date)) * 1000' : 'max(date)');
  const uid = raw(isPostgres() ? 'gen_random_uuid()::text' : 'lower(hex(randomblob(16)))');
  for (const type of POST_TYPES) {
    await run(sql`INSERT INTO @calendar_webhook_messages
        (transaction_id, uid, type, document_id, public_id, created, due)
      SELECT ${SCHEDULED}, ${uid}, ${type}, document_id, max(public_id), ${now.getTime()}, ${milliseconds}
      FROM ${tableOf(type)} WHERE published_at IS NOT NULL AND trashed_at IS NULL AND date > ${now}
      GROUP BY document_id
      ON CONFLICT (transaction_id, type, document_id) DO UPDATE SET due = excluded.due`);
  }
}

/** A scheduled publication that is due. */
export interface DueMessage {
  id: number;
  type: RecordType;
  documentId: string;
  publicId: number;
  due: Date;
}

/** Rows processed at a time. */
const MAX_MESSAGES = 200;

/** Due scheduled publications, in the order in which they were scheduled; at most `MAX_MESSAGES`. */
export async function dueMessages(now: Date): Promise<DueMessage[]> {
  const rows = await run<{
    id: number | string;
    type: RecordType;
    document_id: string;
    public_id: number;
    due: number | string;
  }>(sql`SELECT id, type, document_id, public_id, due FROM @calendar_webhook_messages
    WHERE due <= ${now.getTime()} ORDER BY id LIMIT ${MAX_MESSAGES}`);
  return rows.map(({ id, type, document_id, public_id, due }) => ({
    ...{ id: Number(id), type, documentId: document_id, publicId: public_id },
    due: new Date(Number(due)),
  }));
}

/** Turns a due row into its message, or deletes it if the record is not public. */
export async function settleDue({ id }: DueMessage, message: MessageData | undefined, now: Date) {
  const columns = message && {
    ...dataColumns(message),
    transaction_id: randomUUID(),
    created: now.getTime(),
  };
  await inTable(OUTBOX, (query) => {
    const line = query.where({ id });
    return columns ? line.update({ ...columns, due: null }) : line.delete();
  });
}

/** Messages without deliveries, oldest first. */
export async function unsentMessages() {
  const rows: { id: number | string; name: MessageType; type: RecordType; public_id: number }[] =
    await inTable(OUTBOX, (query) =>
      query
        .select('id', 'name', 'type', 'public_id')
        .where({ sent: false })
        .whereNull('due')
        .orderBy('id')
        .limit(MAX_MESSAGES),
    );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

export const markSent = (ids: number[]) =>
  inTable(OUTBOX, (query) => query.whereIn('id', ids).update({ sent: true }));

/** D17.6: deletes some of the old messages with their deliveries; returns how many. Scheduled ones stay. */
export const pruneMessages = (before: Date) =>
  deleteSome(OUTBOX, ['id'], (all) => all.where('created', '<', +before).whereNull('due'));

/** Whether there are unsent or due messages. */
export async function hasMessages(now: Date): Promise<boolean> {
  const [row] = await run<{ has: boolean | number }>(sql`SELECT
      EXISTS (SELECT 1 FROM @calendar_webhook_messages WHERE NOT sent AND due IS NULL)
      OR EXISTS (SELECT 1 FROM @calendar_webhook_messages WHERE due <= ${now.getTime()}) AS has`);
  return Boolean(row?.has);
}
