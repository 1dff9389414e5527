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

type Value = string | Html | Html[];

function shown(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  return Array.isArray(value) ? value.map(shown).join('') : value.html;
}

/** A template in which every text is escaped, so that no value can become markup. */
export const html = ({ raw }: TemplateStringsArray, ...values: Value[]): Html => ({
  html: String.raw({ raw }, ...values.map(shown)),
});
