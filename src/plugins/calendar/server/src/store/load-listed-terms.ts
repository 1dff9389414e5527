import type { ListedTerm } from '../representation/records';
import type { TermRow } from '../representation/rows';
import { TERM_FIELD, type TermType } from '../settings/record-types';
import { loadRows } from './load-posts';
import { countEvents, withKnownParents } from './load-terms';
import { loadTranslations } from './load-translations';

/** D8.1: the terms of these row ids, in that order, with everything they show. */
export async function loadListedTerms(
  type: TermType,
  ids: number[],
  now: Date,
): Promise<ListedTerm[]> {
  if (ids.length === 0) return [];
  const rows = await withKnownParents(await loadRows<TermRow>(type, ids));
  const records = rows.map(({ public_id }) => public_id);
  const field = TERM_FIELD[type];
  const counts = await countEvents({ categories: [], tags: [], [field]: records }, { now });
  const translations = await loadTranslations(type, records, { now });
  return rows.map((row) => ({
    row,
    count: counts.get(`${field} ${row.public_id}`) ?? 0,
    translations: translations.get(row.public_id) ?? [],
  }));
}
