import type { Viewer } from '../access/viewer';
import type { Translation } from '../representation/records';
import { LANGUAGES, type Language } from '../settings/languages';
import type { RecordType } from '../settings/record-types';
import { list, raw, type Sql, sql } from '../sql/sql';
import { oneOfIds } from './ids';
import { jsonObject, parsedJson } from './json';
import { type Parts, row, translations } from './record-parts';
import { tableOf } from './record-table';
import { runPrepared } from './run';

/** For whom records are read. */
export interface Reading extends Viewer {
  /** Best first. */
  languages: Language[];
  /** Without what the records refer to. */
  ownOnly?: boolean;
}

/** SQL for the rows (alias `e`) of a type that fulfil the condition, each with these parts, as JSON. */
export function recordsWhere(type: RecordType, where: Sql, parts: Parts = {}): Sql {
  const record = jsonObject({ row: row(type), ...parts });
  return sql`SELECT ${raw(`'${type}'`)} AS name, ${record} AS record
    FROM ${tableOf(type)} e WHERE ${where}`;
}

interface Stored {
  name: string;
  record: unknown;
}

/** What the queries select, in one statement: the records by the name that each stands under. */
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

const place = ({ language }: Translation) => LANGUAGES.indexOf(language);

/** D8.1: the records of these row ids, in that order, with the languages that this viewer opens and these parts. */
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
    translations.sort((one, other) => place(one) - place(other));
  const byId = new Map(records.map((record) => [record.row.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
