import type { Knex } from 'knex';
import type { Row, Values } from '../content-types/rows';
import { isPostType, type PostType } from '../settings/record-types';
import { amendRows, rowsOf } from '../store/siblings';
import { ownAttributes } from './align-languages';
import { requireTrashRights } from './publisher';
import type { Save } from './save';
import { inOrderOfLanguage, slugOf } from './slugs';

/** D6.2: everything is as it was, except that a slug taken meanwhile gets the next suffix. */
async function restore(type: PostType, rows: Row[], trx: Knex.Transaction): Promise<void> {
  for (const row of inOrderOfLanguage(rows)) {
    const { id, documentId, locale, public_id: publicId, slug } = row;
    const free = await slugOf({ type, documentId, locale, publicId, values: row }, trx);
    await amendRows(type, { id }, { trashed_at: null, ...(free === slug ? {} : { slug: free }) });
  }
}

/** D6.3: a whole form holds what it was loaded with, so only `trashed_at` on its own is meant. */
const isMeant = (type: PostType, sent: Values) =>
  ownAttributes(type).every((name) => (sent[name] !== undefined) === (name === 'trashed_at'));

/**
 * D6.2: the trash holds whole records, so a sent `trashed_at` is written to every row: drafts and
 * published, in all languages. Gives the rows as they are afterwards.
 */
export async function changeTrash({ type, trx, now, documentId, rows }: Save, sent: Values) {
  if (!documentId) return rows;
  const enters = Boolean(sent.trashed_at);
  const trashed = Boolean(rows[0]?.trashed_at);
  if (!isPostType(type) || !isMeant(type, sent) || enters === trashed) return rows;
  await requireTrashRights(type, documentId, enters);
  if (enters) await amendRows(type, { documentId }, { trashed_at: now.toISOString() });
  else await restore(type, rows, trx);
  return rowsOf(type, documentId);
}
