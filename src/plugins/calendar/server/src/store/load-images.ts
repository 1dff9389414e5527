import { condition, holes } from '../query/condition';
import type { FileRow } from '../representation/rows';
import type { Language } from '../settings/languages';
import { type PostType, uidOf } from '../settings/record-types';
import { recordTable } from './record-table';
import { run } from './run';

/** The row of a record by what stays when publishing replaces it by another one. */
interface Owner {
  public_id: number;
  locale: Language;
  publishedAt: unknown;
}

/** The rows whose pictures are wanted. */
export type Owners = Partial<Record<PostType, Owner[]>>;

interface Related extends Omit<FileRow, 'formats'> {
  type: PostType;
  public_id: number;
  locale: Language;
  published: boolean | 0 | 1;
  formats: string | FileRow['formats'];
}

const COLUMNS = ['id', 'url', 'ext', 'mime', 'width', 'height', 'size', 'formats'] as const;

const keyOf = (type: PostType, { public_id, locale }: Omit<Owner, 'publishedAt'>, state: unknown) =>
  `${type} ${public_id} ${locale} ${Boolean(state)}`;

const distinct = <Value>(values: Value[]) => [...new Set(values)];

/** In write transactions each statement sees its own moment: hence by the record, not by its row's id. */
function picturesOf(type: PostType, owners: Owner[]) {
  const ids = distinct(owners.map(({ public_id }) => public_id));
  const languages = distinct(owners.map(({ locale }) => locale));
  return condition(
    `SELECT CAST(? AS varchar(40)) AS type, e.public_id, e.locale,
        e.published_at IS NOT NULL AS published, ${COLUMNS.map((name) => `f.${name}`).join(', ')}
      FROM @${recordTable(type)} e
      JOIN @files_related_mph m ON m.related_id = e.id AND m.related_type = ? AND m.field = 'image'
      JOIN @files f ON f.id = m.file_id
      WHERE e.public_id IN (${holes(ids)}) AND e.locale IN (${holes(languages)})`,
    ...[type, uidOf(type), ...ids, ...languages],
  );
}

/** The pictures of all rows in one statement; answers which file belongs to a row. */
export async function loadImages(owners: Owners) {
  const wanted = (Object.entries(owners) as [PostType, Owner[]][])
    .filter(([, rows]) => rows.length > 0)
    .map(([type, rows]) => picturesOf(type, rows));
  const found = await run<Related>({
    sql: wanted.map(({ sql }) => sql).join(' UNION ALL '),
    bindings: wanted.flatMap(({ bindings }) => bindings),
  });
  const files = new Map(found.map((row) => [keyOf(row.type, row, row.published), row]));
  return (type: PostType, row: Owner): FileRow | undefined => {
    const file = files.get(keyOf(type, row, row.publishedAt));
    return file && fileOf(file);
  };
}

/** Raw JSON comes as text from either database. */
const fileOf = ({ formats, ...file }: Related): FileRow => ({
  ...file,
  formats: typeof formats === 'string' ? JSON.parse(formats) : formats,
});
