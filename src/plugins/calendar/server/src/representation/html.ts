import MarkdownIt from 'markdown-it';
import { BEGINS_AS_HTML, INLINE, safeHtml } from '../params/safe-html';

const OPTIONS = { breaks: true, linkify: false };

const markdown = new MarkdownIt({ ...OPTIONS, html: true });

const markdownOnly = new MarkdownIt({ ...OPTIONS, html: false });

/** Comments and the like, and tags without an end: each time the whole rest is searched for it. */
const ENDLESS = /<(?:[!?]|(?![^<>]*>))/g;

/** No writer has more of them. */
const MOST_ENDLESS = 200;

const rendererOf = (text: string) =>
  (text.match(ENDLESS) ?? []).length > MOST_ENDLESS ? markdownOnly : markdown;

/** D4.11: a description or excerpt as safe HTML; Markdown is rendered, stored HTML comes out as it is. */
export function blockHtml(stored: string | null): string {
  if (!stored) return '';
  const html = BEGINS_AS_HTML.test(stored) ? stored : rendererOf(stored).render(stored);
  return safeHtml(html);
}

/** D4.11: a term's description: words, links and emphasis, no paragraphs. */
export const inlineHtml = (stored: string | null): string =>
  stored ? safeHtml(stored, INLINE) : '';
