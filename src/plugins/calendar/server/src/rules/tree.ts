import type { RecordType } from '../settings/record-types';
import { type Row, rowsOf } from '../store/siblings';
import { moveChildren, standsBelow } from '../store/tree';
import { refusal } from './refusal';
import type { Save } from './save';

type Values = Record<string, unknown>;

/** Spec 4.5: a category cannot stand below itself. */
export async function refuseLoop(type: RecordType, id: unknown, { parent }: Values) {
  if (type !== 'category' || typeof parent !== 'number') return;
  if (await standsBelow(parent, Number(id))) {
    throw refusal({ field: 'parent', text: 'rule.loop' });
  }
}

const isGone = async ({ type, documentId }: Save) =>
  documentId !== undefined && (await rowsOf(type, documentId)).length === 0;

/** Where a category was, its children are: when its last language goes, they move up to its parent. */
export async function remove(save: Save) {
  const { type, documentId, next } = save;
  if (type !== 'category' || !documentId) return next();
  const [row] = await rowsOf(type, documentId);
  const result = await next();
  if (row && (await isGone(save))) await lift(row);
  return result;
}

const lift = ({ public_id, parent }: Row) =>
  moveChildren(public_id as number, (parent as number | null) ?? null);
