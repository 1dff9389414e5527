/** Spec 2: the content languages, in the order of fallback. */
export const LANGUAGES = ['ar', 'en', 'fr', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (code: unknown): code is Language => LANGUAGES.includes(code as Language);

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

/** The name of a language in another language, by default in itself. */
export const languageName = (code: Language, by: Language = code): string =>
  new Intl.DisplayNames(by, { type: 'language' }).of(code) ?? code;

/** The name of a language in itself, as a title: `Français`. */
export function ownName(code: Language): string {
  const name = languageName(code);
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** D4.8: whether an attribute has a value of its own in each language; undefined if its schema does not say. */
export const isLocalized = ({ pluginOptions }: { pluginOptions?: object }): boolean | undefined =>
  (pluginOptions as { i18n?: { localized?: boolean } } | undefined)?.i18n?.localized;

/** The order of fallback for a requested language: itself, the site's default, then the others. */
export function languagesFrom(requested: Language, siteLanguage: Language): Language[] {
  return [...new Set([requested, siteLanguage, ...LANGUAGES])];
}

/** D7.2: the languages in which a record may be shown. */
export interface LanguageChoice {
  /** Best first; only the first counts when there is no fallback. */
  languages: Language[];
  fallback: boolean;
}

/** The bit of a language in a set of languages, as stored by the listing. */
export const languageBit = (language: Language): number => 2 ** LANGUAGES.indexOf(language);
