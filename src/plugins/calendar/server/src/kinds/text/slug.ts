import slugify from '@sindresorhus/slugify';

/** D4.6: with its suffix a slug has at most this many characters. */
export const LONGEST_SLUG = 200;

const SUFFIX_ROOM = 10;

/** What follows would hardly reach the slug, and spelling takes time that grows with the square of it. */
const MOST_READ = 1000;

const beginning = (text: string) => [...text].slice(0, MOST_READ).join('');

/** Marks that only tell how an Arabic word is spoken, and would split it. */
const ARABIC_MARKS = /[\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
const UNSAFE = /[/?#%\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e]/g;

const shorten = (slug: string) => [...slug].slice(0, LONGEST_SLUG - SUFFIX_ROOM).join('');

/** D4.6: a slug made from a title; `""` when nothing of the title can be spelled. */
export const slugFromTitle = (title: string): string =>
  shorten(slugify(beginning(title).replace(ARABIC_MARKS, '')));

/** D4.6: an explicit slug keeps its script; `""` when nothing is left of it. */
export function cleanSlug(slug: string): string {
  const clean = beginning(slug.trim())
    .normalize('NFC')
    .toLowerCase()
    .replace(UNSAFE, '')
    .trim()
    .replace(/\s+/g, '-');
  return /^\.*$/.test(clean) ? '' : shorten(clean);
}
