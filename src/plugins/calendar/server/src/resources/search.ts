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

/** A folded word or phrase; `excluded` ones must not occur. */
export interface SearchToken {
  text: string;
  excluded: boolean;
}

/**
 * D8.6: limits of the words in a search, since each is compared with every text. WordPress too
 * treats more than nine as a sentence.
 */
const MAX_WORDS = 9;
const MAX_EXCLUDED = 3;

/**
 * Words end at a space, comma or semicolon (also Arabic) or quotation mark. An unclosed phrase, as
 * while typing, extends to the end.
 */
const PART = /(-?)(?:"([^"]*)(?:"|$)|([^\s,;\u060c\u061b"]+))/g;

const wordsOf = (folded: string): SearchToken[] =>
  [...folded.matchAll(PART)]
    .map(([, minus, phrase, word]) => ({
      text: (phrase ?? word ?? '').trim(),
      excluded: minus === '-',
    }))
    .filter(({ text }) => text !== '');

/** A dash between blanks, as in `Jazz – Paris`, is no word, unless there are no others; WordPress ignores it too. */
function withoutDashes(words: SearchToken[]): SearchToken[] {
  const named = words.filter(({ text }) => !/^\p{Pd}+$/u.test(text));
  return named.length > 0 ? named : words;
}

/** Dashes at the beginning of a word, which punctuate; folded, they would exclude the word. */
const LEADING_DASHES = /(?<!\S)[\u2012-\u2015]+/g;

/** D8.6: parses `fair "in the park" -rain` into three folded tokens; too many words become a single phrase. */
export function parseSearch(search: string): SearchToken[] {
  const folded = fold(search);
  const words = withoutDashes(wordsOf(fold(search.replace(LEADING_DASHES, '$& '))));
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
  const tokens = parseSearch(search);
  return tokens.length === 0 ? FALSE : everything(tokens, contains);
};

/** D8.6: every word occurs in the text of the row (alias `e`), and no excluded one; false without words. */
export const containsWords = wordsIn(inText);

/** D10.8: as `containsWords`, but without the contacts. */
export const containsPublicWords = wordsIn(inPublicText);

/** D8.6, D10.7: as `containsWords`; only the title of an event that is locked for the viewer is searched. */
export function containsAll(search: string, viewer: Viewer): Sql {
  const sought = parseSearch(search);
  if (sought.length === 0) return FALSE;
  const open = unlocked('e', viewer);
  return any([
    all([open, everything(sought, inText)]),
    all([not(open), everything(sought, inTitle)]),
  ]);
}
