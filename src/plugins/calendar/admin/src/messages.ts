import type { Language } from '../../server/src/settings/languages';
import type english from './translations/en.json';

type Messages = Record<string, string>;

/** A language of the admin. */
interface Translation {
  /** The strings of English: the compiler names what one lacks. */
  strings(): Promise<{ default: Record<keyof typeof english, string> }>;
  /** CLDR's file of the cities that zones are called by: Intl tells them of some zones alone. */
  cities(): Promise<{ default: unknown }>;
}

const TRANSLATIONS: Record<Exclude<Language, 'en'>, Translation> & {
  en: Pick<Translation, 'strings'>;
} = {
  en: { strings: () => import('./translations/en.json') },
  ar: {
    strings: () => import('./translations/ar.json'),
    cities: () => import('cldr-dates-full/main/ar/timeZoneNames.json'),
  },
  fr: {
    strings: () => import('./translations/fr.json'),
    cities: () => import('cldr-dates-full/main/fr/timeZoneNames.json'),
  },
  es: {
    strings: () => import('./translations/es.json'),
    cities: () => import('cldr-dates-full/main/es/timeZoneNames.json'),
  },
};

const TYPES = ['event', 'venue', 'organizer', 'category', 'tag'];

/** Strapi looks a field's label up under its content type. */
const labelId = (type: string, name: string) =>
  `content-manager.content-types.plugin::calendar.${type}.${name}`;

/**
 * A key of ours as the ids that the admin asks for: `label.slug` is a label in every type,
 * `label.venue.venue` in one; display names of content types (`type.Event`)
 * and values of enumerations (`value.online`) are ids themselves; all else is prefixed.
 */
function idsOf(key: string): string[] {
  const [kind, first = '', second] = key.split('.');
  if (kind === 'type' || kind === 'value') return [first];
  if (kind !== 'label') return [`calendar.${key}`];
  return second ? [labelId(first, second)] : TYPES.map((type) => labelId(type, first));
}

const isTranslated = (locale: string): locale is Language => Object.hasOwn(TRANSLATIONS, locale);

/** What an editor may choose for the admin besides English, which Strapi always has. */
export const ADMIN_LANGUAGES = Object.keys(TRANSLATIONS).filter((locale) => locale !== 'en');

/** Our strings in an admin language; nothing for a language that we do not speak. */
export async function messagesOf(locale: string): Promise<Messages> {
  if (!isTranslated(locale)) return {};
  const { default: strings } = await TRANSLATIONS[locale].strings();
  const generalFirst = Object.entries(strings).sort(
    ([a], [b]) => a.split('.').length - b.split('.').length,
  );
  return Object.fromEntries(
    generalFirst.flatMap(([key, string]) => idsOf(key).map((id) => [id, string])),
  );
}

/** The cities of a language; nothing for English, whose cities the zones are named after, and for one that we do not speak. */
export async function citiesFile(locale: string): Promise<unknown> {
  const translation: Partial<Translation> = isTranslated(locale) ? TRANSLATIONS[locale] : {};
  return (await translation.cities?.())?.default;
}
