import { type Status, statusOf } from '../access/state';
import type { ReferenceRow } from '../content-types/rows';
import type { Language } from '../settings/languages';

export type ReferenceChoice = {
  id: number;
  name: string;
  language: Language;
  state: Status;
};

/** A reference leads to the whole record, so the state that shows most of it counts. */
export const MOST_VISIBLE_FIRST: readonly Status[] = [
  'trash',
  'publish',
  'future',
  'private',
  'pending',
  'draft',
];

/**
 * How an editor sees a record in the picker, from all its rows: the draft's name in the best of
 * `languages`, and one state; nothing when there is no such record.
 */
export function presentChoice(
  rows: ReferenceRow[],
  languages: Language[],
  now: Date,
): ReferenceChoice | undefined {
  const [shown] = rows.toSorted(
    (a, b) =>
      languages.indexOf(a.locale) - languages.indexOf(b.locale) ||
      Number(Boolean(a.publishedAt)) - Number(Boolean(b.publishedAt)),
  );
  if (!shown) return undefined;
  const states = rows.map((row) => statusOf(row, now));
  const state = MOST_VISIBLE_FIRST.find((one) => states.includes(one)) ?? 'draft';
  return { id: shown.public_id, name: shown.name, language: shown.locale, state };
}
