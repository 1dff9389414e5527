import { standing } from '../access/standing';
import type { Viewer } from '../access/viewer';
import { LANGUAGES, type Language } from '../settings/languages';
import { isPostType, type RecordType } from '../settings/record-types';
import { all, oneOf, raw, sql } from '../sql/sql';
import { oneOfIds } from './json';
import { tableOf } from './record-table';
import { run } from './run';

/** A line of what has changed. */
export interface ChangedRecord {
  type: RecordType;
  id: number;
  revision: number;
  position: number;
}

interface Stored {
  type: RecordType;
  public_id: number;
  revision: string | number;
  position: string | number;
}

/** D8.14: of posts that never were public only those are told who see what is unpublished. */
const tellable = (types: readonly RecordType[], { unpublished = [] }: Viewer) => {
  const always = types.filter((type) => !isPostType(type) || unpublished.includes(type));
  return sql`${oneOf(raw('r.type'), always)} OR (r.told AND ${oneOf(raw('r.type'), types)})`;
};

interface Asking {
  types: readonly RecordType[];
  viewer: Viewer;
  most: number;
}

/** The first records that have changed behind the position. */
export async function changedAfter(
  position: number,
  { types, viewer, most }: Asking,
): Promise<ChangedRecord[]> {
  const rows = await run<Stored>(sql`SELECT r.type, r.public_id, r.revision, r.position
    FROM @calendar_revisions r WHERE r.position > 0 AND r.position > ${position}
      AND (${tellable(types, viewer)}) ORDER BY r.position LIMIT ${most}`);
  return rows.map((row) => ({
    type: row.type,
    id: row.public_id,
    revision: Number(row.revision),
    position: Number(row.position),
  }));
}

/** The languages in which each of these records stands in this caller's widest list; of others none. */
export async function languagesStanding(
  type: RecordType,
  ids: number[],
  viewer: Viewer,
): Promise<Map<number, Language[]>> {
  const found = await run<{
    id: number;
    locale: Language;
  }>(sql`SELECT DISTINCT e.public_id AS id, e.locale
    FROM ${tableOf(type)} e WHERE ${all([oneOfIds(raw('e.public_id'), ids), standing(type, viewer)])}`);
  const languages = new Map<number, Language[]>();
  for (const { id, locale } of found) languages.set(id, [...(languages.get(id) ?? []), locale]);
  for (const known of languages.values()) {
    known.sort((one, other) => LANGUAGES.indexOf(one) - LANGUAGES.indexOf(other));
  }
  return languages;
}
