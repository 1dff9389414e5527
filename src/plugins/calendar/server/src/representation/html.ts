import MarkdownIt from 'markdown-it';
import { BEGINS_AS_HTML, INLINE, safeHtml } from '../params/safe-html';

const markdown = new MarkdownIt({ html: true, breaks: true, linkify: false });

/** D4.11: a description or excerpt as safe HTML; Markdown is rendered, stored HTML comes out as it is. */
export function blockHtml(stored: string | null): string {
  if (!stored) return '';
  const html = BEGINS_AS_HTML.test(stored) ? stored : markdown.render(stored);
  return safeHtml(html);
}

/** D4.11: a term's description: words, links and emphasis, no paragraphs. */
export const inlineHtml = (stored: string | null): string =>
  stored ? safeHtml(stored, INLINE) : '';
