import { refuse } from '../errors/refusals';
import type { LanguageChoice } from '../query/language';
import type { Resource } from '../resources/resource';
import type { RowState } from '../store/choose-one';

const isOpen = (now: Date) => (row: RowState) =>
  row.published && !row.trashed && !row.private && !(row.date && row.date > now);

const inBestLanguage = (rows: RowState[], { languages }: LanguageChoice) =>
  [...rows].sort(
    (one, other) => languages.indexOf(one.language) - languages.indexOf(other.language),
  )[0];

/** D7.2 and D9.4: of a record's rows the one to show, or the refusal that says why there is none. */
export function openRow(
  states: RowState[],
  choice: LanguageChoice & { now: Date },
  refusals: Resource['refusals'],
): RowState {
  if (states.length === 0) throw refuse(404, refusals.notFound);
  if (states.every(({ trashed }) => trashed)) throw refuse(403, refusals.noLongerAvailable);
  const open = states.filter(isOpen(choice.now));
  if (open.length === 0) throw refuse(403, refusals.notAccessible);
  const allowed = choice.fallback
    ? open
    : open.filter(({ language }) => language === choice.languages[0]);
  const shown = inBestLanguage(allowed, choice);
  if (!shown) throw refuse(404, refusals.notFound);
  return shown;
}

/** D7.6: of the records that have a slug the one that is meant: open ones first, then by language. */
export function meantBySlug(states: RowState[], choice: LanguageChoice & { now: Date }) {
  const open = states.filter(isOpen(choice.now));
  const living = states.filter(({ trashed }) => !trashed);
  const candidates = [open, living, states].find((rows) => rows.length > 0) ?? [];
  return inBestLanguage(candidates, choice);
}
