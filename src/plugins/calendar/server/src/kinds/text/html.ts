import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import type { IOptions, Transformer } from 'sanitize-html';
import sanitizeHtml from 'sanitize-html';
import type { Language } from '../../settings/languages';

/** D9.7: fields of HTML and Markdown, which are rendered anew for every answer; as they follow in what is searched (D4.7). */
export const RICH_TEXT_FIELDS = ['excerpt', 'description'];

/** A `<` before another `<` begins no tag: looked for from each of them, one end would be found again and again. */
const TAG = /<[^<>]*>/g;

/** The text with a blank for each tag; takes time linear in its length, however broken the markup is. */
const withoutTags = (text: string): string => text.replace(TAG, ' ');

/** No writer nests deeper. What the parser does for each tag grows with the number of those that are open. */
const MAX_DEPTH = 200;

class TooDeep extends Error {}

const noMarkup = (html: string) => withoutTags(html).replaceAll('<', '&lt;');

/** sanitize-html in time linear in the length: of markup nested deeper than `MAX_DEPTH` the tags are dropped first. */
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

/** Nobody escapes a text more often than this. */
const MAX_LAYERS = 8;

/** Without one of them a text holds no tag and no entity. */
const MARKS = /[<&]/;

/** What sanitised HTML says between its tags. */
export const unescapeHtml = (escaped: string): string =>
  escaped.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] as string);

const strip = (text: string): string =>
  unescapeHtml(sanitize(text, { allowedTags: [], allowedAttributes: {} })).trim();

/**
 * D4.11: a title or name as plain UTF-8: markup stripped, entities decoded. What comes out is left
 * alone when it comes in again, so that a record may be sent back as it was read: it is stripped
 * until nothing changes, and of a text that is wrapped without end the signs that wrap it are dropped.
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

/** Blanks, and what is drawn as nothing (joiners, direction marks, fillers, soft hyphens), to the end. */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** A title or name as plain text; one of which nobody sees anything is none. */
export function plainName(text: string): string {
  const plain = plainText(text);
  return INVISIBLE.test(plain) ? '' : plain;
}

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

const NOT_BOLD = /(?:^|;)\s*font-weight\s*:\s*(?:normal|400)\b/i;

/** Google Docs wraps copied text in a `b` that its style, which is not kept, makes not bold. */
const asWritten: Transformer = (tagName, attribs) => ({
  tagName: NOT_BOLD.test(attribs.style ?? '') ? 'span' : tagName,
  attribs,
});

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
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'xml', 'title'],
  transformTags: { b: asWritten, strong: asWritten },
  exclusiveFilter: ({ tag, attribs: { src, srcset, alt } }) =>
    tag === 'img' && !src && !srcset && !alt,
};

/** How a text begins that is HTML and not Markdown. */
const STARTS_WITH_BLOCK = new RegExp(`^\\s*<(${BLOCK.join('|')})[\\s/>]`, 'i');

/** HTML without anything that runs, loads or leads astray; all allowed tags, or only some. */
export const safeHtml = (html: string, allowedTags: string[] = [...INLINE, ...BLOCK]): string =>
  sanitize(html, { ...ALLOWED, allowedTags }).trim();

const CONTAINS_BLOCK = new RegExp(`<(${BLOCK.join('|')})[\\s/>]`, 'i');

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
  if (safe === '' || STARTS_WITH_BLOCK.test(safe)) return safe;
  return CONTAINS_BLOCK.test(safe) ? `<div>${safe}</div>` : paragraphs(safe);
}

const OPTIONS = { breaks: true, linkify: false };

const markdown = new MarkdownIt({ ...OPTIONS, html: true });

const markdownOnly = new MarkdownIt({ ...OPTIONS, html: false });

/** Comments and the like, and tags without an end: each time the whole rest is searched for it. */
const ENDLESS = /<(?:[!?]|(?![^<>]*>))/g;

/** No writer has more of them. */
const MAX_ENDLESS = 200;

const rendererOf = (text: string) =>
  (text.match(ENDLESS) ?? []).length > MAX_ENDLESS ? markdownOnly : markdown;

/** Characters of stored texts and of what they became, together. */
const MAX_KEPT = 8_000_000;

/**
 * Caches rendered texts. Whether one is safe depends on the text alone, so text stored past the rules is still
 * sanitized.
 */
function memoize(render: (stored: string) => string) {
  const known = new LRUCache<string, string>({
    maxSize: MAX_KEPT,
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
export const blockHtml = memoize((stored) =>
  safeHtml(STARTS_WITH_BLOCK.test(stored) ? stored : rendererOf(stored).render(stored)),
);

/** D4.11: a term's description: words, links and emphasis, no paragraphs. */
export const inlineHtml = memoize((stored) => safeHtml(stored, INLINE));

const SEPARATING_TAG = new RegExp(`</?(?:br|${BLOCK.join('|')})\\b[^<>]*>`, 'gi');

/** Safe HTML as people read it, in one line: blocks and line breaks part words, other tags do not. */
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

/** A piece of a page, safe to stand in another. */
export interface Html {
  html: string;
}

type Value = string | number | false | undefined | Html | Html[];

function shown(value: Value): string {
  if (value === false || value === undefined) return '';
  if (Array.isArray(value)) return value.map(shown).join('');
  return typeof value === 'object' ? value.html : escaped(String(value));
}

/** A template in which every text is escaped, so that no value can become markup; false and undefined are nothing. */
export const html = ({ raw }: TemplateStringsArray, ...values: Value[]): Html => ({
  html: String.raw({ raw }, ...values.map(shown)),
});

/** Data between script tags, which browsers run only where they hold a script; no text ends the tag. */
export const jsonScript = (type: string, data: unknown): Html => ({
  html: html`<script type="${type}">`.html
    .concat(JSON.stringify(data).replaceAll('<', String.raw`\u003c`))
    .concat('</script>'),
});

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

/** The path of an address on its host, so that a page works by whatever name the host is called. */
export const pathOf = (address: string) => address.replace(/^\w+:\/\/[^/]*/, '');

/** What a language is called in another one, or by those who speak it. */
export const nameOf = (code: Language, by: Language = code) =>
  new Intl.DisplayNames(by, { type: 'language' }).of(code) ?? code;
