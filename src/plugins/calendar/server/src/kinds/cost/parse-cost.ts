import { z } from 'zod';
import { MESSAGES } from '../../messages/t';
import { LANGUAGES } from '../../settings/languages';
import type { Kind } from '../kind';
import { asciiDigits } from '../text/fold';
import { atMost, plainAtMost, sentText } from '../text/text';

/** The separators of Arabic numbers become ours, like their digits. */
const foldDigits = (text: string) =>
  asciiDigits(text).replaceAll('\u066b', '.').replaceAll('\u066c', ',');

/** A blank parts thousands before three digits; before any others it parts amounts (`5,50 7,50`). */
const THOUSANDS = String.raw`[1-9]\d{0,2}([ \u00a0\u2007\u2009\u202f])\d{3}(?:\1\d{3})*(?!\d)(?:[.,]\d+)?`;

/** Digits in groups, with separators between them. */
const NUMBER = new RegExp(String.raw`${THOUSANDS}|\d+(?:[.,'’]\d+)*`, 'g');

export interface Found {
  /** As written, digits folded. */
  shown: string;
  /** As a number: digits and at most one point. */
  value: string;
  /** Where it stands in the folded text. */
  from: number;
  to: number;
}

/** `1,234.56` → `1234.56`; `5,50` → `5.50`; `1,234` and `1 234` → `1234`; `1.500` stays (dinars have 1000 parts). */
function plainNumber(written: string): string {
  const separators = [...written.replace(/\d/g, '')];
  const last = separators.at(-1);
  if (!last) return trimmed(written);
  const at = written.lastIndexOf(last);
  const [whole, rest] = [written.slice(0, at), written.slice(at + 1)];
  const onlyKind = separators.every((separator) => separator === last);
  const groups =
    /['’\s]/.test(last) || (onlyKind && (separators.length > 1 || isThousand(whole, last, rest)));
  const digits = (text: string) => text.replace(/\D/g, '');
  return trimmed(groups ? digits(written) : `${digits(whole)}.${digits(rest)}`);
}

const isThousand = (whole: string, separator: string, rest: string) =>
  separator === ',' && rest.length === 3 && !/^0+$/.test(whole);

const trimmed = (number: string) => number.replace(/^0+(?=\d)/, '');

/** Spec 4.2 `cost`: the numbers of a text, in their order, with the folded text itself. */
export function numbersIn(text: string): { folded: string; numbers: Found[] } {
  const folded = foldDigits(text);
  const numbers = [...folded.matchAll(NUMBER)].map(({ 0: shown, index }) => ({
    shown,
    value: plainNumber(shown),
    from: index,
    to: index + shown.length,
  }));
  return { folded, numbers };
}

/** Spec 2: what is longer says no amounts. */
export const LONGEST_COST = 500;

/** Spec 2: a cost as it should be read: a number, a text, or several of them; `""` and `[]` clear it. */
export const cost: Kind<string> = {
  meaning: z.union([
    z.string().max(LONGEST_COST),
    z.number(),
    z.array(z.union([z.string(), z.number()]).meta({ type: ['string', 'number'] })),
  ]),
  read(sent) {
    const parts = Array.isArray(sent) ? sent : [sent];
    const texts = parts.map((part) => plainAtMost(sentText(part), LONGEST_COST));
    return atMost(texts.filter(Boolean).join(', '), LONGEST_COST);
  },
};

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
