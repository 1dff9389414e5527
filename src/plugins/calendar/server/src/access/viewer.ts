import { createHash, timingSafeEqual } from 'node:crypto';
import { POST_TYPES, type PostType } from '../settings/record-types';
import type { Caller, Permitted } from './rights';

/** D10.6: what somebody sees of the calendar; with the time alone, what everybody sees. */
export interface Viewer {
  now: Date;
  /** Whose own records are seen in every state. */
  userId?: number;
  /** The types of which all records are seen in every state. */
  unpublished?: readonly PostType[];
  /** D10.7: whether protected events are open without their passwords. */
  unlocked?: boolean;
  /** D14.7: the rows of events that lists are chosen from; all where nothing is said. */
  permitted?: Permitted;
}

/** D10.6: what the caller sees at this moment. */
export async function viewerOf(caller: Caller, now: Date) {
  const unpublished: PostType[] = [];
  for (const type of POST_TYPES) {
    if (await caller.may(type, 'findUnpublished')) unpublished.push(type);
  }
  const unlocked = unpublished.includes('event') && (await caller.may('event', 'update'));
  const { userId, permitted } = caller;
  return { now, userId, unpublished, unlocked, permitted } satisfies Viewer;
}

/** What decides whether a record asks for a password; only events may have one. */
export interface Lockable {
  author: number | null;
  password?: string | null;
}

/** D10.7: the record is open without its password, as to those who may change it; `unlocked` of `sql.ts` says the same. */
export const isUnlocked = (row: Lockable, viewer: Viewer): boolean =>
  !row.password ||
  Boolean(viewer.unlocked) ||
  (Boolean(viewer.userId) && row.author === viewer.userId);

const digest = (text: string) => createHash('sha256').update(text).digest();

/** D10.7: compares in constant time, whatever the lengths; a record without a password is open. */
export const unlocks = (password: string | null, given: string | undefined): boolean =>
  !password || (given !== undefined && timingSafeEqual(digest(password), digest(given)));
