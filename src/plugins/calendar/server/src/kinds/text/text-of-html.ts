import { unescaped } from './plain-text';
import { BLOCK } from './safe-html';

const PARTING = new RegExp(`</?(?:br|${BLOCK.join('|')})\\b[^<>]*>`, 'gi');

/** Safe HTML as people read it, in one line: blocks and line breaks part words, other tags do not. */
export const textOfHtml = (html: string): string =>
  unescaped(html.replace(PARTING, ' ').replace(/<[^<>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
