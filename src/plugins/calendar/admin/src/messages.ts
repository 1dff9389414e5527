import type { Language } from '../../server/src/settings/languages';
import type english from './translations/en.json';

type Messages = Record<string, string>;

/** Every language has the strings of English: the compiler names what one lacks. */
const TRANSLATIONS: Record<
  Language,
  () => Promise<{ default: Record<keyof typeof english, string> }>
> = {
  en: () => import('./translations/en.json'),
  ar: () => import('./translations/ar.json'),
  fr: () => import('./translations/fr.json'),
  es: () => import('./translations/es.json'),
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
  const { default: strings } = await TRANSLATIONS[locale]();
  const generalFirst = Object.entries(strings).sort(
    ([a], [b]) => a.split('.').length - b.split('.').length,
  );
  return Object.fromEntries(
    generalFirst.flatMap(([key, string]) => idsOf(key).map((id) => [id, string])),
  );
}
