import type { RecordType } from '../settings/record-types';
import { raw, sql } from '../sql/sql';
import { tableOf } from './record-table';
import { run } from './run';
import { amendRows } from './siblings';

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

/** The children of one category become those of another, or of none; in every language. */
export const moveChildren = (from: number, to: number | null) =>
  amendRows('category', { parent: from }, { parent: to });

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
