import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Knex } from 'knex';
import type { Language } from '../settings/languages';
import { POST_TYPES, type RecordType } from '../settings/record-types';
import type { MessageType } from '../settings/webhooks';
import { raw, type Sql, sql } from '../sql/sql';
import {
  chunks,
  inTable,
  isPostgres,
  jsonRows,
  MAX_INSERTED,
  qualified,
  run,
  table,
  tableOf,
} from './run';

export const MESSAGES = 'calendar_webhook_messages';

/** What has happened to a record, as it is told: by reference, and without any of its values. */
export interface Message {
  /** By which receivers tell messages apart. */
  uid: string;
  name: MessageType;
  type: RecordType;
  public_id: number;
  revision: number;
  /** In which everybody may read the record by then. */
  languages: Language[];
  /** The names of the fields that readers find changed. */
  changed: string[];
  /** Milliseconds since 1970. */
  created: number;
}

/** The part of it that follows from the record. */
export type MessageData = Pick<Message, 'name' | 'revision' | 'languages' | 'changed'>;

/** A record that a transaction has changed. */
export interface RecordChange {
  type: RecordType;
  documentId: string;
  publicId: number;
  /** Nothing where readers find it as it was. */
  message?: MessageData;
  /** When it is published by itself. */
  due?: Date;
  /** Whether the transaction has written of it before. */
  again?: boolean;
}

/** Beside Strapi's own tables, as the webhooks. Lines with a time in `due` have no name before it. */
export async function createMessages(): Promise<void> {
  const execute = (statement: string) => strapi.db.connection.raw(statement);
  const id = isPostgres() ? 'bigserial PRIMARY KEY' : 'integer PRIMARY KEY AUTOINCREMENT';
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(MESSAGES)} (
    id ${id},
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
  const index = (name: string, rest: string) =>
    execute(`CREATE INDEX IF NOT EXISTS ${MESSAGES}_${name} ON ${qualified(MESSAGES)} ${rest}`);
  await index('waiting', '(id) WHERE NOT sent AND due IS NULL');
  await index('due', '(due) WHERE due IS NOT NULL');
  await index('scheduled', '(type, document_id) WHERE due IS NOT NULL');
  await index('created', '(created)');
}

const committed = new EventEmitter();

/** Whoever sends messages need not ask for those of this process. */
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

/** A picture in use may have changed any number of records: one by one their values would be more than a statement takes. */
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

/** Where the transaction goes on, the lines that it has written of these records are written anew. */
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
  for (const some of chunks(lines, MAX_INSERTED)) await table(MESSAGES, trx).insert(some);
}

/**
 * D17.4: what is to be published by itself has one line, which is told when its time has come: the time of
 * the last transaction that said so. One whose time has come already stays, for nobody has told of it.
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
    await table(MESSAGES, trx)
      .insert(some)
      .onConflict(['transaction_id', 'type', 'document_id'])
      .merge(['due']);
  }
}

const PUBLISHED = 'published_at IS NOT NULL AND trashed_at IS NULL';

/** When the first webhook is switched on: what was scheduled while nobody listened. */
export async function scheduleAll(now: Date): Promise<void> {
  const milliseconds = raw(isPostgres() ? 'EXTRACT(EPOCH FROM max(date)) * 1000' : 'max(date)');
  const uid = raw(isPostgres() ? 'gen_random_uuid()::text' : 'lower(hex(randomblob(16)))');
  for (const type of POST_TYPES) {
    await run(sql`INSERT INTO @calendar_webhook_messages
        (transaction_id, uid, type, document_id, public_id, created, due)
      SELECT ${SCHEDULED}, ${uid}, ${type}, document_id, max(public_id), ${now.getTime()}, ${milliseconds}
      FROM ${tableOf(type)} WHERE ${raw(PUBLISHED)} AND date > ${now} GROUP BY document_id
      ON CONFLICT (transaction_id, type, document_id) DO UPDATE SET due = excluded.due`);
  }
}

/** A line whose time has come. */
export interface DueMessage {
  id: number;
  type: RecordType;
  documentId: string;
  publicId: number;
  due: Date;
}

/** Lines that are worked on at once. */
const MAX_MESSAGES = 200;

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

/** What was scheduled has happened, or it has not: then there is nothing to tell. */
export async function settleDue({ id }: DueMessage, message: MessageData | undefined, now: Date) {
  const columns = message && {
    ...dataColumns(message),
    transaction_id: randomUUID(),
    created: now.getTime(),
  };
  await inTable(MESSAGES, (query) => {
    const line = query.where({ id });
    return columns ? line.update({ ...columns, due: null }) : line.delete();
  });
}

/** Lines that nobody has been told of yet, oldest first. */
export async function unsentMessages() {
  const rows: { id: number | string; name: MessageType; type: RecordType; public_id: number }[] =
    await inTable(MESSAGES, (query) =>
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
  inTable(MESSAGES, (query) => query.whereIn('id', ids).update({ sent: true }));

/** D17.6: with all that was noted of them. What is scheduled stays. */
export const pruneMessages = (before: Date) =>
  table(MESSAGES).where('created', '<', before.getTime()).whereNull('due').delete();

/** Whether there is something to tell. */
export async function hasMessages(now: Date): Promise<boolean> {
  const [row] = await run<{ has: boolean | number }>(sql`SELECT
      EXISTS (SELECT 1 FROM @calendar_webhook_messages WHERE NOT sent AND due IS NULL)
      OR EXISTS (SELECT 1 FROM @calendar_webhook_messages WHERE due <= ${now.getTime()}) AS has`);
  return Boolean(row?.has);
}
