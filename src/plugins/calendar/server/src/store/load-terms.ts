import { all, any, condition, holes } from '../query/condition';
import { type Sight, unlocked, visible } from '../query/sight';
import type { TermRow } from '../representation/rows';
import type { Language } from '../settings/languages';
import { type TermField, type TermType, uidOf } from '../settings/record-types';
import { bestByLanguage } from './best-by-language';
import { recordTable } from './record-table';
import { run } from './run';

/** D4.4: a parent that does not exist is not shown. */
export async function withKnownParents(rows: TermRow[]): Promise<TermRow[]> {
  const parents = [...new Set(rows.flatMap(({ parent }) => parent ?? []))];
  if (parents.length === 0) return rows;
  const known = await run<{ public_id: number }>(
    condition(
      `SELECT DISTINCT public_id FROM @${recordTable('category')} WHERE public_id IN (${holes(parents)})`,
      ...parents,
    ),
  );
  const ids = new Set(known.map(({ public_id }) => public_id));
  return rows.map((row) => (row.parent && !ids.has(row.parent) ? { ...row, parent: null } : row));
}

/** The terms in their best languages, by public id. */
export async function loadTerms(
  type: TermType,
  ids: number[],
  languages: Language[],
): Promise<Map<number, TermRow>> {
  if (ids.length === 0) return new Map();
  const rows: TermRow[] = await strapi.db
    .query(uidOf(type))
    .findMany({ where: { public_id: { $in: ids } } });
  return bestByLanguage(await withKnownParents(rows), languages);
}

export type { TermField };

interface Count {
  kind: TermField;
  target_id: number;
  events: number | string;
}

/** Spec 4.5 `count`: the events in each term that may be opened and are not in the trash, keyed `categories 12`. */
export async function countEvents(
  ids: Record<TermField, number[]>,
  sight: Sight,
): Promise<Map<string, number>> {
  const fields = (['categories', 'tags'] as const).filter((field) => ids[field].length > 0);
  if (fields.length === 0) return new Map();
  const targets = fields.map((field) =>
    condition(`l.kind = ? AND l.target_id IN (${holes(ids[field])})`, field, ...ids[field]),
  );
  const place = { type: 'event', table: recordTable('event'), alias: 'e' } as const;
  const living = condition('e.trashed_at IS NULL');
  const where = all([any(targets), living, visible(place, sight), unlocked('e', sight)]);
  const counts = await run<Count>({
    sql: `SELECT l.kind, l.target_id, COUNT(DISTINCT e.document_id) AS events
      FROM @calendar_links l JOIN @${place.table} e ON e.id = l.row_id
      WHERE ${where.sql} GROUP BY l.kind, l.target_id`,
    bindings: where.bindings,
  });
  return new Map(counts.map((row) => [`${row.kind} ${row.target_id}`, Number(row.events)]));
}
