import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { Row } from '../content-types/rows';
import { changed } from '../listing/projections';
import type { RecordType } from '../settings/record-types';
import { forgetRevision, raiseRevision } from '../store/revisions';
import { rowsOf } from '../store/siblings';
import type { Done, Save } from './save';
import { ownAttributes, writable } from './shared-attributes';

/** A record, by both of its ids, and its rows as they were; a new one has none. */
interface Which {
  documentId: string;
  publicId: number;
  rows?: Pick<Row, 'updatedAt'>[];
}

/** The public ids of the records that a transaction has revised. */
const revised = new WeakMap<Knex.Transaction, Map<string, number>>();

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
export async function revise({ type, trx, now }: Pick<Save, 'type' | 'trx' | 'now'>, which: Which) {
  const already = revised.get(trx) ?? new Map();
  const key = `${type}:${which.documentId}`;
  if (already.has(key)) return;
  revised.set(trx, already.set(key, which.publicId));
  const { rows = [] } = which;
  const changes = rows.map(({ updatedAt }) => +new Date(updatedAt) + 1); // Their revision until now.
  await raiseRevision(type, which, Math.max(now.getTime(), ...changes));
}

const revisedId = ({ type, trx }: Save, id: string) => revised.get(trx)?.get(`${type}:${id}`);

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
  await revise(save, { documentId, publicId });
  changed(save.trx, { type: save.type, publicId });
  return result;
}

/** The record before and after a save that changed it: a category may have moved in the tree. */
async function follow(save: Save, documentId: string, after: Row[]) {
  const { type, trx, rows } = save;
  if (isDeepStrictEqual(contentOf(type, rows), contentOf(type, after))) return;
  const publicId = (rows[0] ?? after[0])?.public_id ?? 0;
  const moved = type === 'category' && (!after[0] || rows[0]?.parent !== after[0].parent);
  await revise(save, { documentId, publicId, rows });
  changed(trx, { type, publicId, moved });
}

/** Does a save of a record that is there; one that changes nothing leaves the revision alone. */
export async function revising(save: Save, work: Work) {
  const { type, trx, documentId } = save;
  const done = await work(save);
  if (!documentId) return done.result;
  const publicId = revisedId(save, documentId);
  if (publicId !== undefined) changed(trx, { type, publicId, moved: type === 'category' });
  else await follow(save, documentId, done.rows ?? (await rowsOf(type, documentId)));
  return done.result;
}

/** Does a removal: of a language, which changes the record, or of the whole record. */
export async function revisingRemoved(save: Save, work: Work) {
  const { type, documentId } = save;
  let left: Row[] | undefined;
  const result = await revising(save, async () => {
    const done = await work(save);
    left = done.rows;
    return done;
  });
  if (documentId && left?.length === 0) await forgetRevision(type, documentId);
  return result;
}
