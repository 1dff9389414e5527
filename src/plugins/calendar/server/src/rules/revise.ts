import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { changed } from '../listing/projections';
import type { RecordType } from '../settings/record-types';
import { forgetRevision, raiseRevision } from '../store/revisions';
import { type Row, rowsOf } from '../store/siblings';
import type { Save } from './save';
import { ownAttributes, writable } from './shared-attributes';

/** A record, by both of its ids. */
interface Which {
  documentId: string;
  publicId: number;
}

/** The public ids of the records that a transaction has revised. */
const revised = new WeakMap<Knex.Transaction, Map<string, number>>();

/** What follows from the other attributes, and may be derived anew without a change. */
const DERIVED = 'search_text';

/** All that somebody can have meant to change, in every language and state. */
async function contentOf(type: RecordType, documentId: string) {
  const rows = await rowsOf(type, documentId);
  const names = ownAttributes(type).filter((name) => name !== DERIVED);
  const [first] = rows;
  const entry = (row: Row) => [
    `${row.locale} ${row.publishedAt ? 'published' : 'draft'}`,
    names.map((name) => writable(row[name])),
  ];
  const content = Object.fromEntries(rows.map(entry)) as Record<string, unknown[]>;
  return { publicId: first?.public_id as number, parent: first?.parent, content, isGone: !first };
}

/** D8.4: a record that changes has another revision after the transaction, and only one. */
export async function revise({ type, trx, now }: Pick<Save, 'type' | 'trx' | 'now'>, which: Which) {
  const already = revised.get(trx) ?? new Map();
  const key = `${type}:${which.documentId}`;
  if (already.has(key)) return;
  revised.set(trx, already.set(key, which.publicId));
  await raiseRevision(type, which.documentId, now);
}

const revisedId = ({ type, trx }: Save, id: string) => revised.get(trx)?.get(`${type}:${id}`);

/** What was saved: a new record says which it is; a clone by its rows. */
interface Saved {
  documentId: string;
  public_id?: number;
  entries?: { public_id: number }[];
}

/** Does a save that makes a record. */
export async function revisingNew(save: Save, work: () => Promise<unknown>) {
  const result = await work();
  const { documentId, public_id, entries } = result as Saved;
  const publicId = Number(public_id ?? entries?.[0]?.public_id);
  await revise(save, { documentId, publicId });
  changed(save.trx, { type: save.type, publicId });
  return result;
}

/** Does a save of a record that is there; one that changes nothing leaves the revision alone. */
export async function revising(save: Save, work: () => Promise<unknown>) {
  const { type, trx, documentId } = save;
  if (!documentId) return work();
  const known = revisedId(save, documentId);
  if (known !== undefined) {
    const again = await work();
    changed(trx, { type, publicId: known, moved: type === 'category' });
    return again;
  }
  const before = await contentOf(type, documentId);
  const result = await work();
  const after = await contentOf(type, documentId);
  if (isDeepStrictEqual(before.content, after.content)) return result;
  const publicId = before.publicId ?? after.publicId;
  const moved = type === 'category' && (after.isGone || before.parent !== after.parent);
  await revise(save, { documentId, publicId });
  changed(trx, { type, publicId, moved });
  return result;
}

/** Does a removal: of a language, which changes the record, or of the whole record. */
export async function revisingRemoved(save: Save, work: () => Promise<unknown>) {
  const result = await revising(save, work);
  const { type, documentId } = save;
  const left = documentId ? await rowsOf(type, documentId) : [];
  if (documentId && left.length === 0) await forgetRevision(type, documentId);
  return result;
}
