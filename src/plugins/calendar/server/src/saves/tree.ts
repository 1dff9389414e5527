import type { Row, Values } from '../content-types/rows';
import { amendRows, rowsOf } from '../database/rows';
import { run, tableOf } from '../database/run';
import { changed } from '../listing/projections';
import type { RecordType } from '../settings/record-types';
import { raw, sql } from '../sql/sql';
import { revise } from './revise';
import { refusal, type Save } from './save';

/** Whether the record is `ancestor` itself or stands below it; a loop that is there already ends too. */
export async function standsBelow(
  { type, field }: { type: RecordType; field: string },
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

/** The children of one category become those of another, or of none; in every language, at this moment. */
const moveChildren = (from: number, to: number | null, now: Date) =>
  amendRows('category', { parent: from }, { parent: to, updatedAt: now.toISOString() });

/** The records that stand right below a category. */
export async function childrenOf(parent: number) {
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
    revise(save, { ...child, fields: ['parent'] });
    changed(save.trx, { type: save.type, publicId: child.publicId, moved: true });
  }
  await moveChildren(public_id, (parent as number | null) ?? null, save.now);
}
