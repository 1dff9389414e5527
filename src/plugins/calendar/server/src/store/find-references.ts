import type { Core } from '@strapi/strapi';
import type { ReferenceRow } from '../representation/reference-choice';
import { LANGUAGES } from '../settings/languages';
import { isPostType, NAME_FIELD, type RecordType, uidOf } from '../settings/record-types';

const MOST_RESULTS = 50;

const tableOf = (strapi: Core.Strapi, type: RecordType) =>
  strapi.getModel(uidOf(type)).collectionName as string;

/** `50%` means these three characters; `!` escapes the wildcards. */
const containing = (word: string) => `%${word.replace(/[!%_]/g, '!$&')}%`;

/** As `search_text` is folded: lower case, without accents and Arabic marks. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The ids of records that have every word in one of their languages, those with it in the name
 * first, then the newest; never the trash.
 */
export async function searchReferences(strapi: Core.Strapi, type: RecordType, text: string) {
  const name = NAME_FIELD[type];
  const query = strapi.db.connection(tableOf(strapi, type)).whereNotNull('public_id');
  if (isPostType(type)) query.whereNull('trashed_at');
  for (const word of text.split(/\s+/).filter(Boolean)) {
    query.whereRaw("(search_text like ? escape '!' or lower(??) like ? escape '!')", [
      containing(fold(word)),
      name,
      containing(word.toLowerCase()),
    ]);
  }
  const rows: { public_id: number }[] = await query
    .select('public_id')
    .groupBy('public_id')
    .orderByRaw("max(case when lower(??) like ? escape '!' then 1 else 0 end) desc", [
      name,
      containing(text.toLowerCase()),
    ])
    .orderBy('public_id', 'desc')
    .limit(MOST_RESULTS);
  return rows.map((row) => row.public_id);
}

/** All rows of these records, in every language, draft and published, the trash too. */
export async function loadReferences(
  strapi: Core.Strapi,
  type: RecordType,
  ids: number[],
): Promise<ReferenceRow[]> {
  const name = NAME_FIELD[type];
  const flags = isPostType(type) ? ['trashed_at', 'post_status', 'date'] : [];
  const rows = await strapi.db.query(uidOf(type)).findMany({
    select: ['public_id', name, 'locale', 'publishedAt', ...flags],
    where: { public_id: { $in: ids }, locale: { $in: [...LANGUAGES] } },
  });
  return rows.map((row) => ({
    public_id: row.public_id,
    name: row[name] ?? '',
    language: row.locale,
    published: Boolean(row.publishedAt),
    trashed: Boolean(row.trashed_at),
    postStatus: row.post_status ?? null,
    date: row.date ? new Date(row.date) : null,
  }));
}
