import type { Knex } from 'knex';
import { isPostType, RECORD_TYPES, type RecordType, uidOf } from '../settings/record-types';
import { list, oneOf, raw, sql } from '../sql/sql';
import { tableOf } from './record-table';
import { raiseRevision } from './revisions';
import { run } from './run';

interface Holder {
  type: RecordType;
  document_id: string;
  public_id: number;
  updated: string | number | Date;
  published: number;
}

/** The records that show some files. */
export type FileHolders = Holder[];

/** SQLite takes 32,766 values in one statement. */
const CHUNK = 1000;

const holding = (type: RecordType, files: number[]) => sql`SELECT ${raw(`'${type}'`)} AS type,
    e.document_id, max(e.public_id) AS public_id, max(e.updated_at) AS updated,
    max(CASE WHEN e.published_at IS NULL THEN 0 ELSE 1 END) AS published
  FROM @files_related_mph f JOIN ${tableOf(type)} e ON e.id = f.related_id
  WHERE f.related_type = ${uidOf(type)} AND ${oneOf(raw('f.file_id'), files)} GROUP BY e.document_id`;

/** The records that show a file that fulfils the condition, as Strapi's query engine has it. */
export async function holdersOf(where: object): Promise<FileHolders> {
  const files: { id: number }[] = await strapi.db
    .query('plugin::upload.file')
    .findMany({ where, select: ['id'] });
  const holders: FileHolders = [];
  for (let at = 0; at < files.length; at += CHUNK) {
    const ids = files.slice(at, at + CHUNK).map(({ id }) => id);
    const types = RECORD_TYPES.filter(isPostType).map((type) => holding(type, ids));
    holders.push(...(await run<Holder>(list(types, ' UNION ALL '))));
  }
  return holders;
}

/** D8.14: they have changed with it. */
export async function reviseHolders(holders: FileHolders, now: Date): Promise<void> {
  await strapi.db.transaction(({ trx }) => {
    for (const { type, document_id, public_id, updated, published } of holders) {
      const changed = now.getTime();
      const least = Math.max(changed, +new Date(updated) + 1);
      const record = { type, documentId: document_id, publicId: public_id };
      const told = Boolean(published);
      raiseRevision({ ...record, least, changed, told, gone: false }, trx as Knex.Transaction);
    }
  });
}
