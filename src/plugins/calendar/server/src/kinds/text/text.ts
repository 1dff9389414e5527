import { z } from 'zod';
import { isHttpUrl, safeUrl } from '../../settings/addresses';
import { type FieldKind, InvalidValue, type Kind, oneText } from '../kind';
import {
  blockHtml,
  CONTAINS_APART,
  INLINE,
  plainName,
  plainText,
  safeHtml,
  inlineHtml as servedInline,
  withRendered,
} from './html';
import { oneLineOfCost } from './normalize';

/** The length of Strapi's `string` columns. */
export const MAX_LINE_LENGTH = 255;
/** URLs and street addresses are stored in `text` columns. */
const MAX_ADDRESS_LENGTH = 8192;

/** A text, or a number as text. Throws InvalidValue for anything else. */
export function sentText(sent: unknown): string {
  if (typeof sent === 'number' && Number.isFinite(sent)) return String(sent);
  if (typeof sent !== 'string') throw new InvalidValue('not_text');
  return sent;
}

const atMost = (text: string, longest: number): string => {
  if (text.length > longest) throw new InvalidValue('too_long', { longest });
  return text;
};

/** The values of a text column. */
const stored = z.string();

/** How many times longer than its plain text a text with entities and markup may be. */
const WRAPPING = 32;

/** Plain text of at most `longest` characters. Much longer input is refused before its markup is parsed. */
function plainAtMost(text: string, longest: number): string {
  if (text.length > WRAPPING * longest) throw new InvalidValue('too_long', { longest });
  return atMost(plainText(text), longest);
}

/** A title or name: non-empty plain text on one line. */
export const name: FieldKind<string> = {
  schema: z.string().min(1).max(MAX_LINE_LENGTH),
  stored,
  read(sent) {
    const text = plainName(plainAtMost(sentText(sent), MAX_LINE_LENGTH));
    if (text === '') throw new InvalidValue('not_empty');
    return text;
  },
};

/** Plain text on one line, without control characters. */
const lineAtMost = (text: string, longest: number): string =>
  plainAtMost(text, longest)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** One line of plain text; `""` clears it. */
export const line: FieldKind<string> = {
  schema: z.string().max(MAX_LINE_LENGTH),
  stored,
  read: (sent) => lineAtMost(sentText(sent), MAX_LINE_LENGTH),
};

/** D4.13: an external id or source, trimmed but otherwise unchanged; `""` clears it. */
export const identifier: FieldKind<string | null> = {
  schema: z.string().max(MAX_LINE_LENGTH),
  stored,
  read: (sent) => atMost(sentText(sent).trim(), MAX_LINE_LENGTH) || null,
};

/** D4.13: an external id or source by which a record is looked up; `""` is refused. */
export const identifierText: Kind<string> = {
  schema: z.string().min(1).max(MAX_LINE_LENGTH),
  read: (sent) => atMost(oneText(sent).trim(), MAX_LINE_LENGTH),
};

/** D4.9: one line of plain text in a `text` column; `""` clears it. */
export const longLine: FieldKind<string> = {
  schema: z.string().max(MAX_ADDRESS_LENGTH),
  stored,
  read: (sent) => lineAtMost(sentText(sent), MAX_ADDRESS_LENGTH),
};

/** Plain text of any length, as it was sent; `""` clears it. */
export const text: FieldKind<string> = { schema: z.string(), stored, read: sentText };

/** Also after a `br`, as PHP's `nl2br` writes it. */
const LINE_END = /(?:<br \/>[ \t]*)?\n/g;

const paragraphs = (html: string): string =>
  html
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `<p>${part.replace(LINE_END, '<br />')}</p>`)
    .join('\n');

/**
 * D4.11: the HTML to store for a sent description: sanitized; text outside of blocks becomes paragraphs, so that
 * nothing is read as Markdown.
 */
export function storedHtml(sent: string): string {
  const render = (run: string) =>
    CONTAINS_APART.test(run) ? `<div>${run}</div>` : paragraphs(run);
  return withRendered(safeHtml(sent.replace(/\r\n?/g, '\n')), render);
}

/** D4.11: HTML, or plain text that becomes paragraphs; `""` clears it. */
export const html: FieldKind<string> = {
  schema: z.string(),
  stored,
  serialize: blockHtml,
  read: (sent) => storedHtml(sentText(sent)),
};

/** D4.11: a term's description, with inline tags only; `""` clears it. */
export const inlineHtml: FieldKind<string> = {
  schema: z.string(),
  stored,
  serialize: servedInline,
  read: (sent) => safeHtml(sentText(sent), INLINE),
};

/** D4.6: `""` asks for a new slug. */
export const slug: FieldKind<string> = {
  schema: z.string(),
  stored,
  read: (sent) => sentText(sent).trim(),
};

const UNSEEN = /[\s\p{Cf}]/u;

/** Without blanks and invisible characters around it, such as the direction marks of a copied address. */
export function bare(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && UNSEEN.test(text.charAt(from))) from += 1;
  while (to > from && UNSEEN.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Reads an absolute http(s) URL or `""`. Throws InvalidValue for anything else. */
export function readUrl(sent: unknown): string {
  const text = atMost(bare(sentText(sent)), MAX_ADDRESS_LENGTH);
  if (text !== '' && !isHttpUrl(text)) throw new InvalidValue('not_address');
  return text;
}

/** An absolute http(s) URL; `""` clears it. */
export const httpUrl: FieldKind<string> = {
  schema: z
    .string()
    .regex(/^(https?:\/\/\S+)?$/)
    .max(MAX_ADDRESS_LENGTH),
  stored,
  serialize: safeUrl,
  read: readUrl,
};

const mail = z.email();

/** An e-mail address; `""` clears it. */
export const email = {
  schema: z.union([mail.max(MAX_LINE_LENGTH), z.literal('')]),
  stored,
  read(sent: unknown) {
    const text = atMost(bare(sentText(sent)), MAX_LINE_LENGTH);
    if (text === '') return null;
    if (!mail.safeParse(text).success) throw new InvalidValue('not_email');
    return text;
  },
} satisfies FieldKind<string | null>;

/** `#1a7f64`; `""` clears it. */
export const color: FieldKind<string | null> = {
  schema: z.string().regex(/^(#[0-9a-fA-F]{6})?$/),
  stored,
  read(sent) {
    const text = sentText(sent).trim();
    if (text !== '' && !/^#[0-9a-f]{6}$/i.test(text)) throw new InvalidValue('not_color');
    return text === '' ? null : text;
  },
};

/** The code of a currency (ISO 4217); `""` means the site's. */
export const currencyCode = {
  schema: z.string().regex(/^([A-Z]{3})?$/),
  stored,
  read(sent: unknown) {
    const code = sentText(sent).trim();
    if (code !== '' && !/^[A-Z]{3}$/.test(code)) throw new InvalidValue('not_currency');
    return code === '' ? null : code;
  },
} satisfies FieldKind<string | null>;

/** A slug by which records are looked up. */
export const slugText: Kind<string> = { schema: z.string().min(1), read: oneText };

/** D8.6: words, "phrases" and -exclusions, as written. */
export const search: Kind<string> = {
  schema: z.string().min(1),
  bounds: ({ search: most }) => ({ maxLength: most }),
  read(sent, { settings }) {
    const written = oneText(sent);
    const most = settings.limits.search;
    if ([...written].length > most) throw new InvalidValue('search_too_long', { most });
    return written;
  },
};

/** D10.7: the password of a protected event; not trimmed. */
export const password: Kind<string> = {
  schema: z.string(),
  read(sent) {
    if (typeof sent !== 'string') throw new InvalidValue('not_one_value');
    return sent;
  },
};

/** Spec 2: the longest text of a cost. */
export const MAX_COST_LENGTH = 500;

/** Spec 2: a cost on one line: a number, a text, or a list of them; `""` and `[]` clear it. */
export const cost: FieldKind<string> = {
  schema: z.union([
    z.string().max(MAX_COST_LENGTH),
    z.number(),
    z.array(z.union([z.string(), z.number()]).meta({ type: ['string', 'number'] })),
  ]),
  stored,
  read(sent) {
    const parts = Array.isArray(sent) ? sent : [sent];
    const texts = parts.map((part) => oneLineOfCost(plainAtMost(sentText(part), MAX_COST_LENGTH)));
    return atMost(texts.filter(Boolean).join(', '), MAX_COST_LENGTH);
  },
};
