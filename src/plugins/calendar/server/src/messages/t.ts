import { LANGUAGES, type Language } from '../settings/languages';
import ar from './ar.json';
import en from './en.json';
import es from './es.json';
import arFields from './fields/ar.json';
import enFields from './fields/en.json';
import esFields from './fields/es.json';
import frFields from './fields/fr.json';
import fr from './fr.json';

/**
 * All texts in one language. English determines the keys of the others; `{placeholders}` are
 * filled in.
 *
 * - `fields` (in a file of its own, which the admin imports too): texts about a record's fields.
 *   `label` and `hint` for the admin's forms, `description` for readers, `sent` for writers. A type
 *   before the name (`event.venue`) limits a text to that type.
 * - `errors`: error messages by code or fault; those with the prefix `rule.` are of every save.
 * - `descriptions`: all other keys of payloads; with the prefix `sent.` for writing.
 * - `headers`: of responses.
 * - `operations`: effects, errors and answers. The texts of updates and deletes are combined.
 * - `parameters`: a prefix such as `events.` or `terms.` (categories and tags) limits a text to the
 *   parameter of those routes.
 * - `groups`: of operations.
 * - `introduction`: one paragraph per key; of variants (`languages`, `limits`) the site's settings
 *   select one.
 * - `units`: of distances.
 * - `free`: displayed in place of a cost of zero.
 * - `headings`: titles and summaries of the OpenAPI document, and texts that occur in it once.
 * - `types`: the names of record types, feeds and webhooks in a sentence, singular and plural.
 * - `page`: the page at `/docs`, apart from what it takes from the document.
 * - `event_page`: the HTML pages of events.
 * - `feeds`: names of feeds, and notes to their subscribers.
 * - `examples`: one record of each type, for the document.
 */
export type Messages = typeof en & { fields: typeof enFields };

/** The texts about a field. */
export interface FieldWords {
  label?: string;
  hint?: string;
  description?: string;
  sent?: string;
}

export type MessageKey = keyof Messages['errors'];
export type MessageValues = Record<string, string | number>;
export type HeaderName = keyof Messages['headers'];

/** A message that is not yet translated. */
export interface Message {
  text: MessageKey;
  values?: MessageValues;
}

/**
 * The messages by language. The compiler reports keys that a language lacks compared to English, a
 * test those that it has in addition.
 */
export const MESSAGES: Record<Language, Messages> = {
  ar: { ...ar, fields: arFields },
  en: { ...en, fields: enFields },
  fr: { ...fr, fields: frFields },
  es: { ...es, fields: esFields },
};

/** Fills in the `{placeholders}` of a text; those without a value remain. */
export const interpolate = (text: string, values: MessageValues): string =>
  text.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));

/** The error message in a language, with its `{placeholders}` filled in. */
export const t = (language: Language, key: MessageKey, values: MessageValues = {}): string =>
  interpolate(MESSAGES[language].errors[key], values);

/** A heading of the OpenAPI document, with `{one}`, `{many}` or `{what}` filled in. */
export const heading = (
  language: Language,
  key: keyof Messages['headings'],
  values: Record<string, string> = {},
): string => interpolate(MESSAGES[language].headings[key], values);

/** The descriptions by name; those for writing have the prefix `sent.`. */
function meaningsIn({ descriptions, fields }: Messages): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>(Object.entries(descriptions));
  for (const [name, { description, sent }] of Object.entries<FieldWords>(fields)) {
    if (description) meanings.set(name, description);
    if (sent) meanings.set(`sent.${name}`, sent);
  }
  return meanings;
}

const DESCRIPTIONS = new Map(
  LANGUAGES.map((language) => [language, meaningsIn(MESSAGES[language])]),
);

/**
 * The description under the first key that has one, most specific first (`events.include`,
 * `list.include`); undefined if none has.
 */
export const describe = (language: Language, ...keys: string[]): string | undefined =>
  keys.map((key) => DESCRIPTIONS.get(language)?.get(key)).find((meaning) => meaning);
