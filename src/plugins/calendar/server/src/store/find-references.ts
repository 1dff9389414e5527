import { fold } from '../kinds/text/fold';
import type { ReferenceRow } from '../content-types/rows';
import { LANGUAGES } from '../settings/languages';
import { isPostType, NAME_FIELD, type RecordType, uidOf } from '../settings/record-types';
import { beginsFolded, containsFolded } from '../sql/folded';
import { all, raw, sql } from '../sql/sql';
import { tableOf } from './record-table';
import { run } from './run';

const MOST_RESULTS = 50;

const SEARCHED = raw('search_text');

const nothing = (text: string) => text !== '' && fold(text) === '';

/**
 * The ids of records that have every word in one of their languages, those whose name begins with
 * the text first, then the newest; never the trash.
 */
export async function searchReferences(type: RecordType, text: string): Promise<number[]> {
  if (nothing(text)) return [];
  const words = fold(text).split(' ').filter(Boolean);
  const wanted = [
    sql`public_id IS NOT NULL`,
    ...(isPostType(type) ? [sql`trashed_at IS NULL`] : []),
    ...words.map((word) => containsFolded(SEARCHED, word)),
  ];
  const rows = await run<{ public_id: number }>(sql`SELECT public_id FROM ${tableOf(type)}
    WHERE ${all(wanted)} GROUP BY public_id
    ORDER BY MAX(CASE WHEN ${beginsFolded(SEARCHED, text)} THEN 1 ELSE 0 END) DESC, public_id DESC
    LIMIT ${MOST_RESULTS}`);
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
    locale: row.locale,
    publishedAt: row.publishedAt,
    trashed_at: row.trashed_at ?? null,
    post_status: row.post_status ?? null,
    date: row.date ?? null,
  }));
}
