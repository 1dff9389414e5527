import { fold } from '../kinds/text/fold';
import type { ReferenceRow } from '../representation/reference-choice';
import { LANGUAGES } from '../settings/languages';
import { isPostType, NAME_FIELD, type RecordType, uidOf } from '../settings/record-types';
import { recordTable } from './record-table';
import { table } from './table';

const MOST_RESULTS = 50;

/** `50%` means these three characters; `!` escapes the wildcards. */
const escaped = (text: string) => text.replace(/[!%_]/g, '!$&');

const nothing = (text: string) => text !== '' && fold(text) === '';

/**
 * The ids of records that have every word in one of their languages, those whose name begins with
 * the text first, then the newest; never the trash.
 */
export async function searchReferences(type: RecordType, text: string): Promise<number[]> {
  if (nothing(text)) return [];
  const folded = fold(text);
  const query = table(recordTable(type)).whereNotNull('public_id');
  if (isPostType(type)) query.whereNull('trashed_at');
  for (const word of folded.split(' ').filter(Boolean)) {
    query.whereRaw("search_text like ? escape '!'", [`%${escaped(word)}%`]);
  }
  const rows: { public_id: number }[] = await query
    .select('public_id')
    .groupBy('public_id')
    .orderByRaw("max(case when search_text like ? escape '!' then 1 else 0 end) desc", [
      `${escaped(folded)}%`,
    ])
    .orderBy('public_id', 'desc')
    .limit(MOST_RESULTS);
  return rows.map((row) => row.public_id);
}

/** All rows of these records, in every language, draft and published, the trash too. */
export async function loadReferences(type: RecordType, ids: number[]): Promise<ReferenceRow[]> {
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
    publishedAt: row.publishedAt,
    trashed_at: row.trashed_at ?? null,
    post_status: row.post_status ?? null,
    date: row.date ?? null,
  }));
}
