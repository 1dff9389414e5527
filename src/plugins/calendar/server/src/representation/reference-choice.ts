import type { Language } from '../settings/languages';

/** One row of a record: one language, draft or published. */
export type ReferenceRow = {
  public_id: number;
  name: string;
  language: Language;
  published: boolean;
  trashed: boolean;
  postStatus: 'pending' | 'private' | null;
  date: Date | null;
};

export type ReferenceState = 'publish' | 'private' | 'future' | 'pending' | 'draft' | 'trash';

export type ReferenceChoice = {
  id: number;
  name: string;
  language: Language;
  state: ReferenceState;
};

/** A reference leads to the whole record, so the state that shows most of it counts. */
const MOST_VISIBLE_FIRST: ReferenceState[] = [
  'trash',
  'publish',
  'future',
  'private',
  'pending',
  'draft',
];

/** D6.1, of one row. */
function stateOf(row: ReferenceRow, now: Date): ReferenceState {
  if (row.trashed) return 'trash';
  if (!row.published) return row.postStatus === 'pending' ? 'pending' : 'draft';
  if (row.postStatus === 'private') return 'private';
  return row.date && row.date > now ? 'future' : 'publish';
}

/**
 * How an editor sees a record in the picker, from all its rows: the draft's name in the best of
 * `languages`, and one state; nothing when there is no such record.
 */
export function representChoice(
  rows: ReferenceRow[],
  languages: Language[],
  now: Date,
): ReferenceChoice | undefined {
  const [shown] = rows.toSorted(
    (a, b) =>
      languages.indexOf(a.language) - languages.indexOf(b.language) ||
      Number(a.published) - Number(b.published),
  );
  if (!shown) return undefined;
  const states = rows.map((row) => stateOf(row, now));
  const state = MOST_VISIBLE_FIRST.find((one) => states.includes(one)) ?? 'draft';
  return { id: shown.public_id, name: shown.name, language: shown.language, state };
}
