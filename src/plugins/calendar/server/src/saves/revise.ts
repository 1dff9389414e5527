import { isDeepStrictEqual } from 'node:util';
import { isPublic, type Row, type StatusRow } from '../content-types/rows';
import { isRevised, raiseRevision } from '../database/revisions';
import { rowsOf } from '../database/rows';
import { markChanged } from '../listing/projections';
import { isPostType, type RecordType } from '../settings/record-types';
import { announce, type MessageRow } from './announce';
import { ownAttributes, writable } from './languages';
import type { Done, Save } from './save';

/** Of terms without a status. */
type RowState = Pick<Row, 'updatedAt'> & Partial<StatusRow>;

/** Milliseconds, more than a save and the difference of two nodes' clocks take. */
const LEEWAY = 10 * 60 * 1000;

/** Public now, or by itself before the save is committed: somebody may have been told of it by then. */
const isOpen = (row: RowState, now: Date) =>
  isPublic(row as StatusRow, new Date(now.getTime() + LEEWAY));

/** A record, by both of its ids, and its rows as they were and as they are; a new one had none. */
interface Which {
  documentId: string;
  publicId: number;
  rows?: RowState[];
  /** Left out where some are left, whichever. */
  after?: RowState[];
  /** D17.2: the same as `rows`, for what is told; or else the fields that have changed. */
  before?: MessageRow[];
  fields?: string[];
}

/** What follows from the other attributes, and may be derived anew without a change. */
const DERIVED = 'search_text';

/** All that somebody can have meant to change, in every language and state. */
function contentOf(type: RecordType, rows: Row[]) {
  const names = ownAttributes(type).filter((name) => name !== DERIVED);
  const entry = (row: Row) => [
    `${row.locale} ${row.publishedAt ? 'published' : 'draft'}`,
    names.map((name) => writable(row[name])),
  ];
  return Object.fromEntries(rows.map(entry)) as Record<string, unknown[]>;
}

/** D8.4: a record that changes has another revision after the transaction, and only one. */
export function revise({ type, trx, now }: Pick<Save, 'type' | 'trx' | 'now'>, which: Which): void {
  const { documentId, publicId, rows = [], after, before, fields } = which;
  const revisions = rows.map(({ updatedAt }) => +new Date(updatedAt) + 1); // Theirs until now.
  const changed = now.getTime();
  const told = !isPostType(type) || [...rows, ...(after ?? [])].some((row) => isOpen(row, now));
  const least = Math.max(changed, ...revisions);
  const gone = after?.length === 0;
  raiseRevision({ type, documentId, publicId, least, changed, told, gone }, trx);
  announce({ type, documentId, publicId, before, fields }, trx);
}

/** What was saved: a new record says which it is; a clone by its rows. */
interface Saved {
  documentId: string;
  public_id?: number;
  entries?: { public_id: number }[];
}

/** Does a save, and gives what it has done. */
type Work = (save: Save) => Promise<Done>;

/** Does a save that makes a record. */
export async function revisingNew(save: Save, work: Work) {
  const { result } = await work(save);
  const { documentId, public_id, entries } = result as Saved;
  const publicId = Number(public_id ?? entries?.[0]?.public_id);
  revise(save, { documentId, publicId, before: [] });
  markChanged(save.trx, { type: save.type, publicId });
  return result;
}

/** The record before and after a save: a category may have moved in the tree. */
function follow(save: Save, documentId: string, after: Row[] | undefined) {
  const { type, trx, rows } = save;
  const publicId = (rows[0] ?? after?.[0])?.public_id ?? 0;
  revise(save, { documentId, publicId, rows, after, before: rows });
  const moved = !after?.[0] || rows[0]?.parent !== after[0].parent;
  markChanged(trx, { type, publicId, moved: type === 'category' && moved });
}

/** Does a save of a record that is there; one that changes nothing leaves the revision alone. */
export async function revising(save: Save, work: Work) {
  const { type, trx, documentId, rows } = save;
  const done = await work(save);
  if (!documentId) return done.result;
  const already = isRevised(type, rows[0]?.public_id as number, trx);
  const after = done.rows ?? (already ? undefined : await rowsOf(type, documentId));
  const differs = () => !isDeepStrictEqual(contentOf(type, rows), contentOf(type, after ?? []));
  if (already || differs()) follow(save, documentId, after);
  return done.result;
}
