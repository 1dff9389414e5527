import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import type { IOptions, Transformer } from 'sanitize-html';
import sanitizeHtml from 'sanitize-html';
import { oneLine } from './normalize';

/** D9.7: fields of HTML or Markdown, rendered to HTML when they are served, and to plain text for searches (D4.7). */
export const RICH_TEXT_FIELDS = ['excerpt', 'description'];

/** A tag. It ends before the next `<`: otherwise each `<` without an end would scan the rest of the text. */
const TAG = /<[^<>]*>/g;

/** The text with a blank in place of each tag; takes linear time, however broken the markup is. */
const withoutTags = (text: string): string => text.replace(TAG, ' ');

/** Deeper than any author nests. The parser's work for each tag grows with the number of open tags. */
const MAX_DEPTH = 200;

class TooDeep extends Error {}

const noMarkup = (html: string) => withoutTags(html).replaceAll('<', '&lt;');

/** sanitize-html in linear time: if the markup is nested deeper than `MAX_DEPTH`, its tags are dropped first. */
function sanitize(html: string, options: sanitizeHtml.IOptions): string {
  let open = 0;
  const onOpenTag = () => {
    open += 1;
    if (open > MAX_DEPTH) throw new TooDeep();
  };
  const onCloseTag = () => {
    open -= 1;
  };
  try {
    return sanitizeHtml(html, { ...options, onOpenTag, onCloseTag });
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return sanitizeHtml(noMarkup(html), options);
  }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The layers of escaping that are removed; no author escapes a text more often. */
const MAX_LAYERS = 8;

/** A text without any of these contains no tag and no entity. */
const MARKS = /[<&]/;

/** Decodes the entities that sanitize-html writes. */
export const unescapeHtml = (escaped: string): string =>
  escaped.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] as string);

const strip = (text: string): string =>
  unescapeHtml(sanitize(text, { allowedTags: [], allowedAttributes: {} })).trim();

/**
 * D4.11: a title or name as plain text: tags stripped, entities decoded. The result does not change when it is sent
 * again: stripping repeats until it has no effect; after `MAX_LAYERS` times, the remaining `<` and `&` are dropped.
 */
export function plainText(text: string): string {
  if (!MARKS.test(text)) return text.trim();
  let plain = text;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const inner = strip(plain);
    if (inner === plain) return plain;
    plain = inner;
  }
  return strip(plain.replace(/[<&]/g, ''));
}

/** Matches up to the end: blanks and invisible characters (joiners, direction marks, fillers, soft hyphens). */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** A title or name as plain text on one line; empty if all of its characters are invisible. */
export function plainName(text: string): string {
  const plain = oneLine(plainText(text));
  return INVISIBLE.test(plain) ? '' : plain;
}

/** Tags within a line: links, emphasis and the like. */
export const INLINE = [
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'br', 'cite', 'code', 'del', 'em', 'i', 'ins', 'kbd', 'mark'],
  ...['q', 's', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u'],
];
/** Tags of blocks, and of their parts. */
export const BLOCK = [
  ...['address', 'article', 'aside', 'blockquote', 'caption', 'col', 'colgroup', 'dd', 'details'],
  ...['div', 'dl', 'dt', 'figcaption', 'figure', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['header', 'hr', 'img', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'summary', 'table'],
  ...['tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
];

const NOT_BOLD = /(?:^|;)\s*font-weight\s*:\s*(?:normal|400)\b/i;

/** Makes a `b` that is not bold a `span`: Google Docs wraps copied text in one, with a style that is dropped. */
const asWritten: Transformer = (tagName, attribs) => ({
  tagName: NOT_BOLD.test(attribs.style ?? '') ? 'span' : tagName,
  attribs,
});

/** No `srcset`: its parser takes quadratic time, and prints the whole value for each source that it rejects. */
const ALLOWED: IOptions = {
  allowedTags: [...INLINE, ...BLOCK],
  allowedAttributes: {
    '*': ['class', 'dir', 'lang', 'title'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start', 'reversed'],
    time: ['datetime'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'xml', 'title'],
  transformTags: { b: asWritten, strong: asWritten },
  exclusiveFilter: ({ tag, attribs: { src, alt } }) => tag === 'img' && !src && !alt,
};

/** Matches a text that begins with the tag of a block, which makes it HTML and not Markdown. */
const STARTS_WITH_BLOCK = new RegExp(`^\\s*<(${BLOCK.join('|')})[\\s/>]`, 'i');

/** Sanitized HTML: only allowed tags, attributes and URL schemes, and nothing that runs. */
export const safeHtml = (html: string, allowedTags: string[] = [...INLINE, ...BLOCK]): string =>
  sanitize(html, { ...ALLOWED, allowedTags }).trim();

/** Tags that end a paragraph; a picture can be within one. */
const APART = new Set(BLOCK.filter((name) => name !== 'img'));

export const CONTAINS_APART = new RegExp(`<(${[...APART].join('|')})[\\s/>]`, 'i');

/** Tags without an end. */
const VOID = ['br', 'col', 'embed', 'hr', 'img', 'input', 'source', 'track', 'wbr'];

const NAMED_TAG = /<(\/?)([a-z][a-z\d]*)\b[^<>]*>/gi;

/** The HTML with what is outside of its blocks, text and tags within a line, rendered. */
export function withRendered(html: string, render: (run: string) => string): string {
  const parts: string[] = [];
  let [from, depth, isBlock] = [0, 0, false];
  const endAt = (to: number) => {
    const part = html.slice(from, to);
    parts.push(isBlock || part.trim() === '' ? part : render(part.trim()));
    from = to;
  };
  for (const { 0: tag, 1: slash, 2: named = '', index } of html.matchAll(NAMED_TAG)) {
    const name = named.toLowerCase();
    if (depth === 0 && !slash && APART.has(name)) {
      endAt(index);
      isBlock = true;
    }
    if (!VOID.includes(name)) depth = Math.max(depth + (slash ? -1 : 1), 0);
    if (depth > 0 || !isBlock) continue;
    endAt(index + tag.length);
    isBlock = false;
  }
  endAt(html.length);
  return parts.join('');
}

const OPTIONS = { breaks: true, linkify: false };

const markdown = new MarkdownIt({ ...OPTIONS, html: true });

const markdownOnly = new MarkdownIt({ ...OPTIONS, html: false });

/** Comments, declarations and tags without an end: for each of them the parser scans the rest of the text. */
const ENDLESS = /<(?:[!?]|(?![^<>]*>))/g;

/** More than any author uses; beyond that, HTML in Markdown is escaped instead of parsed. */
const MAX_ENDLESS = 200;

const rendererOf = (text: string) =>
  (text.match(ENDLESS) ?? []).length > MAX_ENDLESS ? markdownOnly : markdown;

/** The most characters in a cache: stored texts and the HTML made of them, together. */
const MAX_KEPT = 8_000_000;

/** Caches rendered texts by stored text, on which alone they depend. Rendering sanitizes whatever is stored. */
function memoize(render: (stored: string) => string) {
  const known = new LRUCache<string, string>({
    maxSize: MAX_KEPT,
    sizeCalculation: (html, stored) => html.length + stored.length,
    memoMethod: (stored) => render(stored),
  });
  return (stored: string | null): string => (stored ? known.memo(stored) : '');
}

const renderMarkdown = (text: string) => rendererOf(text).render(text);

/** D4.11: a description or excerpt as safe HTML; Markdown is rendered, also next to stored blocks. */
export const blockHtml = memoize((stored) =>
  safeHtml(
    STARTS_WITH_BLOCK.test(stored) ? withRendered(stored, renderMarkdown) : renderMarkdown(stored),
  ),
);

/** D4.11: a term's description as safe HTML with inline tags only. */
export const inlineHtml = memoize((stored) => safeHtml(stored, INLINE));

const SEPARATING_TAG = new RegExp(`</?(?:br|${BLOCK.join('|')})\\b[^<>]*>`, 'gi');

/** Safe HTML as one line of text: blocks and line breaks become blanks, other tags are dropped. */
export const htmlToLine = (html: string): string =>
  unescapeHtml(html.replace(SEPARATING_TAG, ' ').replace(/<[^<>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** HTML that `html` inserts without escaping it. */
export interface Html {
  html: string;
}

type Value = string | number | false | undefined | Html | Html[];

function shown(value: Value): string {
  if (value === false || value === undefined) return '';
  if (Array.isArray(value)) return value.map(shown).join('');
  return typeof value === 'object' ? value.html : escaped(String(value));
}

/** A template that escapes all texts, so that no value can become markup; false and undefined are left out. */
export const html = ({ raw }: TemplateStringsArray, ...values: Value[]): Html => ({
  html: String.raw({ raw }, ...values.map(shown)),
});

/** A script element with JSON-LD. It escapes `<`, so that no text can end the element. */
export const jsonLdScript = (data: unknown): Html => ({
  html: `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`,
});

/** The path of a URL, so that the links of a page work under any name of the host. */
export const pathOf = (address: string) => address.replace(/^\w+:\/\/[^/]*/, '');
