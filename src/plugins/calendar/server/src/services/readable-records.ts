import { statusOf } from '../representation/status';
import type { PostType } from '../settings/record-types';
import { type Row, rowsOfIds } from '../store/siblings';
import { isOwn } from './writable-record';
import type { Writing } from './write-request';

/** D10.6: of these public ids those of records that the caller may see; asked for together. */
export async function readable(type: PostType, ids: number[], writing: Writing) {
  if (ids.length === 0) return new Set<number>();
  const rows = await rowsOfIds(type, ids);
  const records = ids.map((id) => rows.filter(({ public_id }) => public_id === id));
  return readableIds(type, records, writing);
}

/** D10.6: of these records the public ids of those that the caller may see. */
export async function readableIds(type: PostType, records: Row[][], { caller, now }: Writing) {
  const sees = await caller.may(type, 'findUnpublished');
  const isPublic = (row: Row) => statusOf(row, now) === 'publish';
  const readable = records.filter(
    (rows) => rows.some(isPublic) || (rows.length > 0 && (sees || isOwn(rows, caller))),
  );
  return new Set(readable.map(([row]) => row?.public_id as number));
}
