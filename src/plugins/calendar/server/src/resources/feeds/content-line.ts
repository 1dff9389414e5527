import { BLOCK, INLINE, unescapeHtml } from '../../kinds/text/html';

/** RFC 5545 3.1: maximum octets of a line, without its CRLF. */
const MAX_LENGTH = 75;

const CONTINUATION = 0b1000_0000;
const isContinuation = (byte: number | undefined) => ((byte ?? 0) & 0b1100_0000) === CONTINUATION;

/**
 * RFC 5545 3.1: folds a long line into continuation lines that begin with a space, without
 * splitting a UTF-8 character.
 */
function folded(line: string): string {
  const bytes = Buffer.from(line);
  if (bytes.length <= MAX_LENGTH) return line;
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(from + MAX_LENGTH - (from > 0 ? 1 : 0), bytes.length);
    while (to < bytes.length && isContinuation(bytes[to])) to -= 1;
    parts.push(bytes.toString('utf8', from, to));
    from = to;
  }
  return parts.join('\r\n ');
}

const LINE_BREAK = /\r\n?|[\n\u2028\u2029]/g;

/** Control characters, which no value may contain; a line break would begin another property. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g;

/** RFC 5545 3.3.11: escapes a TEXT value. */
const textValue = (text: string) =>
  text
    .replace(LINE_BREAK, '\n')
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replace(CONTROL, '');

const plain = (value: string) => value.replace(LINE_BREAK, ' ').replace(CONTROL, '');

/** RFC 5545 3.2: quotes a parameter value if necessary. Quotation marks cannot be escaped and become apostrophes. */
const parameterValue = (value: string) =>
  /^[\w/+-]*$/.test(value) ? value : `"${plain(value).replaceAll('"', "'")}"`;

type Parameters = Record<string, string | undefined>;

/** RFC 5545 3.1: a folded content line `NAME;PARAMETER=value:value`; empty without a value. */
export function line(name: string, value: string, parameters: Parameters = {}): string[] {
  if (value === '') return [];
  const parameterTexts = Object.entries(parameters).flatMap(([key, given]) =>
    given === undefined ? [] : [`;${key}=${parameterValue(given)}`],
  );
  return [folded(`${name}${parameterTexts.join('')}:${plain(value)}`)];
}

export const textLine = (name: string, text: string, parameters?: Parameters): string[] =>
  line(name, textValue(text), parameters);

/** RFC 5545 3.3.11: a content line with a list of TEXT values. */
export const textsLine = (name: string, texts: string[], parameters?: Parameters): string[] =>
  line(name, texts.map(textValue).join(','), parameters);

/** Joins lines, each of which ends with CRLF, the last one included. */
export const document = (lines: string[]): string => lines.map((each) => `${each}\r\n`).join('');

/** Inline tags that may be inside a link. Word processors wrap a link's text in a `span`, an item's in a `p`. */
const INLINE_TAGS = INLINE.filter((name) => name !== 'a' && name !== 'br').join('|');
const LINK = new RegExp(
  `<a\\b[^<>]*\\bhref="([^"<>]*)"[^<>]*>((?:[^<>]|</?(?:${INLINE_TAGS})\\b[^<>]*>)*)</a>`,
  'gi',
);
const ITEM = /<li\b[^<>]*>(?:\s*<(?:p|div)\b[^<>]*>)*/gi;
const BREAK = /<(?:br|hr)\b[^<>]*>/gi;
const BLOCK_TAG = new RegExp(`</?(?:${BLOCK.join('|')})\\b[^<>]*>`, 'gi');

/** Replaces a link by its text and, unless they are equal, its target. */
const linked = (_: string, href: string, within: string) => {
  const words = within.replace(/<[^<>]*>/g, '');
  return words === href || href === `mailto:${words}` ? words : `${words} (${href})`;
};

/** Converts sanitised HTML to plain text, with empty lines between paragraphs and link targets in parentheses. */
export const htmlToText = (html: string): string =>
  unescapeHtml(
    html
      .replace(/\s+/g, ' ')
      .replace(LINK, linked)
      .replace(BREAK, '\n')
      .replace(ITEM, '\n- ')
      .replace(BLOCK_TAG, '\n\n')
      .replace(/<[^<>]*>/g, ''),
  )
    .split('\n')
    .map((words) => words.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^(- [^\n]*)\n\n(?=- )/gm, '$1\n')
    .trim();

/** Truncates a text to a number of octets in UTF-8, including an ellipsis if anything was cut. */
export function truncateBytes(text: string, octets: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= octets) return text;
  let end = octets - Buffer.byteLength('…');
  while (((bytes[end] ?? 0) & 0b1100_0000) === CONTINUATION) end -= 1;
  return `${bytes.toString('utf8', 0, end).trimEnd()}…`;
}
