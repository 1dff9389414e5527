import type { PostRow, StatusRow } from '../content-types/rows';
import type { SentStatus } from '../kinds/choice';

/** D6.1: what a row of a post is at a moment; these are also the words of requests. */
export type Status = SentStatus;

/** A state as far as it is stored: whatever the clock says, and outside the trash. */
export type StoredState = Exclude<Status, 'future' | 'trash'>;

/** What decides whether a row of a record may be opened, and in which language. */
export type RowState = StatusRow & Pick<PostRow, 'id' | 'public_id' | 'slug' | 'locale' | 'author'>;

/** D6.1: a row is a draft or a published one. */
export function storedState(row: Pick<StatusRow, 'publishedAt' | 'post_status'>): StoredState {
  if (!row.publishedAt) return row.post_status === 'pending' ? 'pending' : 'draft';
  return row.post_status === 'private' ? 'private' : 'publish';
}

/** D6.1: the status of a row, derived from what is stored; `inState` of `sql.ts` says the same. */
export function statusOf(row: StatusRow, now: Date): Status {
  if (row.trashed_at) return 'trash';
  const stored = storedState(row);
  const isAhead = row.date && new Date(row.date) > now;
  return stored === 'publish' && isAhead ? 'future' : stored;
}

/** D6.1: the row is what everybody may open; `openPost` of `sql.ts` says the same. */
export const isPublic = (row: StatusRow, now: Date): boolean => statusOf(row, now) === 'publish';
