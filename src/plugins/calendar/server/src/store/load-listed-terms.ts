import { countOf } from '../query/term';
import type { ListedTerm } from '../representation/records';
import { TERM_FIELD, type TermType } from '../settings/record-types';
import { loadRecords } from './read-records';
import { knownParent } from './record-parts';

type Stored = ListedTerm & { parent?: number | null };

/** D8.1: the terms of these row ids, in that order, with everything they show. */
export async function loadListedTerms(
  type: TermType,
  ids: number[],
  now: Date,
): Promise<ListedTerm[]> {
  const parts = {
    count: countOf(TERM_FIELD[type], 'e.public_id', now),
    ...(type === 'category' && { parent: knownParent() }),
  };
  const terms = await loadRecords<Stored>(type, ids, { viewer: { now }, parts });
  return terms.map(({ row, parent = null, ...term }) => ({ ...term, row: { ...row, parent } }));
}
