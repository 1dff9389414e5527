import { createHash, timingSafeEqual } from 'node:crypto';
import { isPublic, type PostRow, type StatusRow } from '../content-types/rows';

import { refuse } from '../messages/errors';
import type { MessageKey } from '../messages/t';
import type { LanguageChoice } from '../settings/languages';
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

/** Overrides a caller's rights where only public data may be shown. */
export const PUBLIC_VIEWER = {
  userId: undefined,
  unpublished: [],
  unlocked: false,
} satisfies Partial<Viewer>;

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
export const verifyPassword = (password: string | null, given: string | undefined): boolean =>
  !password || (given !== undefined && timingSafeEqual(digest(password), digest(given)));

/** What decides whether a row of a record may be opened, and in which language. */
export type RowState = StatusRow & Pick<PostRow, 'id' | 'public_id' | 'slug' | 'locale' | 'author'>;

/** D8.7: the row that stands for its record in its language: the published one, else the draft. */
export const isPublishedElseDraft = (row: RowState, states: RowState[]) =>
  Boolean(row.publishedAt) ||
  !states.some(
    ({ public_id, locale, publishedAt }) =>
      public_id === row.public_id && locale === row.locale && publishedAt,
  );

/** D10.6: the viewer may open the row; `visible` of `sql.ts` says the same. */
export const isVisible = (
  type: PostType,
  { now, userId, unpublished }: Viewer,
  states: RowState[],
) => {
  const all = unpublished?.includes(type);
  return (row: RowState) =>
    isPublic(row, now) ||
    ((all || (Boolean(userId) && row.author === userId)) && isPublishedElseDraft(row, states));
};

const inBestLanguage = <Row extends RowState>(rows: Row[], { languages }: LanguageChoice) =>
  rows.toSorted((one, other) => languages.indexOf(one.locale) - languages.indexOf(other.locale))[0];

/** Who looks, and in which languages. */
export type Choice = LanguageChoice & Viewer;

const inLanguage = <Row extends RowState>(rows: Row[], { languages, fallback }: LanguageChoice) =>
  fallback ? rows : rows.filter(({ locale }) => locale === languages[0]);

/** D7.2, D10.6: of a record's rows the one to show; nothing where there is none. */
export const rowToShow = <Row extends RowState>(type: PostType, states: Row[], choice: Choice) =>
  inBestLanguage(inLanguage(states.filter(isVisible(type, choice, states)), choice), choice);

/** How a type words that a record cannot be opened. */
interface Refusing {
  type: PostType;
  refusals: { notFound: MessageKey; notAccessible: MessageKey; noLongerAvailable?: MessageKey };
}

/** D9.4: of a record's rows the one to show; throws CalendarError 404 or 403, which says why there is none. */
export function openRow(
  states: RowState[],
  choice: Choice,
  { type, refusals }: Refusing,
): RowState {
  const shown = rowToShow(type, states, choice);
  if (shown) return shown;
  if (states.length === 0 || states.some(isVisible(type, choice, states))) {
    throw refuse(404, refusals.notFound);
  }
  const trashed = states.every((row) => row.trashed_at);
  throw refuse(403, (trashed && refusals.noLongerAvailable) || refusals.notAccessible);
}

/**
 * D10.6: a slug counts on the rows that may be opened, so that a hidden language does not lead to its
 * record. Of a record that may not be opened at all every slug counts: it is refused by name (D9.4).
 */
function rowsWithSlug(slug: string, states: RowState[], type: PostType, choice: Choice) {
  const seen = states.filter(isVisible(type, choice, states));
  const known = new Set(seen.map(({ public_id }) => public_id));
  const counts = (row: RowState) =>
    known.has(row.public_id) ? seen.includes(row) : isPublishedElseDraft(row, states);
  return states.filter((row) => row.slug === slug && counts(row));
}

/** D7.6: of the rows of all records that have the slug those of the one that is meant: open ones first, then by language. */
export function resolveSlug(slug: string, states: RowState[], type: PostType, choice: Choice) {
  const named = rowsWithSlug(slug, states, type, choice);
  const open = named.filter((row) => isPublic(row, choice.now));
  const notTrashed = named.filter(({ trashed_at }) => !trashed_at);
  const candidates = [open, notTrashed, named].find((some) => some.length > 0) ?? [];
  const id = inBestLanguage(candidates, choice)?.public_id;
  return states.filter(({ public_id }) => public_id === id);
}
