import { unescaped } from '../kinds/text/markup';
import { BLOCK } from '../kinds/text/safe-html';

const LINK = /<a\b[^<>]*\bhref="([^"<>]*)"[^<>]*>([^<>]*)<\/a>/gi;
const ITEM = /<li\b[^<>]*>/gi;
const BREAK = /<(?:br|hr)\b[^<>]*>/gi;
const BLOCK_TAG = new RegExp(`</?(?:${BLOCK.join('|')})\\b[^<>]*>`, 'gi');

/** Where a link leads, unless its words say so. */
const linked = (_: string, href: string, words: string) =>
  words === href || href === `mailto:${words}` ? words : `${words} (${href})`;

/** Safe HTML as plain text: paragraphs are parted by an empty line, links say where they lead. */
export const plainLines = (html: string): string =>
  unescaped(
    html
      .replace(/\s+/g, ' ')
      .replace(LINK, linked)
      .replace(BREAK, '\n')
      .replace(ITEM, '\n- ')
      .replace(BLOCK_TAG, '\n\n')
      .replace(/<[^<>]*>/g, ''),
  )
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^(- [^\n]*)\n\n(?=- )/gm, '$1\n')
    .trim();

const CONTINUATION = 0b1000_0000;

/** The text in at most so many octets of UTF-8, with an ellipsis where something is left out. */
export function cutTo(text: string, octets: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= octets) return text;
  let end = octets - Buffer.byteLength('…');
  while (((bytes[end] ?? 0) & 0b1100_0000) === CONTINUATION) end -= 1;
  return `${bytes.toString('utf8', 0, end).trimEnd()}…`;
}
