import type { Row } from '../content-types/rows';
import { isPostType } from '../settings/record-types';
import { nextId } from '../store/sequences';
import { amendRows } from '../store/siblings';
import { prepare } from './prepare';
import type { Save } from './save';
import { searchText } from './search-text';
import { inOrderOfLanguage, newSlug } from './slugs';
import { refuseLoop } from './tree';

/** What a copy does not take from its original: it was never published, and is not in the trash. */
const UNPUBLISHED = { date: null, trashed_at: null };

/** D4.2: a copy is a new record, with an id and slugs of its own. */
export async function clone(save: Save) {
  const { type, trx, rows: originals, params, next } = save;
  const original = originals.find(({ publishedAt }) => !publishedAt) ?? originals[0];
  const values = prepare(type, params.data ?? {}, original ?? {});
  const public_id = await nextId(type);
  await refuseLoop(type, public_id, { values: { ...original, ...values } });
  // No slug while Strapi writes the rows: the original's would break the unique index.
  params.data = { ...values, ...(isPostType(type) ? UNPUBLISHED : {}), public_id, slug: null };
  const result = (await next()) as { entries: Row[] };
  for (const row of inOrderOfLanguage(result.entries)) {
    const slugged = { ...row, slug: values.slug || row.slug };
    const { documentId: copy, locale } = row;
    const slug = await newSlug(
      { type, documentId: copy, locale, publicId: public_id, values: slugged },
      trx,
    );
    const derived = { slug, search_text: searchText(type, { ...row, slug }) };
    await amendRows(type, { id: row.id }, derived);
    Object.assign(row, derived);
  }
  return { result };
}
