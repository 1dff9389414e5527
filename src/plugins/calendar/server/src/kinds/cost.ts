import { z } from 'zod';
import { MESSAGES } from '../messages/t';
import { LANGUAGES, type Language } from '../settings/languages';
import type { Settings } from '../settings/settings';
import { type Found, inCurrency, numbersIn } from './amounts';
import { dashed } from './text/normalize';
import { MAX_COST_LENGTH } from './text/text';

type Position = 'prefix' | 'postfix';

/** A parsed cost, independent of language and of the site's currency. */
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
/** Placeholder for an amount when the rest of the text is examined. */
const AMOUNT = '\u0000';
const SEPARATORS = String.raw`[\s,;،؛|/&+~]*`;
/** A dash between amounts. One after a space that touches the next number is a minus instead. */
const DASH = String.raw`(?:[\-–—−]+|\s*[\-–—−]+\s+)`;
/** What may follow the last amount, as in `20,-`. */
const END = String.raw`[\s,;،؛.\-–—−]*$`;
const ONLY_AMOUNTS = new RegExp(
  `^${SEPARATORS}(?:${AMOUNT}(?:(?:${DASH}|${SEPARATORS})(?=${AMOUNT})|${END}))*$`,
  'u',
);

/** The words for "free" in every language, with their other forms (`gratuite`). */
const FREE = LANGUAGES.flatMap((language) => {
  const { free, free_forms } = MESSAGES[language];
  return [free, ...free_forms.split(', ')].map((word) => word.toLowerCase());
});

const LETTER = String.raw`[\p{L}\p{M}]`;
const HYPHEN = '[-‐‑]?';

/** The same as words of their own: not `freestyle`, nor `gluten-free`. */
const FREE_WORDS = FREE.map(
  (word) => new RegExp(`(?<!${LETTER}${HYPHEN})${word}(?!${HYPHEN}${LETTER})`, 'u'),
);

interface Part extends Found {
  symbol: string;
  position: Position | '';
  spaced: boolean;
}

/** A number with its adjacent symbol and the span of both. `floor`: the end of the previous part. */
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

/** Whether the text consists of amounts (words for "free" included) and separators only. */
function isOnlyAmounts(folded: string, parts: Part[]): boolean {
  let at = 0;
  let left = '';
  for (const { from, to } of parts) {
    left += folded.slice(at, from) + AMOUNT;
    at = to;
  }
  return ONLY_AMOUNTS.test(withAmounts(left + folded.slice(at)));
}

/** Replaces words for "free" by the placeholder of an amount. */
const withAmounts = (left: string) =>
  FREE_WORDS.reduce((text, word) => text.replace(word, AMOUNT), left.toLowerCase());

const ascending = (values: string[]) =>
  [...new Set(values)].sort((one, other) => Number(one) - Number(other));

/**
 * Direction marks, which Arabic, Persian and Hebrew put around a minus and a currency, and programs around what is
 * copied.
 */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const NO_SYMBOL = { symbol: '', position: '', spaced: false } as const;

/** Spec 4.2 `cost`: amounts with or without a currency, the word for free, or any other words. */
export function parseCost(stored: string | null): ParsedCost {
  const written = (stored ?? '').trim();
  const base = { text: written, values: [], amounts: [], ...NO_SYMBOL };
  if (written === '') return { kind: 'none', ...base };
  const read = written.replace(MARKS, '');
  if (FREE.includes(read.toLowerCase())) return { ...base, kind: 'free', values: ['free'] };
  const { folded, numbers } = numbersIn(read);
  if (numbers.length === 0 || written.length > MAX_COST_LENGTH)
    return { ...base, kind: 'words', values: [dashed(written)] };
  const parts = partsOf(folded, numbers);
  const symbols = symbolOf(parts);
  const kept = withFree(folded, parts).map((part) => inCurrency(part, symbols?.symbol));
  const values = ascending(kept.map((part) => signed(folded, part)));
  if (!symbols || !isOnlyAmounts(folded, parts)) return { ...base, kind: 'words', values };
  return { ...base, kind: 'amounts', values, amounts: kept, ...symbols };
}

/** Text before a negative number: `-5`, `$-5`, `10 -5`. */
const MINUS = /^\s*\p{Sc}?\s*[-–—−]\s*$|[\s(][-–—−]$/u;

const signed = (folded: string, { from, value }: Found) =>
  MINUS.test(folded.slice(0, from)) ? `-${value}` : value;

/** Adds 0 for a word for "free", as in `Free – 30$`. */
function withFree(folded: string, parts: Part[]): Found[] {
  const isFree = FREE_WORDS.some((word) => word.test(folded.toLowerCase()));
  return isFree ? [{ shown: '0', value: '0', from: 0, to: 0 }, ...parts] : parts;
}

/** The symbol shared by all parts that have one; undefined when they differ. */
function symbolOf(parts: Part[]): Pick<ParsedCost, 'symbol' | 'position' | 'spaced'> | undefined {
  const marked = parts.filter(({ symbol }) => symbol);
  const [first] = marked;
  if (!first) return NO_SYMBOL;
  const { symbol, position, spaced } = first;
  const alike = marked.every((part) => part.symbol === symbol && part.position === position);
  return alike ? { symbol, position, spaced } : undefined;
}

/** Spec 4.2 `cost_details`. */
export const CostDetails = z.object({
  currency_symbol: z.string(),
  currency_code: z.string(),
  currency_position: z.enum(['prefix', 'postfix', '']),
  values: z.array(z.string()),
});
export type CostDetails = z.infer<typeof CostDetails>;

interface Currency {
  symbol: string;
  position: Position;
}

/** The event's own currency, for a cost without a symbol. */
export interface EventCurrency {
  currency_symbol: string | null;
  currency_code: string | null;
  currency_position: Position | null;
}

const symbolsOfCodes = new Map<string, string>();

/** The symbol of an ISO 4217 code that distinguishes it from others: `€`, `A$`, `SEK`. */
function symbolOfCode(currency: string): string {
  const known = symbolsOfCodes.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const parts = format.formatToParts(0);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  symbolsOfCodes.set(currency, symbol);
  return symbol;
}

/** The symbol in the event's text or fields, otherwise that of its code unless it is the site's. */
function ownSymbol(parsed: ParsedCost, own: EventCurrency, site: Settings['currency']): string {
  const { currency_symbol: symbol, currency_code: code } = own;
  if (parsed.symbol || symbol) return parsed.symbol || String(symbol);
  return code && code !== site.code ? symbolOfCode(code) : '';
}

const currencyOf = (
  parsed: ParsedCost,
  own: EventCurrency,
  site: Settings['currency'],
): Currency => ({
  symbol: ownSymbol(parsed, own, site) || site.symbol,
  position: parsed.position || own.currency_position || site.position,
});

/** The currency in the event's text or fields; clients take an empty one as the site's. */
const ownCurrency = (
  parsed: ParsedCost,
  own: EventCurrency,
  site: Settings['currency'],
): Omit<CostDetails, 'values'> => ({
  currency_symbol: ownSymbol(parsed, own, site),
  currency_code: own.currency_code ?? '',
  currency_position: parsed.position || own.currency_position || '',
});

function money({ shown, value }: Found, { symbol, position }: Currency, gap: string) {
  if (Number(value) === 0) return undefined;
  return position === 'prefix' ? `${symbol}${gap}${shown}` : `${shown}${gap}${symbol}`;
}

function amountsText(parsed: ParsedCost, currency: Currency, language: Language): string {
  const sorted = [...parsed.amounts].sort((one, other) => Number(one.value) - Number(other.value));
  const needsGap = parsed.spaced || !parsed.symbol;
  const gap = needsGap && /\p{L}/u.test(currency.symbol) ? ' ' : '';
  const [least, most] = [sorted[0], sorted.at(-1)];
  const ends = Number(least?.value) === Number(most?.value) ? [least] : [least, most]; // `5,00` is `5`.
  return ends
    .map((amount) => amount && (money(amount, currency, gap) ?? MESSAGES[language].free))
    .join(' – ');
}

/** The currency in `cost_details` of costs without amounts. */
export const NO_CURRENCY = {
  currency_symbol: '',
  currency_code: '',
  currency_position: '',
} as const;

/** Spec 4.2 `cost` and `cost_details`, in a language; a bare amount takes the event's or the site's currency. */
export function presentCost(
  stored: string | null,
  own: EventCurrency,
  { language, site }: { language: Language; site: Settings['currency'] },
): { cost: string; cost_details: CostDetails } {
  const parsed = parseCost(stored);
  const { kind, values } = parsed;
  if (kind !== 'amounts') {
    const cost = kind === 'free' ? MESSAGES[language].free : parsed.text;
    return { cost, cost_details: { ...NO_CURRENCY, values } };
  }
  const currency = currencyOf(parsed, own, site);
  return {
    cost: amountsText(parsed, currency, language),
    cost_details: { ...ownCurrency(parsed, own, site), values },
  };
}
