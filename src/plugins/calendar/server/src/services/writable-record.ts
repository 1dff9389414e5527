import { refuse } from '../messages/errors';
import type { Sight } from '../query/sight';
import type { PostResource } from '../resources/resource';
import { type Language, languagesFrom } from '../settings/languages';
import type { PostType } from '../settings/record-types';
import type { LinkedRow } from '../store/linked-rows';
import { type Row, rowsOfIds } from '../store/siblings';
import type { Caller } from './caller';
import { isRecordId, type Key, statesOf } from './named-record';
import { settings } from './settings';

/** What is written: a type, with the words for refusing it. */
export type Written = Pick<PostResource, 'type' | 'refusals'>;

interface Asked {
  key: Key;
  language: Language;
  sight: Sight;
}

/** All rows of the record that a path names, in whatever state, without media; none when there is no such record. */
export async function recordRows(type: PostType, { key, language, sight }: Asked): Promise<Row[]> {
  if ('id' in key) return isRecordId(key.id) ? rowsOfIds(type, [Number(key.id)]) : [];
  const { defaultLanguage, fallback } = settings();
  const choice = { languages: languagesFrom(language, defaultLanguage), fallback, ...sight };
  const [state] = await statesOf(key, { type, choice });
  return state ? rowsOfIds(type, [state.public_id]) : [];
}

export const isOwn = ([row]: (Row | LinkedRow)[], { userId }: Caller): boolean =>
  userId > 0 && row?.author === userId;

const IN_TRASH = {
  event: 'event-is-in-trash',
  venue: 'venue-is-in-trash',
  organizer: 'organizer-is-in-trash',
} as const;

/** D6.3: what is in the trash is not put there again; throws 410. */
export function refuseTrashed(type: PostType, rows: Row[]): void {
  if (rows.some(({ trashed_at }) => trashed_at)) throw refuse(410, IN_TRASH[type]);
}

/** D10.3 and D10.4: another's record needs `manageOthers`, one that the public sees `publish`. */
export async function requireWritable(
  { type, refusals }: Written,
  rows: Row[],
  caller: Caller,
): Promise<void> {
  if (rows.length === 0) throw refuse(404, refusals.notFound);
  const mine = isOwn(rows, caller) || (await caller.may(type, 'manageOthers'));
  const published = rows.some(({ publishedAt }) => publishedAt);
  if (!mine || (published && !(await caller.may(type, 'publish')))) {
    throw refuse(403, 'rest_forbidden');
  }
}
