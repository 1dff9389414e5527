import type { IOptions } from 'sanitize-html';
import { sanitize } from './markup';

/** Words, links and emphasis. */
export const INLINE = [
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'br', 'cite', 'code', 'del', 'em', 'i', 'ins', 'kbd', 'mark'],
  ...['q', 's', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u'],
];
/** What stands on lines of its own. */
export const BLOCK = [
  ...['address', 'article', 'aside', 'blockquote', 'caption', 'col', 'colgroup', 'dd', 'details'],
  ...['div', 'dl', 'dt', 'figcaption', 'figure', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['header', 'hr', 'img', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'summary', 'table'],
  ...['tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
];

const ALLOWED: IOptions = {
  allowedTags: [...INLINE, ...BLOCK],
  allowedAttributes: {
    '*': ['class', 'dir', 'lang', 'title'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'srcset', 'alt', 'width', 'height', 'loading'],
    ol: ['start', 'reversed'],
    time: ['datetime'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
};

/** How a text begins that is HTML and not Markdown. */
export const BEGINS_AS_HTML = new RegExp(`^\\s*<(${BLOCK.join('|')})[\\s/>]`, 'i');

/** HTML without anything that runs, loads or leads astray; all allowed tags, or only some. */
export const safeHtml = (html: string, allowedTags: string[] = [...INLINE, ...BLOCK]): string =>
  sanitize(html, { ...ALLOWED, allowedTags }).trim();

const HOLDS_BLOCKS = new RegExp(`<(${BLOCK.join('|')})[\\s/>]`, 'i');

const paragraphs = (html: string): string =>
  html
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `<p>${part.replace(/\r?\n/g, '<br />')}</p>`)
    .join('\n');

/** D4.11: a sent description as it is stored: safe HTML that begins with a block; plain text gets paragraphs. */
export function storedHtml(sent: string): string {
  const safe = safeHtml(sent.replace(/\r\n?/g, '\n'));
  if (safe === '' || BEGINS_AS_HTML.test(safe)) return safe;
  return HOLDS_BLOCKS.test(safe) ? `<div>${safe}</div>` : paragraphs(safe);
}
