import { raw, type Sql } from '../sql/sql';
import { jsonObject } from './json';
import { isPostgres } from './table';

type Value = (column: string) => string;

const asMilliseconds: Value = (column) => `CAST(extract(epoch FROM ${column}) * 1000 AS bigint)`;

const asBoolean: Value = (column) =>
  `CASE ${column} WHEN 1 THEN json('true') WHEN 0 THEN json('false') END`;

/** SQLite writes 15 digits of its own accord; a number may have 17. */
const asNumber: Value = (column) =>
  `CASE WHEN ${column} IS NOT NULL THEN json(format('%!.17g', ${column})) END`;

const asJson: Value = (column) =>
  `CASE WHEN json_valid(${column}) THEN json(${column}) ELSE ${column} END`;

/** What stands in a column otherwise than in JSON, by the attribute's type. */
const POSTGRES: Record<string, Value> = { datetime: asMilliseconds };
const SQLITE: Record<string, Value> = {
  boolean: asBoolean,
  float: asNumber,
  decimal: asNumber,
  json: asJson,
};

/** Searched in, and never shown. */
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

const known = new Map<string, Sql>();

/**
 * SQL for a row of a content type as JSON: by attribute as in Strapi's metadata, and alike on both
 * databases; instants are milliseconds.
 */
export function rowJson(uid: string, alias: string): Sql {
  const key = `${uid} ${alias}`;
  const row = known.get(key) ?? jsonObject(valuesOf(uid, alias));
  known.set(key, row);
  return row;
}
