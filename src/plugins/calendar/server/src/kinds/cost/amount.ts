import { asciiDigits } from '../text/ascii-digits';

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
