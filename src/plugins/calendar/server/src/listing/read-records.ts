import { visible } from '../access/sql';
import type { Viewer } from '../access/viewer';
import { FILE } from '../database/files';
import {
  isPostgres,
  jsonList,
  jsonObject,
  jsonOf,
  oneOfIds,
  parsedJson,
  runPrepared,
  tableOf,
} from '../database/run';
import type { Translation } from '../resources/resource';
import { LANGUAGES, type Language } from '../settings/languages';
import { isPostType, type PostType, type RecordType, uidOf } from '../settings/record-types';
import { all, list, raw, type Sql, sql } from '../sql/sql';

type Value = (column: string) => string;

const asMilliseconds: Value = (column) => `CAST(extract(epoch FROM ${column}) * 1000 AS bigint)`;

const asBoolean: Value = (column) =>
  `CASE ${column} WHEN 1 THEN json('true') WHEN 0 THEN json('false') END`;

/** SQLite prints numbers with 15 digits by default; a double needs up to 17. */
const asNumber: Value = (column) =>
  `CASE WHEN ${column} IS NOT NULL THEN json(format('%!.17g', ${column})) END`;

const asJson: Value = (column) =>
  `CASE WHEN json_valid(${column}) THEN json(${column}) ELSE ${column} END`;

/** Conversions of columns to JSON by attribute type, where the plain column does not do. */
const POSTGRES: Record<string, Value> = { datetime: asMilliseconds };
const SQLITE: Record<string, Value> = {
  boolean: asBoolean,
  float: asNumber,
  decimal: asNumber,
  json: asJson,
};

/** Only used by searches. */
const UNSHOWN = 'search_text';

function valuesOf(uid: string, alias: string): Record<string, Sql> {
  const { columnToAttribute, attributes } = strapi.db.metadata.get(uid);
  const values = isPostgres() ? POSTGRES : SQLITE;
  return Object.fromEntries(
    Object.entries(columnToAttribute).flatMap(([column, name]) => {
      const type = attributes[name]?.type ?? 'relation';
      if (type === 'relation' || name === UNSHOWN) return [];
      const stored = `${alias}."${column}"`;
      return [[name, raw(values[type]?.(stored) ?? stored)]];
    }),
  );
}

const rowJsonCache = new Map<string, Sql>();

/**
 * SQL for a row of a content type as a JSON object by attribute name, identical on both databases; instants are
 * milliseconds. Cached.
 */
function rowJson(uid: string, alias: string): Sql {
  const key = `${uid} ${alias}`;
  const row = rowJsonCache.get(key) ?? jsonObject(valuesOf(uid, alias));
  rowJsonCache.set(key, row);
  return row;
}

/** Further JSON members of a record, by name; `e` is its row. */
export type Parts = Record<string, Sql>;

/** SQL for the row's picture. */
export const image = (type: PostType): Sql =>
  jsonOf(sql`SELECT ${rowJson(FILE, 'f')} FROM @files_related_mph m JOIN @files f ON f.id = m.file_id
    WHERE m.related_id = e.id AND m.related_type = ${raw(`'${uidOf(type)}'`)} AND m.field = 'image'
    ORDER BY m.id DESC LIMIT 1`);

/** D7.3: SQL for the languages in which the viewer may open the record. */
function translations(type: RecordType, viewer: Viewer): Sql {
  const open = isPostType(type) ? [visible(type, 'o', viewer)] : [];
  const wanted = all([sql`o.public_id = e.public_id`, ...open]);
  const item = jsonObject({ language: raw('o.locale'), slug: raw("COALESCE(o.slug, '')") });
  return jsonList(item, sql`${tableOf(type)} o WHERE ${wanted}`);
}

/** SQL for the parent of an event if the viewer may open it, otherwise 0. */
export function openParent(viewer: Viewer): Sql {
  const open = all([sql`o.public_id = e.post_parent`, visible('event', 'o', viewer)]);
  return sql`CASE WHEN EXISTS (SELECT 1 FROM ${tableOf('event')} o WHERE ${open})
    THEN e.post_parent ELSE 0 END`;
}

/** D4.4: SQL for a category's parent, null if it does not exist. */
export const knownParent = (): Sql =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM ${tableOf('category')} o WHERE o.public_id = e.parent)
    THEN e.parent END`;

/** For whom and in which languages records are read. */
export interface Reading extends Viewer {
  /** Best first. */
  languages: Language[];
  /** Whether references are left out. */
  ownOnly?: boolean;
}

/** SQL for the rows of a type (alias `e`) that fulfil the condition, as JSON objects with these parts. */
export function recordsWhere(type: RecordType, where: Sql, parts: Parts = {}): Sql {
  const record = jsonObject({ row: rowJson(uidOf(type), 'e'), ...parts });
  return sql`SELECT ${raw(`'${type}'`)} AS name, ${record} AS record
    FROM ${tableOf(type)} e WHERE ${where}`;
}

interface Stored {
  name: string;
  record: unknown;
}

/** Runs the queries in one statement; returns their records grouped by name. */
export async function readRecords<Record>(queries: Sql[]): Promise<Map<string, Record[]>> {
  const rows = await runPrepared<Stored>(list(queries, ' UNION ALL '));
  const found = new Map<string, Record[]>();
  for (const { name, record } of rows) {
    const known = found.get(name) ?? [];
    known.push(parsedJson<Record>(record));
    found.set(name, known);
  }
  return found;
}

interface Loaded {
  row: { id: number };
  translations: Translation[];
}

const rank = ({ language }: Translation) => LANGUAGES.indexOf(language);

/** D8.1: the records of these row ids, in that order, with these parts and the languages visible to the viewer. */
export async function loadRecords<Record extends Loaded>(
  type: RecordType,
  ids: number[],
  { viewer, parts }: { viewer: Viewer; parts: Parts },
): Promise<Record[]> {
  if (ids.length === 0) return [];
  const whole = { ...parts, translations: translations(type, viewer) };
  const found = await readRecords<Record>([recordsWhere(type, oneOfIds(raw('e.id'), ids), whole)]);
  const records = found.get(type) ?? [];
  for (const { translations } of records)
    translations.sort((one, other) => rank(one) - rank(other));
  const byId = new Map(records.map((record) => [record.row.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
