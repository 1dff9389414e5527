import type { Row } from '../content-types/rows';
import { isPostType } from '../settings/record-types';
import { keepNewRecord } from '../store/lock';
import { nextId } from '../store/sequences';
import { keepMade } from '../store/siblings';
import { prepare } from './prepare';
import type { Save } from './save';
import { searchText } from './search-text';
import { newSlug } from './slugs';
import { refuseLoop } from './tree';

/** A new record: a public id of its own, and everything that follows from what was sent. */
export async function create(save: Save) {
  const { type, trx, locale, params, next } = save;
  const values = prepare(type, params.data ?? {}, {});
  const public_id = await nextId(type);
  await refuseLoop(type, public_id, { values });
  const slug = await newSlug({ type, locale, values, publicId: public_id }, trx);
  const data = { ...values, public_id, slug };
  params.data = { ...data, search_text: searchText(type, data) };
  const result = (await next()) as Row;
  keepNewRecord(type, result.documentId, trx);
  if (isPostType(type)) keepMade(type, result, data, trx);
  return { result };
}
