import { statusOf } from '../representation/status';
import type { PostType } from '../settings/record-types';
import type { Row } from '../store/siblings';
import { isOwn } from './writable-record';
import type { Writing } from './write-request';

/** D10.6: of these records the public ids of those that the caller may see. */
export async function readableIds(type: PostType, records: Row[][], { caller, now }: Writing) {
  const sees = await caller.may(type, 'findUnpublished');
  const isPublic = (row: Row) => statusOf(row, now) === 'publish';
  const readable = records.filter(
    (rows) => rows.some(isPublic) || (rows.length > 0 && (sees || isOwn(rows, caller))),
  );
  return new Set(readable.map(([row]) => row?.public_id as number));
}
