import { LONGEST_COST } from '../params/cost-field';
import { LANGUAGES } from '../settings/languages';
import { text } from '../texts/text';
import { type Found, numbersIn } from './amount';

export type Position = 'prefix' | 'postfix';

/** What a cost's text says, before a language and a site's currency are known. */
export interface ParsedCost {
  kind: 'none' | 'free' | 'words' | 'amounts';
  text: string;
  /** Ascending; for words, the words themselves in lower case with dashes. */
  values: string[];
  amounts: Found[];
  symbol: string;
  position: Position | '';
  /** Whether a blank stands between symbol and number. */
  spaced: boolean;
}

/** Currency signs, codes of two or three capitals, and the written-out ones in common use. */
const SYMBOL = String.raw`(?:[A-Z]{0,3}\p{Sc}|[A-Z]{2,3}(?![\p{L}])|kr\.?|zł|Kč|Ft|lei|лв\.?|руб\.?|Rs\.?|S/\.?|[دجر]\.[إسكمتجأقعبي]\.?|ل\.[لس]\.?)`;
const BEFORE = new RegExp(`(?<![\\p{L}])(${SYMBOL})([\\s\u00a0]*)$`, 'u');
const AFTER = new RegExp(`^([\\s\u00a0]*)(${SYMBOL})(?![\\p{L}])`, 'u');
const BETWEEN = /^[\s\u00a0\-–—−,;|/&+~]*$/u;

/** The word for nothing to pay, in every language. */
const FREE = LANGUAGES.map((language) => text(language, 'free').toLowerCase());

interface Part extends Found {
  symbol: string;
  position: Position | '';
  spaced: boolean;
}

/** A number with the symbol beside it, and the span that both take; `floor` is where the last one ended. */
function partAt(folded: string, number: Found, floor: number): Part {
  const before = BEFORE.exec(folded.slice(floor, number.from));
  if (before) {
    const [all, symbol = '', gap = ''] = before;
    const from = number.from - all.length;
    return { ...number, from, symbol, position: 'prefix', spaced: gap !== '' };
  }
  const after = AFTER.exec(folded.slice(number.to));
  if (!after) return { ...number, symbol: '', position: '', spaced: false };
  const [all, gap = '', symbol = ''] = after;
  return { ...number, to: number.to + all.length, symbol, position: 'postfix', spaced: gap !== '' };
}

function partsOf(folded: string, numbers: Found[]): Part[] {
  const parts: Part[] = [];
  for (const number of numbers) parts.push(partAt(folded, number, parts.at(-1)?.to ?? 0));
  return parts;
}

/** What is left of the text without its amounts: only separators, or the word for free. */
function isOnlyAmounts(folded: string, parts: Part[]): boolean {
  let at = 0;
  let rest = '';
  for (const { from, to } of parts) {
    rest += ` ${folded.slice(at, from)}`;
    at = to;
  }
  rest += ` ${folded.slice(at)}`;
  return BETWEEN.test(withoutFree(rest));
}

const withoutFree = (rest: string) =>
  FREE.reduce((left, word) => left.replace(word, ''), rest.toLowerCase());

const ascending = (values: string[]) =>
  [...new Set(values)].sort((one, other) => Number(one) - Number(other));

const dashed = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

const NO_SYMBOL = { symbol: '', position: '', spaced: false } as const;

/** Spec 4.2 `cost`: amounts with or without a currency, the word for free, or any other words. */
export function parseCost(stored: string | null): ParsedCost {
  const written = (stored ?? '').trim();
  const base = { text: written, values: [], amounts: [], ...NO_SYMBOL };
  if (written === '') return { kind: 'none', ...base };
  if (FREE.includes(written.toLowerCase())) return { ...base, kind: 'free', values: ['free'] };
  const { folded, numbers } = numbersIn(written);
  if (numbers.length === 0 || written.length > LONGEST_COST)
    return { ...base, kind: 'words', values: [dashed(written)] };
  const parts = partsOf(folded, numbers);
  const kept = withFree(folded, parts);
  const values = ascending(kept.map(({ value }) => value));
  const symbols = symbolOf(parts);
  if (!symbols || !isOnlyAmounts(folded, parts)) return { ...base, kind: 'words', values };
  return { ...base, kind: 'amounts', values, amounts: kept, ...symbols };
}

/** `Free – 30$` begins at nothing. */
function withFree(folded: string, parts: Part[]): Found[] {
  const says = FREE.some((word) => folded.toLowerCase().includes(word));
  return says ? [{ shown: '0', value: '0', from: 0, to: 0 }, ...parts] : parts;
}

/** The one symbol of all parts that have one; two different ones: undefined. */
function symbolOf(parts: Part[]): Pick<ParsedCost, 'symbol' | 'position' | 'spaced'> | undefined {
  const marked = parts.filter(({ symbol }) => symbol);
  const [first] = marked;
  if (!first) return NO_SYMBOL;
  const { symbol, position, spaced } = first;
  const alike = marked.every((part) => part.symbol === symbol && part.position === position);
  return alike ? { symbol, position, spaced } : undefined;
}
