/** Spec 2: the content languages, in the order in which they stand in for one another. */
export const LANGUAGES = ['ar', 'en', 'fr', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (code: unknown): code is Language => LANGUAGES.includes(code as Language);

/** What a language is called by those who speak it: `Français`. */
export function ownName(code: Language): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Whom to ask for a text, best first: the language itself, the site's own, then the others. */
export function languagesFrom(requested: Language, siteLanguage: Language): Language[] {
  return [...new Set([requested, siteLanguage, ...LANGUAGES])];
}

/** D7.2: in which languages a record is looked for. */
export interface LanguageChoice {
  /** Best first; only the first counts when there is no fallback. */
  languages: Language[];
  fallback: boolean;
}

/** The language's bit in a number that stands for several, as the listing stores it. */
export const languageBit = (language: Language): number => 2 ** LANGUAGES.indexOf(language);
