import sanitizeHtml from 'sanitize-html';

/** A `<` before another `<` begins no tag: looked for from each of them, one end would be found again and again. */
const TAG = /<[^<>]*>/g;

/** The text with a blank for each tag; takes time linear in its length, however broken the markup is. */
const withoutTags = (text: string): string => text.replace(TAG, ' ');

/** No writer nests deeper. What the parser does for each tag grows with the number of those that are open. */
const DEEPEST = 200;

class TooDeep extends Error {}

const noMarkup = (html: string) => withoutTags(html).replaceAll('<', '&lt;');

/** As sanitize-html, in time linear in the length: markup that is nested without end is none. */
export function sanitize(html: string, options: sanitizeHtml.IOptions): string {
  let open = 0;
  const onOpenTag = () => {
    open += 1;
    if (open > DEEPEST) throw new TooDeep();
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
const MOST_LAYERS = 8;

/** Without one of them a text holds no tag and no entity. */
const MARKS = /[<&]/;

/** What sanitised HTML says between its tags. */
export const unescaped = (escaped: string): string =>
  escaped.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] as string);

const strip = (text: string): string =>
  unescaped(sanitize(text, { allowedTags: [], allowedAttributes: {} })).trim();

/**
 * D4.11: a title or name as plain UTF-8: markup stripped, entities decoded. What comes out is left
 * alone when it comes in again, so that a record may be sent back as it was read: it is stripped
 * until nothing changes, and of a text that is wrapped without end the signs that wrap it are dropped.
 */
export function plainText(text: string): string {
  if (!MARKS.test(text)) return text.trim();
  let plain = text;
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const inner = strip(plain);
    if (inner === plain) return plain;
    plain = inner;
  }
  return strip(plain.replace(/[<&]/g, ''));
}
