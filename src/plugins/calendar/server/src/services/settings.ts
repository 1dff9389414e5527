import { type Language, languagesFrom } from '../settings/languages';
import type { Settings } from '../settings/settings';
import type { LanguageChoice } from '../sql/language';

/** The host's choices, as checked at the start. */
export const settings = (): Settings => strapi.config.get('plugin::calendar');

/** D7.2: the languages in which a record is looked for when this one is asked for. */
export function languageChoice(language: Language): LanguageChoice {
  const { defaultLanguage, fallback } = settings();
  return { languages: languagesFrom(language, defaultLanguage), fallback };
}

/** The address by which the host says that the world knows the service. */
export function publishedAddress(): string | undefined {
  const published: string = strapi.config.get('server.url', '');
  return /^https?:\/\//.test(published) ? published : undefined;
}
