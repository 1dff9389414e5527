import { viewerOf } from '../access/viewer';
import type { Row } from '../content-types/rows';
import type { PostType } from '../settings/record-types';
import { rowsOfIds } from '../store/siblings';
import { isRecordId, statesOf } from './named-record';
import { languageChoice } from './settings';
import type { ToWrite } from './write-request';

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
