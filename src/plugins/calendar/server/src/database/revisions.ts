import type { Knex } from 'knex';
import type { RecordType } from '../settings/record-types';
import { list, raw, type Sql, sql } from '../sql/sql';
import { beforeCommit, runBeforeCommit } from './commits';
import {
  addColumns,
  chunks,
  createIndex,
  execute,
  isPostgres,
  MAX_INSERTED,
  oneOfIds,
  openTransaction,
  qualified,
  run,
  table,
  tableOf,
} from './run';
import { lockShared } from './transaction';
import { WEBHOOKS } from './webhooks';

export const REVISIONS = 'calendar_revisions';

interface Stored {
  revision: string | number | null;
  updated: string | number | Date | null;
}

/** A record that a transaction has changed. */
export interface Revised {
  type: RecordType;
  documentId: string;
  publicId: number;
  /** The least value of its new revision. */
  least: number;
  /** Milliseconds. */
  changed: number;
  /**
   * D8.14: whether any of its rows was in public lists before or after the change; scheduled publications are reported
   * when due.
   */
  told: boolean;
  /** Whether the record was deleted. */
  gone: boolean;
  /** Whether its publication is scheduled. */
  scheduled?: boolean;
}

interface Entry extends Revised {
  /** Undefined until the row is written. */
  revision?: number;
  /** Whether a webhook was enabled when the row was written. */
  listened?: boolean;
  written: boolean;
}

/** The records that a transaction has changed, by type and public id. */
const changedIn = new WeakMap<Knex.Transaction, Map<string, Entry>>();

const keyOf = (type: RecordType, publicId: number) => `${type}:${publicId}`;

const revisionIn = ({ revision, updated }: Stored) =>
  revision === null ? +new Date(updated ?? 0) : Number(revision);

/** The revision that the open transaction has given the record; undefined if it has not changed it. */
async function revisionInTransaction(
  type: RecordType,
  publicId: number,
): Promise<number | undefined> {
  const trx = await openTransaction();
  if (!trx || !isRevised(type, publicId, trx)) return undefined;
  await runBeforeCommit(trx);
  return changedIn.get(trx)?.get(keyOf(type, publicId))?.revision;
}

/** Whether the transaction has changed the record already. */
export const isRevised = (type: RecordType, publicId: number, trx: Knex.Transaction): boolean =>
  changedIn.get(trx)?.has(keyOf(type, publicId)) ?? false;

/** D17.1: the revision written by the transaction, if a webhook is enabled. */
export function revisionToTell(
  type: RecordType,
  publicId: number,
  trx: Knex.Transaction,
): number | undefined {
  const { listened, revision } = changedIn.get(trx)?.get(keyOf(type, publicId)) ?? {};
  return listened ? revision : undefined;
}

/**
 * D8.4: the revision of a record, which only increases. Before its first change here (after an import or an update),
 * the time of its last change in milliseconds.
 */
export async function revisionOf(type: RecordType, publicId: number): Promise<number> {
  const known = await revisionInTransaction(type, publicId);
  if (known !== undefined) return known;
  return (await revisionsOf({ [type]: [publicId] }))(type, publicId);
}

/** Public ids of records by their type. */
export type Records = Partial<Record<RecordType, number[]>>;

const revisionsIn = (type: RecordType, ids: number[]): Sql => {
  const name = raw(`'${type}'`);
  return sql`SELECT ${name} AS type, e.public_id AS id,
      max(r.revision) AS revision, max(e.updated_at) AS updated
    FROM ${tableOf(type)} e
    LEFT JOIN @calendar_revisions r ON r.type = ${name} AND r.document_id = e.document_id
    WHERE ${oneOfIds(raw('e.public_id'), ids)} GROUP BY e.public_id`;
};

/** The revisions of many records in one statement; 0 for unknown ones. */
export async function revisionsOf(records: Records) {
  const wanted = Object.entries(records).filter(([, ids]) => ids.length > 0);
  const queries = wanted.map(([type, ids]) => revisionsIn(type as RecordType, ids));
  const rows =
    queries.length === 0
      ? []
      : await run<Stored & { type: RecordType; id: number }>(list(queries, ' UNION ALL '));
  const known = new Map(rows.map((row) => [`${row.type} ${row.id}`, revisionIn(row)]));
  return (type: RecordType, id: number): number => known.get(`${type} ${id}`) ?? 0;
}

/** The next revision: at least the moment of the save. */
const NEXT = 'CASE WHEN ?? < excluded.revision THEN excluded.revision ELSE ?? + 1 END';

/** SQL for whether any webhook is enabled. */
const HAS_ENABLED_WEBHOOK = () => `EXISTS (SELECT 1 FROM ${qualified(WEBHOOKS)} WHERE enabled)`;

const own = (column: string) => `${REVISIONS}.${column}`;

interface Written {
  type: RecordType;
  public_id: number;
  revision: string | number;
  listened: boolean | number;
}

async function write(entries: Entry[], trx: Knex.Transaction) {
  const lines = entries.map(({ type, documentId, publicId, least, changed, told, gone }) => ({
    ...{ type, document_id: documentId, public_id: publicId, revision: least },
    ...{ changed, told, gone, position: null },
  }));
  const written: Written[] = await table(REVISIONS, trx)
    .insert(lines)
    .onConflict(['type', 'document_id'])
    .merge({
      revision: trx.raw(NEXT, [own('revision'), own('revision')]),
      told: trx.raw('?? OR excluded.told', [own('told')]),
      ...Object.fromEntries(
        ['public_id', 'changed', 'gone', 'position'].map((name) => [
          name,
          trx.raw(`excluded.${name}`),
        ]),
      ),
    })
    .returning(['type', 'public_id', 'revision', trx.raw(`${HAS_ENABLED_WEBHOOK()} AS listened`)]);
  const known = changedIn.get(trx);
  for (const { type, public_id, revision, listened } of written) {
    const entry = known?.get(keyOf(type, public_id));
    if (!entry) continue;
    entry.revision = Number(revision);
    entry.listened = Boolean(listened);
  }
}

/**
 * D17.4: a first webhook that is being enabled sees scheduled publications only once they are committed, and is not
 * seen before its own commit. Either this waits for it, or it for this transaction.
 */
async function awaitFirstWebhook(entries: Entry[], trx: Knex.Transaction) {
  const missed = entries.filter(({ scheduled, listened }) => scheduled && !listened);
  if (!isPostgres() || missed.length === 0) return;
  await lockShared('webhooks', trx);
  const { rows } = await trx.raw(`SELECT ${HAS_ENABLED_WEBHOOK()} AS listened`);
  for (const entry of missed) entry.listened = rows[0].listened;
}

/** Order of writing, so that concurrent transactions cannot deadlock. */
const byName = (one: Entry, other: Entry) =>
  `${one.type} ${one.documentId}` < `${other.type} ${other.documentId}` ? -1 : 1;

async function writeLines(trx: Knex.Transaction) {
  const due = [...(changedIn.get(trx)?.values() ?? [])].filter(({ written }) => !written);
  due.sort(byName);
  for (const entry of due) entry.written = true;
  for (const some of chunks(due, MAX_INSERTED)) await write(some, trx);
  await awaitFirstWebhook(due, trx);
}

/**
 * D8.4, D8.14: schedules the record's row to be written before the transaction commits: a new revision, and no
 * position yet, which `/changes` assigns. Call after locking the record.
 */
export function raiseRevision(revised: Revised, trx: Knex.Transaction): void {
  const known = changedIn.get(trx) ?? new Map<string, Entry>();
  changedIn.set(trx, known);
  const key = keyOf(revised.type, revised.publicId);
  const before = known.get(key);
  const told = revised.told || Boolean(before?.told);
  const scheduled = revised.scheduled || before?.scheduled;
  const { gone } = revised;
  if (before && before.told === told && before.gone === gone && before.scheduled === scheduled)
    return;
  known.set(key, { ...before, ...revised, told, gone, scheduled, written: false });
  beforeCommit(trx, writeLines);
}

/** D8.4: raises all revisions after an import, which may restore old content, so that no earlier ETag matches. */
export const raiseAllRevisions = (now: Date) =>
  run(sql`UPDATE @calendar_revisions SET revision =
    CASE WHEN revision < ${now.getTime()} THEN ${now.getTime()} ELSE revision + 1 END`);

/** D8.14: columns for the list of changes. Rows that existed before get position 0, before all others. */
const ADDED = {
  public_id: 'integer',
  position: 'bigint DEFAULT 0',
  changed: 'bigint',
  told: 'boolean NOT NULL DEFAULT TRUE',
  gone: 'boolean NOT NULL DEFAULT FALSE',
};

/** D8.4, D8.14: a table with one row per record changed since it exists. */
export async function createRevisions(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(REVISIONS)} (
    type varchar(16) NOT NULL,
    document_id varchar(255) NOT NULL,
    revision bigint NOT NULL,
    PRIMARY KEY (type, document_id)
  )`);
  await addColumns(REVISIONS, ADDED);
  await createIndex(REVISIONS, 'position', '(position) WHERE position > 0');
  await createIndex(REVISIONS, 'waiting', '(changed) WHERE position IS NULL');
  await createIndex(REVISIONS, 'gone', '(changed) WHERE gone');
}
