import { readableIds } from '../access/rights';
import type { Row } from '../content-types/rows';
import type { PostType } from '../settings/record-types';
import { LINKED_TYPES, type LinkedRow, type LinkedType, linkedRows } from '../store/linked-rows';
import { rowsOfIds } from '../store/siblings';
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
