import type { Row } from '../content-types/rows';
import { amendRows, rowsOf } from '../database/rows';
import { run, tableOf } from '../database/run';
import { markChanged } from '../listing/projections';
import type { ParentField, RecordType } from '../settings/record-types';
import { raw, sql } from '../sql/sql';
import { revise } from './revise';
import { requireDeleteRights } from './rights';
import type { Save } from './save';

/** Whether the record is `ancestor` or a descendant of it. Terminates even if the stored tree has a cycle. */
export async function isDescendant(
  { type, field }: { type: RecordType; field: ParentField },
  record: number,
  ancestor: number,
): Promise<boolean> {
  const parent = raw(`c.${field}`);
  const found = await run(sql`WITH RECURSIVE above(id) AS (
      SELECT CAST(${record} AS integer)
      UNION
      SELECT ${parent} FROM ${tableOf(type)} c JOIN above ON c.public_id = above.id
        WHERE ${parent} IS NOT NULL
    ) SELECT above.id FROM above WHERE above.id = ${ancestor}`);
  return found.length > 0;
}

/** Moves the children of a category below another one, or to the top, in every language. */
const moveChildren = (from: number, to: number | null, now: Date) =>
  amendRows('category', { parent: from }, { parent: to, updatedAt: now.toISOString() });

/** The direct children of a category. */
async function childrenOf(parent: number) {
  const found = await run<{ document_id: string; public_id: number; updated_at: string }>(
    sql`SELECT c.document_id, c.public_id, max(c.updated_at) AS updated_at
      FROM ${tableOf('category')} c WHERE c.parent = ${parent} GROUP BY c.document_id, c.public_id`,
  );
  return found.map(({ document_id: documentId, public_id: publicId, updated_at: updatedAt }) => ({
    documentId,
    publicId,
    rows: [{ updatedAt }],
  }));
}

/** Deletes a record. When the last language of a category is deleted, its children move up to its parent. */
export async function remove(save: Save) {
  const { type, documentId, rows, next } = save;
  await requireDeleteRights(save);
  const result = await next();
  const left = documentId ? await rowsOf(type, documentId) : [];
  const [row] = rows;
  if (type === 'category' && row && left.length === 0) await moveUp(save, row);
  return { result, rows: left };
}

async function moveUp(save: Save, { public_id, parent }: Row) {
  for (const child of await childrenOf(public_id)) {
    revise(save, { ...child, fields: ['parent'] });
    markChanged(save.trx, { type: save.type, publicId: child.publicId, moved: true });
  }
  await moveChildren(public_id, (parent as number | null) ?? null, save.now);
}
