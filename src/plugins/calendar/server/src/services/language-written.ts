import type { Row, Values } from '../content-types/rows';
import { sharedAttributes, writable } from '../rules/shared-attributes';
import { followsParts } from '../rules/stateprovince';
import type { Language } from '../settings/languages';
import type { RecordType } from '../settings/record-types';

/** What a new language is not given: it makes its own, or takes it from its status. */
const OWN_TO_EACH = ['slug', 'search_text', 'post_status'];

/** The fields of a save, by what they change: every language, or one (D4.8). */
export function splitByLanguage(type: RecordType, data: Values) {
  const shared = new Set(sharedAttributes(type));
  const entries = Object.entries(data);
  return {
    shared: Object.fromEntries(entries.filter(([name]) => shared.has(name))),
    localized: Object.fromEntries(entries.filter(([name]) => !shared.has(name))),
  };
}

const best = (rows: Row[], languages: Language[]) =>
  languages.map((language) => rows.find(({ locale }) => locale === language)).find(Boolean);

/** D7.2: the row whose texts stand in for a language: the best published one, else the best draft. */
export function standIn(rows: Row[], languages: Language[]): Row | undefined {
  return (
    best(
      rows.filter(({ publishedAt }) => publishedAt),
      languages,
    ) ?? best(rows, languages)
  );
}

/** D7.4: a new language begins with the texts that stood in for it. */
export function textsOf(type: RecordType, row: Row): Values {
  const { attributes } = strapi.contentType(`plugin::calendar.${type}`);
  const shared = new Set([...sharedAttributes(type), ...OWN_TO_EACH]);
  const names = Object.keys(attributes).filter((name) => isLocalizedText(attributes[name]));
  const follows = (name: string) => name === 'stateprovince' && followsParts(row);
  const texts = names.filter((name) => !shared.has(name) && row[name] !== null && !follows(name));
  return Object.fromEntries(texts.map((name) => [name, writable(row[name])]));
}

const isLocalizedText = (attribute: unknown) =>
  (attribute as { pluginOptions?: { i18n?: { localized?: boolean } } })?.pluginOptions?.i18n
    ?.localized === true;
