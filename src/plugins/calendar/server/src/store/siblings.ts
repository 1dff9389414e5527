import type { Knex } from 'knex';
import type { Row, Values } from '../content-types/rows';
import {
  isPostType,
  NAME_FIELD,
  type PostType,
  type RecordType,
  uidOf,
} from '../settings/record-types';
import { knownRows, readOnce, rememberRows } from './known-rows';

const mediaOf = (type: RecordType) =>
  Object.entries(strapi.contentType(uidOf(type)).attributes)
    .filter(([, { type: kind }]) => kind === 'media')
    .map(([name]) => name);

/** Every row of a record: all languages, drafts and published. */
export async function rowsOf(type: RecordType, documentId: string): Promise<Row[]> {
  const read = (): Promise<Row[]> =>
    strapi.db.query(uidOf(type)).findMany({
      where: { documentId },
      populate: mediaOf(type),
      orderBy: { id: 'asc' },
    });
  if (!isPostType(type) || !strapi.db.inTransaction()) return read();
  return strapi.db.transaction(({ trx }) => readOnce({ type, documentId, trx }, read));
}

/** Every row of a post that the open transaction has written. */
export async function rowsWritten(type: PostType, publicId: number): Promise<Row[]> {
  return strapi.db.transaction(
    async ({ trx }) => (await knownRows(publicId, trx)) ?? rowsOfIds(type, [publicId]),
  );
}

/** Whether a row has every column, whatever its maker asked to be given. */
const isWhole = (type: RecordType, row: Row) =>
  Object.entries(strapi.contentType(uidOf(type)).attributes).every(
    ([name, { type: kind }]) => kind === 'media' || kind === 'relation' || name in row,
  );

/** The only row of a post that the transaction has just made of these values. */
export function keepMade(type: PostType, row: Row, values: object, trx: Knex.Transaction): void {
  const media = Object.fromEntries(mediaOf(type).map((name) => [name, null]));
  const hasMedia = Object.entries(values).some(([name, value]) => name in media && value);
  if (hasMedia || !isWhole(type, row)) return;
  rememberRows({ type, documentId: row.documentId, trx }, [{ ...row, ...media }]);
}

/** Every row of a record with the editor who made it, of whom the conditions of Strapi's roles speak. */
export function rowsWithMakers(type: RecordType, documentId: string): Promise<Row[]> {
  return strapi.db.query(uidOf(type)).findMany({
    where: { documentId },
    populate: { createdBy: { populate: ['roles'] } },
  });
}

/** Writes a row as an edit: Strapi sees it as changed now. */
export async function changeRow(type: RecordType, id: number, data: object): Promise<void> {
  await strapi.db.query(uidOf(type)).update({ where: { id }, data });
}

/** Writes rows without Strapi taking them for edited: `updated_at` stays. */
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
export function livingRowsNamed(type: PostType, name: string): Promise<Row[]> {
  return strapi.db.query(uidOf(type)).findMany({
    where: { [NAME_FIELD[type]]: name, trashed_at: { $null: true } },
    populate: mediaOf(type),
    orderBy: { public_id: 'asc' },
  });
}

/** Which rows of a record are meant. */
interface LanguageVersion {
  documentId: string;
  locale?: string;
}

/** What the Document Service does with records of ours, typed for all types at once. */
interface Documents {
  create(asked: { locale: string; data: Values }): Promise<object>;
  update(asked: LanguageVersion & { data: Values }): Promise<unknown>;
  delete(asked: LanguageVersion): Promise<unknown>;
  publish(asked: LanguageVersion): Promise<unknown>;
  unpublish(asked: LanguageVersion): Promise<unknown>;
  discardDraft(asked: LanguageVersion): Promise<unknown>;
}

export const documents = (type: RecordType): Documents => strapi.documents(uidOf(type));

/** A new record in one language: its draft, or a term. */
export const createRecord = async (type: RecordType, locale: string, data: Values) =>
  (await documents(type).create({ locale, data })) as Row;

/** Whether a registered user has this id. */
export const userExists = async (id: number): Promise<boolean> =>
  (await strapi.db.query('plugin::users-permissions.user').count({ where: { id } })) > 0;
