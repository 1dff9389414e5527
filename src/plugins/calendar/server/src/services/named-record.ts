import { type Choice, rowsMeant } from '../access/row-to-show';
import type { RowState } from '../access/state';
import { spelled } from '../kinds/text/fold';
import { LARGEST_ID, type PostType } from '../settings/record-types';
import { statesById, statesBySlug } from '../store/choose-one';

/** A record by its public id or by its slug, as they stand in a path. */
export type Key = { id: string } | { slug: string };

/** Ids beyond the largest belong to nobody, and PostgreSQL would not take them. */
export const isRecordId = (id: string) => Number(id) >= 1 && Number(id) <= LARGEST_ID;

interface Asked {
  type: PostType;
  choice: Choice;
}

/** Every row of the record that a path names; none where it names none. */
export async function statesOf(key: Key, { type, choice }: Asked): Promise<RowState[]> {
  if ('id' in key) {
    return isRecordId(key.id) ? statesById(type, Number(key.id)) : [];
  }
  const slug = spelled(key.slug);
  return rowsMeant(slug, await statesBySlug(type, slug), type, choice);
}
