import type { Language } from '../settings/languages';
import type { PostType } from '../settings/record-types';
import { raw, sql } from '../sql/sql';
import { tableOf } from './record-table';
import { run } from './run';

/** What decides whether a row of a record may be opened, and in which language. */
export interface RowState {
  id: number;
  publicId: number;
  slug: string | null;
  language: Language;
  published: boolean;
  trashed: boolean;
  private: boolean;
  author: number;
  date: Date | null;
}

interface StoredState {
  id: number;
  public_id: number;
  slug: string | null;
  locale: Language;
  published_at: unknown;
  trashed_at: unknown;
  post_status: string | null;
  author: number | null;
  date: Date | number | null;
}

const COLUMNS = raw(
  'e.id, e.public_id, e.slug, e.locale, e.published_at, e.trashed_at, e.post_status, e.author, e.date',
);

const stateOf = (row: StoredState): RowState => ({
  id: row.id,
  publicId: row.public_id,
  slug: row.slug,
  language: row.locale,
  published: row.published_at !== null,
  trashed: row.trashed_at !== null,
  private: row.post_status === 'private',
  author: row.author ?? 0,
  date: row.date === null ? null : new Date(row.date),
});

/** Every row of the record with this public id; none where there is no such record. */
export async function statesById(type: PostType, id: number): Promise<RowState[]> {
  const rows = await run<StoredState>(
    sql`SELECT ${COLUMNS} FROM ${tableOf(type)} e WHERE e.public_id = ${id}`,
  );
  return rows.map(stateOf);
}

/** Every row of the records that have this slug somewhere, whoever may see it there. */
export async function statesBySlug(type: PostType, slug: string): Promise<RowState[]> {
  const table = tableOf(type);
  const rows = await run<StoredState>(sql`SELECT ${COLUMNS} FROM ${table} e
    WHERE e.public_id IN (SELECT s.public_id FROM ${table} s WHERE s.slug = ${slug})`);
  return rows.map(stateOf);
}
