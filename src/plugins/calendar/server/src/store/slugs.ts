import type { Knex } from 'knex';
import { isPostType, type RecordType, type TermType, uidOf } from '../settings/record-types';
import { recordTable } from './record-table';
import { table } from './table';

/** One language of a record; a new one has no document yet. */
export interface SlugOwner {
  type: RecordType;
  documentId?: string;
  locale: string;
}

/** Which of these slugs belong to other records of the type and language, outside the trash. */
export async function takenSlugs(
  { type, documentId, locale }: SlugOwner,
  slugs: string[],
  trx: Knex.Transaction,
): Promise<Set<string>> {
  const query = table(recordTable(type), trx)
    .distinct('slug')
    .where({ locale })
    .whereIn('slug', slugs);
  if (documentId) query.whereNot({ document_id: documentId });
  if (isPostType(type)) query.whereNull('trashed_at');
  const rows: { slug: string }[] = await query;
  return new Set(rows.map(({ slug }) => slug));
}

/** The public id of the term that has the slug in the language. */
export async function slugOwner(
  type: TermType,
  slug: string,
  locale: string,
): Promise<number | undefined> {
  const row = await strapi.db.query(uidOf(type)).findOne({ where: { slug, locale } });
  return row?.public_id;
}
