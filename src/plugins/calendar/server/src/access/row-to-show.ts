import { refuse } from '../messages/errors';
import type { MessageKey } from '../messages/t';
import type { PostType } from '../settings/record-types';
import type { LanguageChoice } from '../sql/language';
import { isPublic, type RowState } from './state';
import type { Viewer } from './viewer';

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
function rowsNamed(slug: string, states: RowState[], type: PostType, choice: Choice) {
  const seen = states.filter(isVisible(type, choice, states));
  const known = new Set(seen.map(({ public_id }) => public_id));
  const counts = (row: RowState) =>
    known.has(row.public_id) ? seen.includes(row) : isPublishedElseDraft(row, states);
  return states.filter((row) => row.slug === slug && counts(row));
}

/** D7.6: of the rows of all records that have the slug those of the one that is meant: open ones first, then by language. */
export function rowsMeant(slug: string, states: RowState[], type: PostType, choice: Choice) {
  const named = rowsNamed(slug, states, type, choice);
  const open = named.filter((row) => isPublic(row, choice.now));
  const notTrashed = named.filter(({ trashed_at }) => !trashed_at);
  const candidates = [open, notTrashed, named].find((some) => some.length > 0) ?? [];
  const id = inBestLanguage(candidates, choice)?.public_id;
  return states.filter(({ public_id }) => public_id === id);
}
