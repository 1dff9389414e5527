import type { PostType } from '../settings/record-types';
import type { LinkedRow } from '../store/linked-rows';
import { rowsWithMakers } from '../store/siblings';
import { checkerOf } from './may-trash';

/** D10.4 in the admin: the editor's own right to publish each row; code may do everything. */
export async function mayPublish(type: PostType, rows: LinkedRow[]): Promise<boolean> {
  const checker = checkerOf(type);
  const [row] = rows;
  if (!checker || !row) return true;
  const stored = await rowsWithMakers(type, row.documentId);
  return stored.every((each) => !checker.cannot.publish(each));
}
