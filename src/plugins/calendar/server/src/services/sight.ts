import type { Sight } from '../query/sight';
import type { EventRow } from '../representation/rows';
import { POST_TYPES, type PostType } from '../settings/record-types';
import type { Caller } from './caller';

/** D10.6: what the caller sees at this moment. */
export async function sightOf(caller: Caller, now: Date) {
  const unpublished: PostType[] = [];
  for (const type of POST_TYPES) {
    if (await caller.may(type, 'findUnpublished')) unpublished.push(type);
  }
  const unlocked = unpublished.includes('event') && (await caller.may('event', 'update'));
  return { now, userId: caller.userId, unpublished, unlocked } satisfies Sight;
}

/** D10.7: whether the event is open without its password; those who may change it need none. */
export const isUnlocked = (row: Pick<EventRow, 'password' | 'author'>, sight: Sight): boolean =>
  !row.password ||
  Boolean(sight.unlocked) ||
  (Boolean(sight.userId) && row.author === sight.userId);
