import { isPublic } from '../representation/status';
import type { PostType } from '../settings/record-types';
import { LINKED_TYPES, type LinkedRow, type LinkedType, linkedRows } from '../store/linked-rows';
import { type Row, rowsOfIds } from '../store/siblings';
import { isOwn } from './writable-record';
import type { Writing } from './write-request';

/** D10.6: of these public ids those of records that the caller may see; asked for together. */
export async function readable(type: PostType, ids: number[], writing: Writing) {
  if (ids.length === 0) return new Set<number>();
  return readableIds(type, recordsIn(await rowsOfIds(type, ids), ids), writing);
}

const recordsIn = (rows: (Row | LinkedRow)[], ids: number[]) =>
  ids.map((id) => rows.filter(({ public_id }) => public_id === id));

/** D10.6: the same of the venues and organizers that an event names, in one statement. */
export async function readableLinked(named: Record<LinkedType, number[]>, writing: Writing) {
  const rows = await linkedRows(named);
  const found = {} as Record<LinkedType, ReadonlySet<number>>;
  for (const type of LINKED_TYPES) {
    const own = rows.filter((row) => row.type === type);
    found[type] = await readableIds(type, recordsIn(own, named[type]), writing);
  }
  return found;
}

/** D10.6: of these records the public ids of those that the caller may see. */
export async function readableIds(
  type: PostType,
  records: (Row | LinkedRow)[][],
  { caller, now }: Writing,
) {
  const sees = await caller.may(type, 'findUnpublished');
  const readable = records.filter(
    (rows) =>
      rows.some((row) => isPublic(row, now)) || (rows.length > 0 && (sees || isOwn(rows, caller))),
  );
  return new Set(readable.map(([row]) => row?.public_id as number));
}
