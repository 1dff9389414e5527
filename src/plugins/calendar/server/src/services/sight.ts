import type { Sight } from '../query/sight';
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

/** What decides whether a record asks for a password; only events may have one. */
export interface Lockable {
  author: number | null;
  password?: string | null;
}

/** D10.7: whether the record is open without its password; those who may change it need none. */
export const isUnlocked = (row: Lockable, sight: Sight): boolean =>
  !row.password ||
  Boolean(sight.unlocked) ||
  (Boolean(sight.userId) && row.author === sight.userId);
