import { MESSAGES } from '../../messages/t';
import { LANGUAGES } from '../../settings/languages';
import { type Found, numbersIn } from './amount';
import { LONGEST_COST } from './cost-field';

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
/** Stands for an amount in what is left of the text. */
const AMOUNT = '\u0000';
const SEPARATORS = String.raw`[\s,;|/&+~]*`;
/** Blanks on both sides or none before: a dash that only touches the number behind it is a minus. */
const DASH = String.raw`(?:[\-–—−]+|\s*[\-–—−]+\s+)`;
/** Behind the last amount, as in `20,-`. */
const END = String.raw`[\s,;.\-–—−]*$`;
const ONLY_AMOUNTS = new RegExp(
  `^${SEPARATORS}(?:${AMOUNT}(?:(?:${DASH}|${SEPARATORS})(?=${AMOUNT})|${END}))*$`,
  'u',
);

/** The word for nothing to pay, in every language. */
const FREE = LANGUAGES.map((language) => MESSAGES[language].free.toLowerCase());

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

/** Whether the text is amounts, words for free among them, and separators between them. */
function isOnlyAmounts(folded: string, parts: Part[]): boolean {
  let at = 0;
  let left = '';
  for (const { from, to } of parts) {
    left += folded.slice(at, from) + AMOUNT;
    at = to;
  }
  return ONLY_AMOUNTS.test(withAmounts(left + folded.slice(at)));
}

/** The words for free are amounts too. */
const withAmounts = (left: string) =>
  FREE.reduce((text, word) => text.replace(word, AMOUNT), left.toLowerCase());

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
