import type { Language } from '../../settings/languages';

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
