/** Arabic and Persian digits count like the others. */
export const asciiDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));

/** Marks upon letters, characters that are not seen (direction marks, joiners), and the stretching mark. */
const UNSEEN = /[\p{M}\p{Cf}\u0640]/gu;

/** What writers use for one another. */
const ALIKE: Record<string, string> = {
  '\u2018': "'", // ‘ ’ ‛ ʼ
  '\u2019': "'",
  '\u201b': "'",
  '\u02bc': "'",
  '\u201c': '"', // “ ” „ « »
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2010': '-', // The hyphen proper; the one that does not break becomes it.
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  '\u0671': '\u0627', // alif wasla, alif
  '\u0649': '\u064a', // alif maqsura, ya
  '\u06cc': '\u064a', // Persian ya, ya
  '\u0629': '\u0647', // ta marbuta, ha
  '\u06a9': '\u0643', // Persian kaf, kaf
};

const ONE_OF_ALIKE = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g');

/**
 * D8.6: plain text as it is searched: lower case, one form of what writers use for one another,
 * without accents and Arabic marks, in one line without control characters. Marks go before unfolding
 * too, which would put any number of them in order one by one.
 */
export const fold = (text: string): string =>
  asciiDigits(text.replace(UNSEEN, '').normalize('NFKD').replace(UNSEEN, '').toLowerCase())
    .replace(ONE_OF_ALIKE, (sign) => ALIKE[sign] as string)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/**
 * Ends every stored text that was folded so; no folded text holds it. Whoever changes what is folded,
 * or how, takes another sign, so that texts stored before are found at start and made again.
 */
export const FOLDED = '\u001d';

/** D7.6: a name or slug as it is spelled: accents count, upper and lower case do not. */
export const spelled = (text: string): string => text.normalize('NFC').toLowerCase();
