import { all, type Condition, condition } from '../query/condition';
import { type Sight, visible } from '../query/sight';
import { isPostType, type PostType, type RecordType, uidOf } from '../settings/record-types';
import { jsonList, jsonObject, jsonOf } from './json';
import { recordTable } from './record-table';
import { rowJson } from './row-json';

const FILE = 'plugin::upload.file';

/** What is read of a record besides its row (alias `e`), as JSON. */
export type Parts = Record<string, Condition>;

export const row = (type: RecordType): Condition => rowJson(uidOf(type), 'e');

/** The picture that belongs to the row. */
export const image = (type: PostType): Condition =>
  jsonOf(
    condition(
      `SELECT ${rowJson(FILE, 'f').sql} FROM @files_related_mph m JOIN @files f ON f.id = m.file_id
        WHERE m.related_id = e.id AND m.related_type = '${uidOf(type)}' AND m.field = 'image'
        ORDER BY m.id DESC LIMIT 1`,
    ),
  );

/** D7.3: the languages in which the record may be opened; hidden ones are missing. */
export function translations(type: RecordType, sight: Sight): Condition {
  const table = recordTable(type);
  const open = isPostType(type) ? [visible({ type, table, alias: 'o' }, sight)] : [];
  const { sql, bindings } = all([condition('o.public_id = e.public_id'), ...open]);
  const item = jsonObject({
    language: condition('o.locale'),
    slug: condition("COALESCE(o.slug, '')"),
  });
  return jsonList(item, condition(`@${table} o WHERE ${sql}`, ...bindings));
}

/** The event that an event belongs to, if it may be opened; else 0. */
export function openParent(sight: Sight): Condition {
  const table = recordTable('event');
  const { sql, bindings } = all([
    condition('o.public_id = e.post_parent'),
    visible({ type: 'event', table, alias: 'o' }, sight),
  ]);
  return condition(
    `CASE WHEN EXISTS (SELECT 1 FROM @${table} o WHERE ${sql})
      THEN e.post_parent ELSE 0 END`,
    ...bindings,
  );
}

/** D4.4: a parent that does not exist is not shown. */
export const knownParent = (): Condition =>
  condition(
    `CASE WHEN EXISTS (SELECT 1 FROM @${recordTable('category')} o WHERE o.public_id = e.parent)
      THEN e.parent END`,
  );
