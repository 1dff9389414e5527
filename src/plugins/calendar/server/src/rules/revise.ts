import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { RecordType } from '../settings/record-types';
import { forgetRevision, raiseRevision } from '../store/revisions';
import { type Row, rowsOf } from '../store/siblings';
import type { Save } from './save';
import { ownAttributes, writable } from './shared-attributes';

const revised = new WeakMap<Knex.Transaction, Set<string>>();

/** What follows from the other attributes, and may be derived anew without a change. */
const DERIVED = 'search_text';

/** All that somebody can have meant to change, in every language and state. */
async function contentOf(type: RecordType, documentId: string) {
  const rows = await rowsOf(type, documentId);
  const names = ownAttributes(type).filter((name) => name !== DERIVED);
  const entry = (row: Row) => [
    `${row.locale} ${row.publishedAt ? 'published' : 'draft'}`,
    names.map((name) => writable(row[name])),
  ];
  return Object.fromEntries(rows.map(entry)) as Record<string, unknown[]>;
}

/** D8.4: a record that changes has another revision after the transaction, and only one. */
export async function revise({ type, trx, now }: Pick<Save, 'type' | 'trx' | 'now'>, id: string) {
  const already = revised.get(trx) ?? new Set();
  if (already.has(`${type}:${id}`)) return;
  revised.set(trx, already.add(`${type}:${id}`));
  await raiseRevision(type, id, now);
}

const isRevised = ({ type, trx }: Save, id: string) =>
  revised.get(trx)?.has(`${type}:${id}`) === true;

/** What was saved: a new record says which it is. */
interface Saved {
  documentId: string;
}

/** Does a save that makes a record. */
export async function revisingNew(save: Save, work: () => Promise<unknown>) {
  const result = await work();
  await revise(save, (result as Saved).documentId);
  return result;
}

/** Does a save of a record that is there; one that changes nothing leaves the revision alone. */
export async function revising(save: Save, work: () => Promise<unknown>) {
  const { type, documentId } = save;
  if (!documentId || isRevised(save, documentId)) return work();
  const before = await contentOf(type, documentId);
  const result = await work();
  const after = await contentOf(type, documentId);
  if (!isDeepStrictEqual(before, after)) await revise(save, documentId);
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
