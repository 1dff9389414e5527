import slugify from '@sindresorhus/slugify';

/** D4.6: with its suffix a slug has at most this many characters. */
const MAX_SLUG_LENGTH = 200;

const SUFFIX_ROOM = 10;

/**
 * Characters of a text that are normalised. Longer texts cannot be a slug or name, and normalising combining marks
 * takes quadratic time.
 */
const MAX_READ = 1024;

const beginning = (text: string) => [...text].slice(0, MAX_READ).join('');

/** Arabic vowel signs and tatweel, which slugify would replace by dashes within a word. */
const ARABIC_MARKS = /[\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
const UNSAFE = /[/?#%\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e]/g;

const shorten = (slug: string) => [...slug].slice(0, MAX_SLUG_LENGTH - SUFFIX_ROOM).join('');

/** D4.6: a slug made from a title; `""` if no character of it can be transliterated. */
export const slugFromTitle = (title: string): string =>
  shorten(slugify(beginning(title).replace(ARABIC_MARKS, '')));

/** Decodes a percent-encoded slug, as WordPress stores and serves those of other scripts. */
function decodedSlug(slug: string): string {
  try {
    return /%[\da-f]{2}/i.test(slug) ? decodeURIComponent(slug) : slug;
  } catch {
    return slug;
  }
}

/** D4.6: an explicit slug keeps its script; `""` when nothing is left of it. */
export function cleanSlug(slug: string): string {
  const clean = beginning(decodedSlug(slug.trim()))
    .normalize('NFC')
    .toLowerCase()
    .replace(UNSAFE, '')
    .trim()
    .replace(/\s+/g, '-');
  return /^\.*$/.test(clean) ? '' : shorten(clean);
}

/** Line breaks and other control characters, with the blanks around them. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp} ]+/gu;

const breaks = (blanks: string) => /[^ ]/.test(blanks);

/** One line without control characters; blanks elsewhere stay, also those that do not break. */
export const oneLine = (text: string): string =>
  text.replace(BREAKS, (found) => (breaks(found) ? ' ' : found)).trim();

const BETWEEN_NUMBERS = new RegExp(`(?<=\\p{Nd})${BREAKS.source}(?=\\p{Nd})`, 'gu');

/** A cost on one line; a comma keeps two numbers two: a blank between them may separate thousands. */
export const oneLineOfCost = (text: string): string =>
  oneLine(text.replace(BETWEEN_NUMBERS, (found) => (breaks(found) ? ', ' : found)));

/** Slugs checked per query. */
const SLUGS_PER_QUERY = 16;

const SUFFIXES = Array.from({ length: SLUGS_PER_QUERY }, (_, at) => at + 1);

/**
 * The suffixes asked for once the first 16 are taken: doubled up to 2 ** 24, as a suffix has room for nine digits
 * (D4.6).
 */
const DOUBLED = Array.from({ length: 20 }, (_, at) => SLUGS_PER_QUERY * 2 ** (at + 1));

/** The suffixes to check next, between one that is taken and one that is free. */
function between(taken: number, free: number): number[] {
  if (free === Number.POSITIVE_INFINITY) return taken === 0 ? SUFFIXES : DOUBLED;
  const step = Math.ceil((free - taken) / (SLUGS_PER_QUERY + 1));
  const steps = Math.ceil((free - taken) / step) - 1;
  return Array.from({ length: steps }, (_, at) => taken + (at + 1) * step);
}

const suffixed = (slug: string, number: number) => (number === 1 ? slug : `${slug}-${number}`);

/** Resolves to those of the slugs that are taken. */
export type TakenSlugs = (slugs: string[]) => Promise<ReadonlySet<string>>;

/**
 * D4.6: the slug itself, or with a free suffix: `-2`, `-3`, … Up to 16 the first free one; beyond, one that follows
 * a taken one, found by doubling and bisecting, with about six queries for 10,000 equal titles.
 */
export async function freeSlug(slug: string, takenOf: TakenSlugs): Promise<string> {
  let [taken, free] = [0, Number.POSITIVE_INFINITY];
  while (free - taken > 1) {
    const numbers = between(taken, free);
    const found = await takenOf(numbers.map((number) => suffixed(slug, number)));
    const first = numbers.findIndex((number) => !found.has(suffixed(slug, number)));
    const before = first === -1 ? numbers.length : first;
    taken = numbers[before - 1] ?? taken;
    free = numbers[first] ?? free;
    if (taken === DOUBLED.at(-1)) throw new Error(`No suffix of "${slug}" is free.`);
  }
  return suffixed(slug, free);
}

/** Replaces Arabic and Persian digits by ASCII ones. */
const asciiDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));

/** Replaces Arabic digits and number separators by ASCII ones. */
export const asciiNumbers = (text: string): string =>
  asciiDigits(text).replaceAll('\u066b', '.').replaceAll('\u066c', ',');

/** Words in lower case joined by dashes, in any script. */
export const dashed = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Combining marks, invisible characters (direction marks, joiners), and the Arabic tatweel. */
const MARKS_AND_INVISIBLE = /[\p{M}\p{Cf}\u0640]/gu;

/** Characters that writers use interchangeably. */
const INTERCHANGEABLE: Record<string, string> = {
  '\u2018': "'", // ‘ ’ ‛ ʼ
  '\u2019': "'",
  '\u201b': "'",
  '\u02bc': "'",
  '\u201c': '"', // “ ” „ « »
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2010': '-', // Hyphen; NFKD turns the non-breaking hyphen into it.
  '\u2012': '-', // ‒ – — ―, and the minus sign
  '\u2013': '-',
  '\u2014': '-',
  '\u2015': '-',
  '\u2212': '-',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd', // Croatian and Vietnamese, like ð of Icelandic: no decomposition separates these strokes.
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i', // Turkish: upper case I is that of both ı and i.
  ς: 'σ', // Lower case has σ within a word and ς at its end, as do the parts of a word that are searched.
  '\u0671': '\u0627', // alif wasla, alif
  '\u0649': '\u064a', // alif maqsura, ya
  '\u06cc': '\u064a', // Persian ya, ya
  '\u0629': '\u0647', // ta marbuta, ha
  '\u06a9': '\u0643', // Persian kaf, kaf
};

const INTERCHANGEABLE_CHARACTER = new RegExp(`[${Object.keys(INTERCHANGEABLE).join('')}]`, 'g');

/**
 * D8.6: plain text folded for searches: lower case, interchangeable characters unified, without accents and Arabic
 * marks, on one line without control characters. Marks are also removed before NFKD, which orders them in quadratic
 * time.
 */
export const fold = (text: string): string =>
  asciiDigits(
    text
      .replace(MARKS_AND_INVISIBLE, '')
      .normalize('NFKD')
      .replace(MARKS_AND_INVISIBLE, '')
      .toLowerCase(),
  )
    .replace(INTERCHANGEABLE_CHARACTER, (sign) => INTERCHANGEABLE[sign] as string)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/**
 * Version mark at the end of every folded text; no folded text contains it. Change it whenever the folding changes:
 * texts with another mark are rebuilt at start.
 */
export const FOLDED = '\u001b';

/**
 * D7.6: a name or slug for comparison: accents count, case does not. A text too long to be one is only
 * lower-cased, and matches none.
 */
export const normalizeName = (text: string): string =>
  (text.length > MAX_READ ? text : text.normalize('NFC')).toLowerCase();
