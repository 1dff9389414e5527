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
 * Everything that people are told, in one language; each part of English says which keys the others
 * have, and `{holes}` are filled in.
 *
 * - `fields`, in a file of their own, which the admin reads too: of a record. `label` and `hint`: in
 *   the admin's forms; `description`: what it means; `sent`: the same to those who write it. The type
 *   before a name (`event.venue`): there only.
 * - `errors`: what is refused. A code, or a fault by its name; `rule.` what every save holds to.
 * - `descriptions`: all other keys of answers; `sent.` before a name: where it is written.
 * - `headers`: of answers.
 * - `operations`: what one does, refuses and answers; of updates and deletes several of these together.
 * - `parameters`: what a caller must know of each; `events.` before a name: there only, `terms.`: of
 *   categories and tags.
 * - `groups`: of operations.
 * - `introduction`: how to begin, a paragraph each; of two for one thing (`languages`,
 *   `limits`) the site's settings choose.
 * - `free`: what stands in place of a cost of nothing.
 * - `headings`: titles and summaries of the document, and what it says once.
 * - `types`: a record type, personal feed or webhook in a sentence: one of them, and all of them.
 * - `page`: what the page at `/docs` says itself; all else it takes from the document.
 * - `event_page`: what the pages of events say.
 * - `feeds`: what a feed is called, and what its subscribers are told.
 * - `examples`: one record of each type, as the document shows them.
 */
export type Messages = typeof en & { fields: typeof enFields };

/** What is said of a field. */
export interface FieldWords {
  label?: string;
  hint?: string;
  description?: string;
  sent?: string;
}

export type MessageKey = keyof Messages['errors'];
export type MessageValues = Record<string, string | number>;
export type HeaderName = keyof Messages['headers'];

/** What is to be said, still without a language. */
export interface Message {
  text: MessageKey;
  values?: MessageValues;
}

/** In every language: the compiler names what one lacks, a test what it has beyond English. */
export const MESSAGES: Record<Language, Messages> = {
  ar: { ...ar, fields: arFields },
  en: { ...en, fields: enFields },
  fr: { ...fr, fields: frFields },
  es: { ...es, fields: esFields },
};

/** A message with its `{holes}` filled in; those without a value stay. */
export const interpolate = (text: string, values: MessageValues): string =>
  text.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));

/** What is wrong, in a language, with its `{values}` filled in. */
export const t = (language: Language, key: MessageKey, values: MessageValues = {}): string =>
  interpolate(MESSAGES[language].errors[key], values);

/** A heading of the document with its `{one}`, `{many}` or `{what}` filled in. */
export const heading = (
  language: Language,
  key: keyof Messages['headings'],
  values: Record<string, string> = {},
): string => interpolate(MESSAGES[language].headings[key], values);

/** What each name means, `sent.` before it: to those who write it. */
function meaningsIn({ descriptions, fields }: Messages): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>(Object.entries(descriptions));
  for (const [name, { description, sent }] of Object.entries<FieldWords>(fields)) {
    if (description) meanings.set(name, description);
    if (sent) meanings.set(`sent.${name}`, sent);
  }
  return meanings;
}

const MEANINGS = new Map(LANGUAGES.map((language) => [language, meaningsIn(MESSAGES[language])]));

/** What a name means, most particular key first (`events.include`, `list.include`); unknown: undefined. */
export const describe = (language: Language, ...keys: string[]): string | undefined =>
  keys.map((key) => MEANINGS.get(language)?.get(key)).find((meaning) => meaning);
