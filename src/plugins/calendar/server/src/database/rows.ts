import type { Knex } from 'knex';
import type { PostRow, Row, Schema, StatusRow, Values } from '../content-types/rows';
import { isPlain, populateOf, withSaved } from '../content-types/rows';
import type { EventRow } from '../kinds/rows';
import {
  isPostType,
  NAME_FIELD,
  type PostType,
  type RecordType,
  USER_UID,
  uidOf,
} from '../settings/record-types';
import { REVISIONS } from './revisions';
import { openTransaction } from './run';
import { holdsRecord } from './transaction';
import { OUTBOX } from './webhook-messages';

/** The rows of records, by type and document. */
type RowCache = Map<string, Promise<Row[]>>;

const rowCaches = new WeakMap<Knex.Transaction, RowCache>();

/** Whether a statement may change records: all except SELECT and writes of revisions and messages. */
const mayChangeRecords = (sql: string) =>
  !/^\s*select\b/i.test(sql) && !sql.includes(REVISIONS) && !sql.includes(OUTBOX);

/** The rows that the transaction has read since its last write. */
function cacheOf(trx: Knex.Transaction): RowCache {
  const known = rowCaches.get(trx) ?? new Map();
  if (!rowCaches.has(trx)) {
    rowCaches.set(trx, known);
    trx.on('query', ({ sql }: { sql: string }) => mayChangeRecords(sql) && known.clear());
  }
  return known;
}

const copied = (rows: Row[]) => rows.map((row) => ({ ...row }));

/** A post and the transaction that reads it. */
interface Reading {
  type: PostType;
  documentId: string;
  trx: Knex.Transaction;
}

/**
 * Reads all rows of a post. If the transaction has locked it, they are cached until the transaction's next write, so
 * that a following save and the response reuse what was read last.
 */
async function readCached(reading: Reading, read: () => Promise<Row[]>): Promise<Row[]> {
  const { type, documentId, trx } = reading;
  if (!holdsRecord(type, documentId, trx)) return read();
  const known = cacheOf(trx);
  const key = `${type}:${documentId}`;
  const rows = known.get(key) ?? read();
  known.set(key, rows);
  return copied(await rows);
}

/** Caches the rows of a post that a save has created. */
function cacheRows({ type, documentId, trx }: Reading, rows: Row[]): void {
  cacheOf(trx).set(`${type}:${documentId}`, Promise.resolve(rows));
}

/** Cached rows of the post with this public id (D4.2: unique across post types). */
async function cachedRows(publicId: number, trx: Knex.Transaction) {
  for (const rows of rowCaches.get(trx)?.values() ?? []) {
    const all = await rows;
    if (all[0]?.public_id === publicId) return copied(all);
  }
  return undefined;
}

type Model = Parameters<typeof strapi.getModel>[0];

const schemaOf = (uid: string) => strapi.getModel(uid as Model) as Schema;

/** How whole rows are read: what to populate, and each row with a host's fields as a save takes them. */
export function wholeRows(type: RecordType) {
  const schema = schemaOf(uidOf(type));
  const whole = <Of extends Values>(row: Of): Of => withSaved(row, schema, schemaOf);
  return { populate: populateOf(schema, schemaOf), whole };
}

const mediaOf = (type: RecordType) => Object.keys(wholeRows(type).populate);

/** All rows of a record, whole: every language, drafts and published. */
export async function rowsOf(type: RecordType, documentId: string): Promise<Row[]> {
  const { populate, whole } = wholeRows(type);
  const where = { documentId };
  const read = async (): Promise<Row[]> =>
    (await strapi.db.query(uidOf(type)).findMany({ where, populate, orderBy: { id: 'asc' } })).map(
      whole,
    );
  const trx = await openTransaction();
  return trx && isPostType(type) ? readCached({ type, documentId, trx }, read) : read();
}

/** All rows of a post that the open transaction has written; from its cache if possible. */
export async function rowsWritten(type: PostType, publicId: number): Promise<Row[]> {
  const trx = await openTransaction();
  return (trx && (await cachedRows(publicId, trx))) ?? rowsOfIds(type, [publicId]);
}

/** Whether a row has every column, since callers may select only some. */
const isWhole = (type: RecordType, row: Row) =>
  isPlain(schemaOf(uidOf(type))) &&
  Object.entries(strapi.contentType(uidOf(type)).attributes).every(
    ([name, { type: kind }]) => kind === 'media' || kind === 'relation' || name in row,
  );

/** Caches the only row of a post that the transaction has just created. */
export function cacheCreated(
  type: PostType,
  row: Row,
  values: object,
  trx: Knex.Transaction,
): void {
  const media = Object.fromEntries(mediaOf(type).map((name) => [name, null]));
  const hasMedia = Object.entries(values).some(([name, value]) => name in media && value);
  if (hasMedia || !isWhole(type, row)) return;
  cacheRows({ type, documentId: row.documentId, trx }, [{ ...row, ...media }]);
}

/** All rows of a record by language, with their creators, on which conditions of permissions depend. */
export const rowsWithCreators = (type: RecordType, documentId: string): Promise<Row[]> =>
  strapi.db.query(uidOf(type)).findMany({
    where: { documentId },
    orderBy: { locale: 'asc' },
    populate: { createdBy: { populate: ['roles'] } },
  });

/** Writes a row as an edit: Strapi sees it as changed now. */
export async function changeRow(type: RecordType, id: number, data: object): Promise<void> {
  await strapi.db.query(uidOf(type)).update({ where: { id }, data });
}

/** Updates rows without changing `updated_at`, so that Strapi does not show them as modified. */
export async function amendRows(type: RecordType, where: object, data: object): Promise<void> {
  await strapi.db.query(uidOf(type)).updateMany({ where, data });
}

/** Every row of the record with this public id. */
export function rowsOfId(type: RecordType, public_id: number): Promise<Row[]> {
  return strapi.db.query(uidOf(type)).findMany({
    where: { public_id },
    populate: mediaOf(type),
    orderBy: { id: 'asc' },
  });
}

/** Every row of the records with these public ids, without media. */
export function rowsOfIds(type: RecordType, ids: number[]): Promise<Row[]> {
  return strapi.db.query(uidOf(type)).findMany({
    where: { public_id: { $in: ids } },
    orderBy: { id: 'asc' },
  });
}

/** Every row of these records, without media. */
export function rowsOfDocuments(type: RecordType, ids: string[]): Promise<Row[]> {
  return strapi.db.query(uidOf(type)).findMany({ where: { documentId: { $in: ids } } });
}

/** The rows of posts with exactly this title or name that are not in the trash, oldest record first. */
export function untrashedRowsNamed(type: PostType, name: string): Promise<Row[]> {
  return strapi.db.query(uidOf(type)).findMany({
    where: { [NAME_FIELD[type]]: name, trashed_at: { $null: true } },
    populate: mediaOf(type),
    orderBy: { public_id: 'asc' },
  });
}

/** A record, or one of its languages. */
interface LanguageVersion {
  documentId: string;
  locale?: string;
}

/** The Document Service, typed for all of our types at once. */
interface Documents {
  create(params: { locale: string; data: Values }): Promise<object>;
  update(params: LanguageVersion & { data: Values }): Promise<unknown>;
  delete(params: LanguageVersion): Promise<unknown>;
  publish(params: LanguageVersion): Promise<unknown>;
  unpublish(params: LanguageVersion): Promise<unknown>;
  discardDraft(params: LanguageVersion): Promise<unknown>;
  clone(params: LanguageVersion & { data: Values }): Promise<{ entries: object[] } | null>;
}

export const documents = (type: RecordType): Documents => strapi.documents(uidOf(type));

/** A new record in one language: its draft, or a term. */
export const createRecord = async (type: RecordType, locale: string, data: Values) =>
  (await documents(type).create({ locale, data })) as Row;

/** Copies a record in every language as drafts; returns one of the new rows. */
export async function cloneRecord(
  type: RecordType,
  documentId: string,
  data: Values,
): Promise<Row> {
  const copy = await documents(type).clone({ documentId, locale: '*', data });
  return copy?.entries[0] as Row;
}

/** Whether a registered user has this id. */
export const userExists = async (id: number): Promise<boolean> =>
  (await strapi.db.query(USER_UID).count({ where: { id } })) > 0;

/** One language of a record. */
export type DocumentLocale = { documentId: string; locale: string };

type Marked = Pick<EventRow, 'event_status' | 'hide_from_listings'>;

export type VersionRow = StatusRow & DocumentLocale & Partial<Marked>;

/** Attributes shown as marks next to an event's status. */
const MARKS: (keyof Marked)[] = ['event_status', 'hide_from_listings'];

const keyOf = ({ documentId, locale }: DocumentLocale) => `${documentId} ${locale}`;

const STATUS_FIELDS = ['documentId', 'locale', 'publishedAt', 'post_status', 'trashed_at', 'date'];

/** D6.1: the row that determines the status of each version: the published one, or else the draft. */
export function statusRowsIn<Of extends VersionRow>(rows: readonly Of[]) {
  const draftsFirst = rows.toSorted((a, b) => Number(!!a.publishedAt) - Number(!!b.publishedAt));
  const byVersion = new Map(draftsFirst.map((row) => [keyOf(row), row]));
  return (version: DocumentLocale): Of | undefined => byVersion.get(keyOf(version));
}

/** Loads the rows that determine the statuses of some versions. */
export const loadStatusRows = (
  type: PostType,
  versions: readonly DocumentLocale[],
): Promise<VersionRow[]> =>
  strapi.db.query(uidOf(type)).findMany({
    select: [...STATUS_FIELDS, ...(type === 'event' ? MARKS : [])],
    where: {
      documentId: { $in: versions.map(({ documentId }) => documentId) },
      locale: { $in: [...new Set(versions.map(({ locale }) => locale))] },
    },
  });

/** A row of a post, of an event with all its attributes. */
export type VersionOf = PostRow & Partial<EventRow>;

/** All rows of a record with their creators. */
export const loadVersions = (type: PostType, documentId: string): Promise<VersionOf[]> =>
  strapi.db.query(uidOf(type)).findMany({ where: { documentId }, populate: { createdBy: true } });
