import type { RowState } from '../access/state';
import type { PostType } from '../settings/record-types';
import { raw, sql } from '../sql/sql';
import { tableOf } from './record-table';
import { run } from './run';

const COLUMNS = raw(
  'e.id, e.public_id, e.slug, e.locale, e.published_at AS "publishedAt", e.trashed_at, e.post_status, e.author, e.date',
);

/** Every row of the record with this public id; none where there is no such record. */
export const statesById = (type: PostType, id: number): Promise<RowState[]> =>
  run(sql`SELECT ${COLUMNS} FROM ${tableOf(type)} e WHERE e.public_id = ${id}`);

/** Every row of the records that have this slug somewhere, whoever may see it there. */
export function statesBySlug(type: PostType, slug: string): Promise<RowState[]> {
  const table = tableOf(type);
  return run(sql`SELECT ${COLUMNS} FROM ${table} e
    WHERE e.public_id IN (SELECT s.public_id FROM ${table} s WHERE s.slug = ${slug})`);
}
