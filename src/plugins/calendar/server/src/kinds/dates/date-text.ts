import { clockForms } from './clock-forms';
import { type DateForm, type DateParts, joinParts, noParts } from './date-parts';
import { dayForms, yearlessForms } from './day-forms';
import { relativeForms } from './relative-forms';

const LONGEST_TEXT = 100;
const GAP = /[\s,]*/y;

/** D5.4: what a date text says; undefined for text that is no date. Takes time linear in its (bounded) length. */
export function datePartsOf(text: string, thisYear: number): DateParts | undefined {
  if (text.length === 0 || text.length > LONGEST_TEXT) return undefined;
  const forms = [...dayForms, ...clockForms, ...relativeForms, ...yearlessForms(thisYear)];
  let parts = noParts;
  let at = 0;
  while (at < text.length) {
    const found = nextForm(text, at, forms);
    const more = found?.read(found.words, parts);
    const joined = more && joinParts(parts, more);
    if (!found || !joined) return undefined;
    parts = joined;
    at = skipGap(text, found.end);
  }
  return parts;
}

function nextForm(text: string, at: number, forms: DateForm[]) {
  for (const [pattern, read] of forms) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { read, words: match.groups ?? {}, end: at + match[0].length };
  }
  return undefined;
}

function skipGap(text: string, at: number) {
  GAP.lastIndex = at;
  return at + (GAP.exec(text)?.[0].length ?? 0);
}
