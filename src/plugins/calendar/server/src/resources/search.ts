import { unlocked } from '../access/sql';
import type { Viewer } from '../access/viewer';
import { fold } from '../kinds/text/normalize';
import {
  all,
  any,
  CONTACTS_BEGIN,
  containsFolded,
  FALSE,
  NAME_END,
  not,
  type Sql,
  searchText,
} from '../sql/sql';

/** One thing to look for; `excluded` ones must not be found. */
export interface SearchToken {
  text: string;
  excluded: boolean;
}

/** D8.6: each word costs a comparison with every text; WordPress too takes more than nine for a sentence. */
const MAX_WORDS = 9;
const MAX_EXCLUDED = 3;

/**
 * A blank or a comma, in any of the four languages, ends a word, and so does a quotation mark; a phrase that
 * is not closed, as while it is typed, goes to the end.
 */
const PART = /(-?)(?:"([^"]*)(?:"|$)|([^\s,;\u060c\u061b"]+))/g;

const wordsOf = (folded: string): SearchToken[] =>
  [...folded.matchAll(PART)]
    .map(([, minus, phrase, word]) => ({
      text: (phrase ?? word ?? '').trim(),
      excluded: minus === '-',
    }))
    .filter(({ text }) => text !== '');

/** D8.6: `fair "in the park" -rain` → three things, folded; of too many one phrase. */
export function parseSearch(search: string): SearchToken[] {
  const folded = fold(search);
  const words = wordsOf(folded);
  const excluded = words.filter((word) => word.excluded);
  const isSentence = words.length > MAX_WORDS || excluded.length > MAX_EXCLUDED;
  return isSentence ? [{ text: folded.trim(), excluded: false }] : words;
}

const inText = (text: string) => containsFolded(searchText, text);

const everything = (tokens: SearchToken[], contains: (text: string) => Sql) =>
  all(tokens.map(({ text, excluded }) => (excluded ? not(contains(text)) : contains(text))));

const inPublicText = (text: string) => containsFolded(searchText, text, CONTACTS_BEGIN);

const inTitle = (text: string) => containsFolded(searchText, text, NAME_END);

const wordsIn = (contains: (text: string) => Sql) => (search: string) => {
  const sought = parseSearch(search);
  return sought.length === 0 ? FALSE : everything(sought, contains);
};

/** D8.6: every word somewhere in the text of the row (alias `e`); a search without any finds nothing. */
export const containsWords = wordsIn(inText);

/** D10.8: as `containsWords`, but what contacts say does not count. */
export const containsPublicWords = wordsIn(inPublicText);

/** D8.6 and D10.7: every word somewhere in the text; in a protected event only the title is looked at. */
export function containsAll(search: string, viewer: Viewer): Sql {
  const sought = parseSearch(search);
  if (sought.length === 0) return FALSE;
  const open = unlocked('e', viewer);
  return any([
    all([open, everything(sought, inText)]),
    all([not(open), everything(sought, inTitle)]),
  ]);
}
