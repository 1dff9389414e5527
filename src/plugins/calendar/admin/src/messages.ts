import type englishFields from '../../server/src/messages/fields/en.json';
import type { FieldWords } from '../../server/src/messages/t';
import type { Language } from '../../server/src/settings/languages';
import { RECORD_TYPES, uidOf } from '../../server/src/settings/record-types';
import { labelId } from './own-labels';
import type english from './translations/en.json';

type Messages = Record<string, string>;

/** A language of the admin; its parts are loaded on demand. */
interface Translation {
  /** All keys of the English strings, so that a missing one is a compile error. */
  strings(): Promise<{ default: Record<keyof typeof english, string> }>;
  /** Labels and hints of fields, shared with the server. */
  fields(): Promise<{ default: typeof englishFields }>;
  /** CLDR's names of the zones' cities; Intl provides only some of them. */
  cities(): Promise<{ default: unknown }>;
}

const TRANSLATIONS: Record<Language, Translation> = {
  en: {
    strings: () => import('./translations/en.json'),
    fields: () => import('../../server/src/messages/fields/en.json'),
    cities: () => import('cldr-dates-full/main/en/timeZoneNames.json'),
  },
  ar: {
    strings: () => import('./translations/ar.json'),
    fields: () => import('../../server/src/messages/fields/ar.json'),
    cities: () => import('cldr-dates-full/main/ar/timeZoneNames.json'),
  },
  fr: {
    strings: () => import('./translations/fr.json'),
    fields: () => import('../../server/src/messages/fields/fr.json'),
    cities: () => import('cldr-dates-full/main/fr/timeZoneNames.json'),
  },
  es: {
    strings: () => import('./translations/es.json'),
    fields: () => import('../../server/src/messages/fields/es.json'),
    cities: () => import('cldr-dates-full/main/es/timeZoneNames.json'),
  },
};

/**
 * The message ids of a key. Display names of content types (`type.Event`) and enumeration values (`value.online`)
 * are used as ids by Strapi; errors of a save (`error.unanswered`) are looked up with three prefixes; all others get
 * the prefix `calendar.`.
 */
function idsOf(key: string): string[] {
  const [kind, name = ''] = key.split('.');
  if (kind === 'error') {
    return ['', 'content-manager.', 'upload.'].map((of) => `${of}apiError.${name}`);
  }
  return [kind === 'type' || kind === 'value' ? name : `calendar.${key}`];
}

/** Label and hint of a field by message id. A key without a type (`slug`) applies to every type. */
function wordsOf([key, { label, hint }]: [string, FieldWords]): [string, string][] {
  const [first = '', second] = key.split('.');
  const ids = second
    ? [labelId(`plugin::calendar.${first}`, second)]
    : RECORD_TYPES.map((type) => labelId(uidOf(type), first));
  return [
    ...(label ? ids.map((id): [string, string] => [id, label]) : []),
    ...(hint ? [[`calendar.hint.${key}`, hint] as [string, string]] : []),
  ];
}

const generalFirst = ([a]: [string, unknown], [b]: [string, unknown]) =>
  a.split('.').length - b.split('.').length;

const isTranslated = (locale: string): locale is Language => Object.hasOwn(TRANSLATIONS, locale);

/** The admin's languages besides English, which Strapi always offers. */
export const ADMIN_LANGUAGES = Object.keys(TRANSLATIONS).filter((locale) => locale !== 'en');

/** The plugin's messages in an admin language; empty for a language without a translation. */
export async function messagesOf(locale: string): Promise<Messages> {
  if (!isTranslated(locale)) return {};
  const { strings, fields } = TRANSLATIONS[locale];
  const [ours, words] = await Promise.all([strings(), fields()]);
  const named = Object.entries<FieldWords>(words.default).sort(generalFirst);
  return Object.fromEntries([
    ...Object.entries(ours.default).flatMap(([key, string]) =>
      idsOf(key).map((id) => [id, string]),
    ),
    ...named.flatMap(wordsOf),
  ]);
}

/** City names in a language; undefined for languages without a translation. */
export async function citiesFile(locale: string): Promise<unknown> {
  return isTranslated(locale) ? (await TRANSLATIONS[locale].cities()).default : undefined;
}
