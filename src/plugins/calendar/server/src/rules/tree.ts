import type { Row, Values } from '../content-types/rows';
import { changed } from '../listing/projections';
import type { RecordType } from '../settings/record-types';
import { rowsOf } from '../store/siblings';
import { childrenOf, moveChildren, standsBelow } from '../store/tree';
import { refusal } from './refusal';
import { revise } from './revise';
import type { Save } from './save';

/** The field that names the record above, and what is said of one that cannot stand there. */
const PARENTS = {
  category: { field: 'parent', text: 'rule.loop' },
  event: { field: 'post_parent', text: 'rule.event_loop' },
} as const;

const parentOf = (type: RecordType) =>
  type === 'category' || type === 'event' ? PARENTS[type] : undefined;

/** Spec 4.5: no category and no event stands below itself; a parent that stays is not looked at. */
export async function refuseLoop(
  type: RecordType,
  id: unknown,
  { values, stored = {} }: { values: Values; stored?: Values },
) {
  const parent = parentOf(type);
  if (!parent) return;
  const { field, text } = parent;
  const above = values[field];
  if (typeof above !== 'number' || above === stored[field]) return;
  if (await standsBelow({ type, field }, above, Number(id))) throw refusal({ field, text });
}

/** Where a category was, its children are: when its last language goes, they move up to its parent. */
export async function remove(save: Save) {
  const { type, documentId, rows, next } = save;
  const result = await next();
  const left = documentId ? await rowsOf(type, documentId) : [];
  const [row] = rows;
  if (type === 'category' && row && left.length === 0) await lift(save, row);
  return { result, rows: left };
}

async function lift(save: Save, { public_id, parent }: Row) {
  for (const child of await childrenOf(public_id)) {
    revise(save, child);
    changed(save.trx, { type: save.type, publicId: child.publicId, moved: true });
  }
  await moveChildren(public_id, (parent as number | null) ?? null);
}
