import { all, any, type Condition, condition, not } from './condition';
import { fold } from './fold';
import { type Sight, unlocked } from './sight';

/** One thing to look for; `excluded` ones must not be found. */
export interface Sought {
  text: string;
  excluded: boolean;
}

const PART = /(-?)(?:"([^"]*)"|(\S+))/g;

/** D8.6: `fair "in the park" -rain` → three things. */
export const soughtIn = (search: string): Sought[] =>
  [...search.matchAll(PART)]
    .map(([, minus, phrase, word]) => ({ text: phrase ?? word ?? '', excluded: minus === '-' }))
    .filter(({ text }) => fold(text) !== '');

const pattern = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`;

const like = (expression: string, text: string) =>
  condition(`${expression} LIKE ? ESCAPE '!'`, pattern(text));

const everything = (sought: Sought[], contains: (text: string) => Condition) =>
  all(sought.map(({ text, excluded }) => (excluded ? not(contains(text)) : contains(text))));

const inText = (text: string) => like("COALESCE(e.search_text, '')", fold(text));

const inTitle = (text: string) =>
  any([...new Set([fold(text), text.toLowerCase()])].map((form) => like('LOWER(e.title)', form)));

/** D8.6: every word somewhere in the text of alias `e`; a search without any word finds nothing. */
export function containsWords(search: string): Condition {
  const sought = soughtIn(search);
  return sought.length === 0 ? any([]) : everything(sought, inText);
}

/** D8.6 and D10.7: every word somewhere in the text; in a protected event only the title is looked at. */
export function containsAll(search: string, sight: Sight): Condition {
  const sought = soughtIn(search);
  if (sought.length === 0) return any([]);
  const open = unlocked('e', sight);
  return any([
    all([open, everything(sought, inText)]),
    all([not(open), everything(sought, inTitle)]),
  ]);
}
