import { spelled } from '../kinds/text/fold';
import { isPublic } from '../representation/status';
import { LARGEST_ID, type PostType } from '../settings/record-types';
import { type RowState, statesById, statesBySlug } from '../store/choose-one';
import { type Choice, inBestLanguage, isFace, isSeen } from './open-row';

/** A record by its public id or by its slug, as they stand in a path. */
export type Key = { id: string } | { slug: string };

/** Ids beyond the largest belong to nobody, and PostgreSQL would not take them. */
export const isRecordId = (id: string) => Number(id) >= 1 && Number(id) <= LARGEST_ID;

/**
 * D10.6: a slug counts on the rows that may be opened, so that a hidden language does not lead to its
 * record. Of a record that may not be opened at all every slug counts: it is refused by name (D9.4).
 */
function rowsNamed(slug: string, states: RowState[], { type, choice }: Asked): RowState[] {
  const seen = states.filter(isSeen(type, choice, states));
  const known = new Set(seen.map(({ public_id }) => public_id));
  const counts = (row: RowState) =>
    known.has(row.public_id) ? seen.includes(row) : isFace(row, states);
  return states.filter((row) => row.slug === slug && counts(row));
}

interface Asked {
  type: PostType;
  choice: Choice;
}

/** D7.6: of the records that have the slug the one that is meant: open ones first, then by language. */
function meant(rows: RowState[], choice: Choice): number | undefined {
  const open = rows.filter((row) => isPublic(row, choice.now));
  const living = rows.filter(({ trashed_at }) => !trashed_at);
  const candidates = [open, living, rows].find((some) => some.length > 0) ?? [];
  return inBestLanguage(candidates, choice)?.public_id;
}

/** Every row of the record that a path names; none where it names none. */
export async function statesOf(key: Key, { type, choice }: Asked): Promise<RowState[]> {
  if ('id' in key) {
    return isRecordId(key.id) ? statesById(type, Number(key.id)) : [];
  }
  const slug = spelled(key.slug);
  const states = await statesBySlug(type, slug);
  const id = meant(rowsNamed(slug, states, { type, choice }), choice);
  return states.filter(({ public_id }) => public_id === id);
}
