import type { Row, Values } from '../content-types/rows';
import { isPostType, type RecordType } from '../settings/record-types';
import { alignLanguages } from './align-languages';
import { prepare } from './prepare';
import type { Save } from './save';
import { searchText } from './search-text';
import { sharedAttributes, writable } from './shared-attributes';
import { changedSlug } from './slugs';
import { changeTrash } from './trash';
import { refuseLoop } from './tree';

/** The rows that editors work on: drafts, or all rows of a type that has none. */
const drafts = (type: RecordType, rows: Row[]) =>
  rows.filter(({ publishedAt }) => !publishedAt || !isPostType(type));

/** A new language takes the shared values of the drafts, not of a published row that lags behind. */
const sharedOf = (type: RecordType, row: Row): Values =>
  Object.fromEntries(sharedAttributes(type).map((name) => [name, writable(row[name])]));

/** Whether a save asks for another slug: it sends one, clears it, or there is none yet. */
const wantsSlug = (sent: Values, own: Row | undefined) =>
  sent.slug === undefined ? !own?.slug : sent.slug !== own?.slug;

/** A changed record, or a language that it did not have. */
export async function update(save: Save) {
  const { type, trx, documentId, locale, params, next } = save;
  const { public_id: _, trashed_at: __, ...sent } = params.data ?? {};
  const rows = drafts(type, await changeTrash(save, params.data ?? {}));
  const own = rows.find((row) => row.locale === locale);
  const any = own ?? rows[0];
  if (!any) return { result: await next() };
  const stored: Values = own ?? sharedOf(type, any);
  const values: Values = { ...(own ? {} : stored), ...prepare(type, sent, stored) };
  await refuseLoop(type, any.public_id, { values, stored });
  if (wantsSlug(sent, own)) {
    const slugged = { type, documentId, locale, publicId: any.public_id };
    values.slug = await changedSlug({ ...slugged, values: { ...stored, ...values } }, sent, trx);
  }
  values.search_text = searchText(type, { ...stored, ...values });
  params.data = values;
  const result = (await next()) as Row;
  const after = await alignLanguages(type, result);
  const saved = after.find(({ id }) => id === result.id) ?? result;
  return { result: { ...result, updatedAt: saved.updatedAt }, rows: after };
}
