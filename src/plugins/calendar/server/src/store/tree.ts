import { condition } from '../query/condition';
import type { RecordType } from '../settings/record-types';
import { recordTable } from './record-table';
import { run } from './run';
import { amendRows } from './siblings';

/** Whether the record is `ancestor` itself or stands below it; a loop that is there already ends too. */
export async function standsBelow(
  { type, field }: { type: RecordType; field: string },
  record: number,
  ancestor: number,
): Promise<boolean> {
  const found = await run(
    condition(
      `WITH RECURSIVE above(id) AS (
        SELECT CAST(? AS integer)
        UNION
        SELECT c.${field} FROM @${recordTable(type)} c JOIN above ON c.public_id = above.id
          WHERE c.${field} IS NOT NULL
      ) SELECT above.id FROM above WHERE above.id = ?`,
      record,
      ancestor,
    ),
  );
  return found.length > 0;
}

/** The children of one category become those of another, or of none; in every language. */
export const moveChildren = (from: number, to: number | null) =>
  amendRows('category', { parent: from }, { parent: to });

/** The records that stand right below a category. */
export async function childrenOf(parent: number) {
  const found = await run<{ document_id: string; public_id: number; updated_at: string }>(
    condition(
      `SELECT c.document_id, c.public_id, max(c.updated_at) AS updated_at
        FROM @${recordTable('category')} c WHERE c.parent = ? GROUP BY c.document_id, c.public_id`,
      parent,
    ),
  );
  return found.map(({ document_id: documentId, public_id: publicId, updated_at: updatedAt }) => ({
    documentId,
    publicId,
    rows: [{ updatedAt }],
  }));
}
