import { createHash, timingSafeEqual } from 'node:crypto';
import { isPublic, type PostRow, type StatusRow } from '../content-types/rows';
import { refuse } from '../messages/errors';
import type { MessageKey } from '../messages/t';
import type { LanguageChoice } from '../settings/languages';
import { POST_TYPES, type PostType } from '../settings/record-types';
import type { Caller, Permitted } from './rights';

/** D10.6: which records a reader sees; with `now` alone, the public. */
export interface Viewer {
  now: Date;
  /** The account whose own records are visible in every state. */
  userId?: number;
  /** Types of which all records are visible in every state. */
  unpublished?: readonly PostType[];
  /** D10.7: whether protected events are open without their passwords. */
  unlocked?: boolean;
  /** D14.7: restricts lists to rows of events that fulfil this condition. */
  permitted?: Permitted;
}

/** Overrides a caller's rights where only public data may be shown. */
export const PUBLIC_VIEWER = {
  userId: undefined,
  unpublished: [],
  unlocked: false,
} satisfies Partial<Viewer>;

/** D10.6: the viewer for a caller at a moment. */
export async function viewerOf(caller: Caller, now: Date) {
  const unpublished: PostType[] = [];
  for (const type of POST_TYPES) {
    if (await caller.may(type, 'findUnpublished')) unpublished.push(type);
  }
  const unlocked = unpublished.includes('event') && (await caller.may('event', 'update'));
  const { userId, permitted } = caller;
  return { now, userId, unpublished, unlocked, permitted } satisfies Viewer;
}

/** The columns that decide whether a record requires a password; only events have one. */
export interface Lockable {
  author: number | null;
  password?: string | null;
}

/** D10.7: whether the record needs no password from the viewer. Must agree with `unlocked` in `sql.ts`. */
export const isUnlocked = (row: Lockable, viewer: Viewer): boolean =>
  !row.password ||
  Boolean(viewer.unlocked) ||
  (Boolean(viewer.userId) && row.author === viewer.userId);

const digest = (text: string) => createHash('sha256').update(text).digest();

/** D10.7: compares digests in constant time. A record without a password is open. */
export const verifyPassword = (password: string | null, given: string | undefined): boolean =>
  !password || (given !== undefined && timingSafeEqual(digest(password), digest(given)));

/** The columns that decide whether a row may be opened, and in which language. */
export type RowState = StatusRow & Pick<PostRow, 'id' | 'public_id' | 'slug' | 'locale' | 'author'>;

/** D8.7: whether the row represents its record in its language: the published row, or the draft if there is none. */
export const isPublishedElseDraft = (row: RowState, states: RowState[]) =>
  Boolean(row.publishedAt) ||
  !states.some(
    ({ public_id, locale, publishedAt }) =>
      public_id === row.public_id && locale === row.locale && publishedAt,
  );

/** D10.6: whether the viewer may open the row. Must agree with `visible` in `sql.ts`. */
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

/** A viewer with a choice of languages. */
export interface RowChoice extends LanguageChoice, Viewer {
  /** Whether a slug also means records in the trash that the viewer may not open. */
  trashed?: boolean;
}

const inLanguage = <Row extends RowState>(rows: Row[], { languages, fallback }: LanguageChoice) =>
  fallback ? rows : rows.filter(({ locale }) => locale === languages[0]);

/** D7.2, D10.6: the row of a record to show to the viewer; undefined if none may be shown. */
export const rowToShow = <Row extends RowState>(type: PostType, states: Row[], choice: RowChoice) =>
  inBestLanguage(inLanguage(states.filter(isVisible(type, choice, states)), choice), choice);

/** A type and its error codes for records that cannot be opened. */
interface Refusing {
  type: PostType;
  refusals: { notFound: MessageKey; notAccessible: MessageKey; noLongerAvailable?: MessageKey };
}

/** D9.4: the row of a record to show. Throws CalendarError 404 or 403 when none may be shown. */
export function openRow(
  states: RowState[],
  choice: RowChoice,
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
 * D10.6: rows with the slug among those that may be opened, so that the slug of a hidden language finds nothing. If
 * there is none, any slug of the records of which no row may be opened, so that they are refused (D9.4).
 */
function rowsWithSlug(slug: string, states: RowState[], type: PostType, choice: RowChoice) {
  const seen = states.filter(isVisible(type, choice, states));
  const isNamed = (row: RowState) => seen.includes(row) || (choice.trashed && row.trashed_at);
  const named = states.filter((row) => row.slug === slug && isNamed(row));
  if (named.length > 0) return named;
  const known = new Set(seen.map(({ public_id }) => public_id));
  const isHidden = (row: RowState) =>
    !known.has(row.public_id) && isPublishedElseDraft(row, states);
  return states.filter((row) => row.slug === slug && isHidden(row));
}

/**
 * D7.6: the rows of the record that a slug means: the one in the best language, and of several in that language a
 * public one first, then one outside the trash.
 */
export function resolveSlug(slug: string, states: RowState[], type: PostType, choice: RowChoice) {
  const standing = (row: RowState) => (isPublic(row, choice.now) ? 0 : row.trashed_at ? 2 : 1);
  const named = rowsWithSlug(slug, states, type, choice);
  const byStanding = named.toSorted((one, other) => standing(one) - standing(other));
  const id = inBestLanguage(byStanding, choice)?.public_id;
  return states.filter(({ public_id }) => public_id === id);
}
