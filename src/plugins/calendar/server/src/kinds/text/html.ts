import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import { unescaped } from './markup';
import { BEGINS_AS_HTML, BLOCK, INLINE, safeHtml } from './safe-html';

const OPTIONS = { breaks: true, linkify: false };

const markdown = new MarkdownIt({ ...OPTIONS, html: true });

const markdownOnly = new MarkdownIt({ ...OPTIONS, html: false });

/** Comments and the like, and tags without an end: each time the whole rest is searched for it. */
const ENDLESS = /<(?:[!?]|(?![^<>]*>))/g;

/** No writer has more of them. */
const MOST_ENDLESS = 200;

const rendererOf = (text: string) =>
  (text.match(ENDLESS) ?? []).length > MOST_ENDLESS ? markdownOnly : markdown;

/** Characters of stored texts and of what they became, together. */
const MOST_KEPT = 8_000_000;

/**
 * The same of a text that was rendered before: whether a text is safe follows from the text alone, so
 * nothing that was stored past the rules is taken for clean.
 */
function remembering(render: (stored: string) => string) {
  const known = new LRUCache<string, string>({
    maxSize: MOST_KEPT,
    sizeCalculation: (html, stored) => html.length + stored.length,
  });
  return (stored: string | null): string => {
    if (!stored) return '';
    const before = known.get(stored);
    if (before !== undefined) return before;
    const html = render(stored);
    known.set(stored, html);
    return html;
  };
}

/** D4.11: a description or excerpt as safe HTML; Markdown is rendered, stored HTML comes out as it is. */
export const blockHtml = remembering((stored) =>
  safeHtml(BEGINS_AS_HTML.test(stored) ? stored : rendererOf(stored).render(stored)),
);

/** D4.11: a term's description: words, links and emphasis, no paragraphs. */
export const inlineHtml = remembering((stored) => safeHtml(stored, INLINE));

const PARTING = new RegExp(`</?(?:br|${BLOCK.join('|')})\\b[^<>]*>`, 'gi');

/** Safe HTML as people read it, in one line: blocks and line breaks part words, other tags do not. */
export const textOfHtml = (html: string): string =>
  unescaped(html.replace(PARTING, ' ').replace(/<[^<>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
