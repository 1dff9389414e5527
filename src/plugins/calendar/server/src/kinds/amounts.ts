import { asciiNumbers } from './text/normalize';

/** A space is a thousands separator before groups of three digits; otherwise it separates amounts (`5,50 7,50`). */
const THOUSANDS = String.raw`[1-9]\d{0,2}([ \u00a0\u2007\u2009\u202f])\d{3}(?:\1\d{3})*(?!\d)(?:[.,]\d+)?`;

/**
 * A fraction without its zero: `$.50`; neither `Rs.50`, whose point ends the abbreviation, nor the comma in `5€,10€`.
 */
const FRACTION = String.raw`(?<=^|(?<!\d\s?)\p{Sc}|[\-–—−] |(?:^|[\s(])[\-–—−])[.,]\d{1,2}(?!\d)`;

/** `1e21`; not `5e-10e`, where the letter stands for euros. */
const SCIENTIFIC = String.raw`\d+(?:[.,'’]\d+)*[eE][+\-]?\d+(?![\d\p{L}])`;

/** Digits in groups, with separators between them. */
const NUMBER = new RegExp(
  String.raw`${SCIENTIFIC}|${THOUSANDS}|\d+(?:[.,'’]\d+)*|${FRACTION}`,
  'gu',
);

/** A number in a text. */
export interface Found {
  /** As written, digits folded. */
  shown: string;
  /** As a number: digits and at most one point. */
  value: string;
  /** Start and end in the folded text. */
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
  return trimmed(groups ? digits(written) : `${digits(whole) || '0'}.${digits(rest)}`);
}

const isThousand = (whole: string, separator: string, rest: string) =>
  separator === ',' && rest.length === 3 && !/^0+$/.test(whole);

/** Currencies with a thousand parts, and symbols that may be theirs: those of dinars and of the rial of Oman. */
const IN_THOUSANDTHS = /\p{Script=Arabic}|^(?:BHD|IQD|JOD|KWD|LYD|OMR|TND|[BIJKL]D|DT|RO)$/u;

/** `1.200` is 1200 in euros, and stays in currencies with a thousand parts or if the currency is not known. */
export const inCurrency = (number: Found, symbol = ''): Found =>
  symbol && !IN_THOUSANDTHS.test(symbol) && /^[1-9]\d{0,2}\.\d{3}$/.test(number.shown)
    ? { ...number, value: number.value.replace('.', '') }
    : number;

const trimmed = (number: string) => number.replace(/^0+(?=\d)/, '');

/** Two separators or more. */
const SEPARATED = /^\d+(?:[.,'’]\d+){2,}$/;

/** One number: equal thousands separators, in groups of three or Indian groups, and another decimal separator. */
const GROUPED =
  /^(?:(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?|(?:\d{1,3}(?:\.\d{3})+|\d{1,2}(?:\.\d{2})+\.\d{3})(?:,\d+)?|\d{1,3}(?:['’]\d{3})+(?:[.,]\d+)?)$/;

/**
 * A comma between amounts. Before `000` or `050` it separates thousands, since no amount begins so.
 */
const BETWEEN_AMOUNTS = /,(?!0\d\d(?!\d))/;

/**
 * Splits a match that is several numbers: amounts by commas (`10,20,30`, `5.50,7.50`), dates by points (`1.2.2027`).
 */
function groupedAt(shown: string, from: number): Found[] {
  const isOne = !SEPARATED.test(shown) || GROUPED.test(shown);
  const parts = isOne ? [] : shown.split(shown.includes(',') ? BETWEEN_AMOUNTS : /[.'’]/);
  if (parts.length < 2)
    return [{ shown, value: plainNumber(shown), from, to: from + shown.length }];
  let at = from;
  return parts.flatMap((part) => {
    const found = groupedAt(part, at);
    at += part.length + 1;
    return found;
  });
}

/** Spec 4.2 `cost`: the folded text, and its numbers in order; numbers in exponent notation are left out. */
export function numbersIn(text: string): { folded: string; numbers: Found[] } {
  const folded = asciiNumbers(text);
  const found = [...folded.matchAll(NUMBER)].flatMap(({ 0: shown, index }) =>
    groupedAt(shown, index),
  );
  return { folded, numbers: found.filter(({ shown }) => !/e/i.test(shown)) };
}
