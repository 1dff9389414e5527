import type { PostRow } from './rows';

/** A state as far as it is stored: whatever the clock says, and outside the trash. */
export type StoredState = 'publish' | 'private' | 'draft' | 'pending';

export type Status = StoredState | 'future' | 'trash';

/** The columns from which a status follows. */
export type StatusRow = Pick<PostRow, 'publishedAt' | 'post_status' | 'trashed_at' | 'date'>;

/** As rows come from Strapi, whose types know nothing of their columns. */
type AnyRow<Column extends keyof StatusRow> = { [Name in Column]?: unknown };

/** D6.1: a row is a draft or a published one. */
export function storedState(row: AnyRow<'publishedAt' | 'post_status'>): StoredState {
  if (!row.publishedAt) return row.post_status === 'pending' ? 'pending' : 'draft';
  return row.post_status === 'private' ? 'private' : 'publish';
}

/** D6.1: the status of a row, derived from what is stored; `query/status.ts` says the same in SQL. */
export function statusOf(row: AnyRow<keyof StatusRow>, now: Date): Status {
  if (row.trashed_at) return 'trash';
  const stored = storedState(row);
  const isAhead = row.date && new Date(row.date as string | Date) > now;
  return stored === 'publish' && isAhead ? 'future' : stored;
}

/** D6.1: the row is what everybody may open. */
export const isPublic = (row: AnyRow<keyof StatusRow>, now: Date): boolean =>
  statusOf(row, now) === 'publish';
