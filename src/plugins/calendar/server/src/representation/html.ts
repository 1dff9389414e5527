import MarkdownIt from 'markdown-it';
import sanitize from 'sanitize-html';

const markdown = new MarkdownIt({ html: true, breaks: true, linkify: false });

const INLINE = [
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'br', 'cite', 'code', 'del', 'em', 'i', 'ins', 'kbd', 'mark'],
  ...['q', 's', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u'],
];
const BLOCK = [
  ...['address', 'article', 'aside', 'blockquote', 'caption', 'col', 'colgroup', 'dd', 'details'],
  ...['div', 'dl', 'dt', 'figcaption', 'figure', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['header', 'hr', 'img', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'summary', 'table'],
  ...['tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
];

const ALLOWED: sanitize.IOptions = {
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

const BEGINS_AS_HTML = new RegExp(`^\\s*<(${BLOCK.join('|')})[\\s/>]`, 'i');

/** D4.11: a description or excerpt as safe HTML; Markdown is rendered, stored HTML comes out as it is. */
export function blockHtml(stored: string | null): string {
  if (!stored) return '';
  const html = BEGINS_AS_HTML.test(stored) ? stored : markdown.render(stored);
  return sanitize(html, ALLOWED).trim();
}

/** D4.11: a term's description: words, links and emphasis, no paragraphs. */
export const inlineHtml = (stored: string | null): string =>
  stored ? sanitize(stored, { ...ALLOWED, allowedTags: INLINE }).trim() : '';
