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
