import { type Choice, rowsMeant } from '../access/row-to-show';
import type { RowState } from '../access/state';
import { viewerOf } from '../access/viewer';
import type { Row } from '../content-types/rows';
import { spelled } from '../kinds/text/fold';
import { LARGEST_ID, type PostType } from '../settings/record-types';
import { statesById, statesBySlug } from '../store/choose-one';
import { rowsOfIds } from '../store/siblings';
import { languageChoice } from './settings';
import type { ToWrite } from './write-request';

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

/** All rows of the record that a path names, in whatever state, without media; none when there is no such record. */
export async function recordRows(
  type: PostType,
  { key, language, caller }: ToWrite,
): Promise<Row[]> {
  if ('id' in key) return isRecordId(key.id) ? rowsOfIds(type, [Number(key.id)]) : [];
  const choice = { ...languageChoice(language), ...(await viewerOf(caller, new Date())) };
  const [state] = await statesOf(key, { type, choice });
  return state ? rowsOfIds(type, [state.public_id]) : [];
}
