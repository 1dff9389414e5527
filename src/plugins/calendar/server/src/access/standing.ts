import { isPostType, type RecordType } from '../settings/record-types';
import { all, raw, type Sql, TRUE } from '../sql/sql';
import { notHidden, openPost } from './sql';
import type { Viewer } from './viewer';

/**
 * D8.14: the row, alias `e`, lets its record stand in the widest list of this viewer: of those
 * who see what is unpublished, all that is not in the trash.
 */
export function standing(type: RecordType, { now, unpublished }: Viewer): Sql {
  if (!isPostType(type)) return TRUE;
  if (unpublished?.includes(type)) return raw('e.trashed_at IS NULL');
  const open = openPost('e', now);
  return type === 'event' ? all([open, notHidden('e')]) : open;
}
