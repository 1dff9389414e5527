import type { PostRow } from './rows';

export type Status = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash';

/** The columns from which a status follows. */
export type StatusRow = Pick<PostRow, 'publishedAt' | 'post_status' | 'trashed_at' | 'date'>;

/** D6.1: the status of a row, derived from what is stored; a row is a draft or a published one. */
export function statusOf(row: { [Column in keyof StatusRow]?: unknown }, now: Date): Status {
  if (row.trashed_at) return 'trash';
  if (!row.publishedAt) return row.post_status === 'pending' ? 'pending' : 'draft';
  if (row.post_status === 'private') return 'private';
  return row.date && new Date(row.date as string | Date) > now ? 'future' : 'publish';
}
