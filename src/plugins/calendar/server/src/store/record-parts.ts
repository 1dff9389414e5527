import { visible } from '../access/sql';
import type { Viewer } from '../access/viewer';
import { isPostType, type PostType, type RecordType, uidOf } from '../settings/record-types';
import { all, raw, type Sql, sql } from '../sql/sql';
import { jsonList, jsonObject, jsonOf } from './json';
import { recordTable, tableOf } from './record-table';
import { rowJson } from './row-json';

const FILE = 'plugin::upload.file';

/** What is read of a record besides its row (alias `e`), as JSON. */
export type Parts = Record<string, Sql>;

export const row = (type: RecordType): Sql => rowJson(uidOf(type), 'e');

/** The picture that belongs to the row. */
export const image = (type: PostType): Sql =>
  jsonOf(sql`SELECT ${rowJson(FILE, 'f')} FROM @files_related_mph m JOIN @files f ON f.id = m.file_id
    WHERE m.related_id = e.id AND m.related_type = ${raw(`'${uidOf(type)}'`)} AND m.field = 'image'
    ORDER BY m.id DESC LIMIT 1`);

/** D7.3: the languages in which the record may be opened; hidden ones are missing. */
export function translations(type: RecordType, viewer: Viewer): Sql {
  const table = recordTable(type);
  const open = isPostType(type) ? [visible({ type, table, alias: 'o' }, viewer)] : [];
  const wanted = all([sql`o.public_id = e.public_id`, ...open]);
  const item = jsonObject({ language: raw('o.locale'), slug: raw("COALESCE(o.slug, '')") });
  return jsonList(item, sql`${tableOf(type)} o WHERE ${wanted}`);
}

/** The event that an event belongs to, if it may be opened; else 0. */
export function openParent(viewer: Viewer): Sql {
  const table = recordTable('event');
  const open = all([
    sql`o.public_id = e.post_parent`,
    visible({ type: 'event', table, alias: 'o' }, viewer),
  ]);
  return sql`CASE WHEN EXISTS (SELECT 1 FROM ${tableOf('event')} o WHERE ${open})
    THEN e.post_parent ELSE 0 END`;
}

/** D4.4: a parent that does not exist is not shown. */
export const knownParent = (): Sql =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM ${tableOf('category')} o WHERE o.public_id = e.parent)
    THEN e.parent END`;
