import type { Viewer } from '../access/viewer';
import type { Row } from '../content-types/rows';
import type { Language } from '../settings/languages';

import type { PostType } from '../settings/record-types';
import { rowsOfIds } from '../store/siblings';
import { isRecordId, type Key, statesOf } from './named-record';
import { languageChoice } from './settings';

interface Asked {
  key: Key;
  language: Language;
  viewer: Viewer;
}

/** All rows of the record that a path names, in whatever state, without media; none when there is no such record. */
export async function recordRows(type: PostType, { key, language, viewer }: Asked): Promise<Row[]> {
  if ('id' in key) return isRecordId(key.id) ? rowsOfIds(type, [Number(key.id)]) : [];
  const choice = { ...languageChoice(language), ...viewer };
  const [state] = await statesOf(key, { type, choice });
  return state ? rowsOfIds(type, [state.public_id]) : [];
}
