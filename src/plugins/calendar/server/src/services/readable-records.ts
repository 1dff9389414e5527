import { writable } from '../rules/shared-attributes';
import { NAME_FIELD, type PostType } from '../settings/record-types';
import { livingRowsNamed, type Row } from '../store/siblings';
import { isOwn } from './writable-record';
import type { Writing } from './write-request';

type Values = Record<string, unknown>;

const isPublic = (now: Date) => (row: Row) =>
  row.publishedAt &&
  !row.trashed_at &&
  row.post_status !== 'private' &&
  !(row.date && new Date(row.date as string) > now);

/** D10.6: of these records the public ids of those that the caller may see. */
export async function readableIds(type: PostType, records: Row[][], { caller, now }: Writing) {
  const sees = await caller.may(type, 'findUnpublished');
  const readable = records.filter(
    (rows) => rows.some(isPublic(now)) || (rows.length > 0 && (sees || isOwn(rows, caller))),
  );
  return new Set(readable.map(([row]) => row?.public_id as number));
}

const alike = (stored: unknown, sent: unknown) =>
  (writable(stored) ?? '') === (sent ?? '') || stored === sent;

/** D12 row 12: a readable record that equals everything that was sent; nothing of it is overwritten. */
export async function reusable(type: PostType, values: Values, writing: Writing) {
  const name = values[NAME_FIELD[type]];
  const rows = await livingRowsNamed(type, String(name));
  const compared = Object.entries(values).filter(
    ([field]) => field !== 'status' && field !== 'author',
  );
  const equal = rows.filter((row) => compared.every(([field, sent]) => alike(row[field], sent)));
  const readable = await readableIds(
    type,
    equal.map((row) => [row]),
    writing,
  );
  return equal.map(({ public_id }) => public_id).find((id) => readable.has(id as number)) as
    | number
    | undefined;
}
