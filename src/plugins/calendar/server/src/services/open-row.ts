import { refuse } from '../messages/errors';
import type { LanguageChoice } from '../query/language';
import type { Sight } from '../query/sight';
import { isPublic } from '../representation/status';
import type { PostResource } from '../resources/resource';
import type { PostType } from '../settings/record-types';
import type { RowState } from '../store/choose-one';

/** D8.7: the row that stands for the record in its language: the published one, else the draft. */
export const isFace = (row: RowState, states: RowState[]) =>
  Boolean(row.publishedAt) ||
  !states.some(
    ({ public_id, locale, publishedAt }) =>
      public_id === row.public_id && locale === row.locale && publishedAt,
  );

/** D10.6: whoever has this sight may open the row. */
export const isSeen = (type: PostType, { now, userId, unpublished }: Sight, states: RowState[]) => {
  const all = unpublished?.includes(type);
  return (row: RowState) =>
    isPublic(row, now) ||
    ((all || (Boolean(userId) && row.author === userId)) && isFace(row, states));
};

export const inBestLanguage = (rows: RowState[], { languages }: LanguageChoice) =>
  [...rows].sort(
    (one, other) => languages.indexOf(one.locale) - languages.indexOf(other.locale),
  )[0];

export type Choice = LanguageChoice & Sight;

const inLanguage = (rows: RowState[], { languages, fallback }: LanguageChoice) =>
  fallback ? rows : rows.filter(({ locale }) => locale === languages[0]);

/** D7.2, D10.6: of a record's rows the one to show; nothing where there is none. */
export const rowToShow = (type: PostType, states: RowState[], choice: Choice) =>
  inBestLanguage(inLanguage(states.filter(isSeen(type, choice, states)), choice), choice);

/** D9.4: of a record's rows the one to show, or the refusal that says why there is none. */
export function openRow(
  states: RowState[],
  choice: Choice,
  { type, refusals }: Pick<PostResource, 'type' | 'refusals'>,
): RowState {
  const shown = rowToShow(type, states, choice);
  if (shown) return shown;
  if (states.length === 0 || states.some(isSeen(type, choice, states))) {
    throw refuse(404, refusals.notFound);
  }
  const trashed = states.every((row) => row.trashed_at);
  throw refuse(403, (trashed && refusals.noLongerAvailable) || refusals.notAccessible);
}
