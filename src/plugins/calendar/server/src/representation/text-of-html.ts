import { plainText } from '../params/plain-text';

const ENDS_OF_BLOCKS =
  /<(?:br|hr|\/(?:address|article|aside|blockquote|caption|d[dlt]|div|fig\w+|footer|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|table|t[dhr]|ul))\b[^>]*>/gi;

/** Safe HTML as plain text in one line, without markup or entities. */
export const textOfHtml = (html: string): string =>
  plainText(html.replace(ENDS_OF_BLOCKS, '$& ')).replace(/\s+/g, ' ').trim();
