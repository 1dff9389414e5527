import type englishFields from '../../server/src/messages/fields/en.json';
import type { FieldWords } from '../../server/src/messages/t';
import type { Language } from '../../server/src/settings/languages';
import type english from './translations/en.json';

type Messages = Record<string, string>;

/** A language of the admin. */
interface Translation {
  /** The strings of English: the compiler names what one lacks. */
  strings(): Promise<{ default: Record<keyof typeof english, string> }>;
  /** What the fields of records are called, as the server has it. */
  fields(): Promise<{ default: typeof englishFields }>;
  /** CLDR's file of the cities that zones are called by: Intl tells them of some zones alone. */
  cities(): Promise<{ default: unknown }>;
}

const TRANSLATIONS: Record<Exclude<Language, 'en'>, Translation> & {
  en: Omit<Translation, 'cities'>;
} = {
  en: {
    strings: () => import('./translations/en.json'),
    fields: () => import('../../server/src/messages/fields/en.json'),
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

const TYPES = ['event', 'venue', 'organizer', 'category', 'tag'];

/** Strapi looks a field's label up under its content type. */
const labelId = (type: string, name: string) =>
  `content-manager.content-types.plugin::calendar.${type}.${name}`;

/**
 * The ids by which the admin asks for a key of ours: display names of content types (`type.Event`) and values
 * of enumerations (`value.online`) are ids themselves, what went wrong with a save (`error.unanswered`) is
 * looked up in three ways; all else is prefixed.
 */
function idsOf(key: string): string[] {
  const [kind, name = ''] = key.split('.');
  if (kind === 'error') {
    return ['', 'content-manager.', 'upload.'].map((of) => `${of}apiError.${name}`);
  }
  return [kind === 'type' || kind === 'value' ? name : `calendar.${key}`];
}

/** A field's words by their ids: `slug` is a field of every type, `event.venue` of one. */
function wordsOf([key, { label, hint }]: [string, FieldWords]): [string, string][] {
  const [first = '', second] = key.split('.');
  const ids = second ? [labelId(first, second)] : TYPES.map((type) => labelId(type, first));
  return [
    ...(label ? ids.map((id): [string, string] => [id, label]) : []),
    ...(hint ? [[`calendar.hint.${key}`, hint] as [string, string]] : []),
  ];
}

const generalFirst = ([a]: [string, unknown], [b]: [string, unknown]) =>
  a.split('.').length - b.split('.').length;

const isTranslated = (locale: string): locale is Language => Object.hasOwn(TRANSLATIONS, locale);

/** What an editor may choose for the admin besides English, which Strapi always has. */
export const ADMIN_LANGUAGES = Object.keys(TRANSLATIONS).filter((locale) => locale !== 'en');

/** Our strings in an admin language; nothing for a language that we do not speak. */
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

/** The cities of a language; nothing for English, whose cities the zones are named after, and for one that we do not speak. */
export async function citiesFile(locale: string): Promise<unknown> {
  const translation: Partial<Translation> = isTranslated(locale) ? TRANSLATIONS[locale] : {};
  return (await translation.cities?.())?.default;
}
