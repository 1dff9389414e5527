import { any, condition, holes } from '../query/condition';
import type { FileRow } from '../representation/rows';
import { type PostType, uidOf } from '../settings/record-types';
import { run } from './run';

/** Row ids per type. */
export type RowIds = Partial<Record<PostType, number[]>>;

interface Related extends Omit<FileRow, 'formats'> {
  related_id: number;
  related_type: string;
  formats: string | FileRow['formats'];
}

const COLUMNS = ['id', 'url', 'ext', 'mime', 'width', 'height', 'size', 'formats'] as const;

const keyOf = (uid: string, rowId: number) => `${uid} ${rowId}`;

/** The pictures of all rows in one statement; answers which file belongs to a row. */
export async function loadImages(rows: RowIds) {
  const owners = (Object.entries(rows) as [PostType, number[]][])
    .filter(([, ids]) => ids.length > 0)
    .map(([type, ids]) =>
      condition(`m.related_type = ? AND m.related_id IN (${holes(ids)})`, uidOf(type), ...ids),
    );
  const { sql, bindings } = any(owners);
  const found = await run<Related>({
    sql: `SELECT m.related_id, m.related_type, ${COLUMNS.map((name) => `f.${name}`).join(', ')}
      FROM @files_related_mph m JOIN @files f ON f.id = m.file_id
      WHERE m.field = 'image' AND (${sql})`,
    bindings,
  });
  const files = new Map(found.map((row) => [keyOf(row.related_type, row.related_id), fileOf(row)]));
  return (type: PostType, rowId: number) => files.get(keyOf(uidOf(type), rowId));
}

/** Raw JSON comes as text from either database. */
const fileOf = ({ formats, ...file }: Related): FileRow => ({
  ...file,
  formats: typeof formats === 'string' ? JSON.parse(formats) : formats,
});
