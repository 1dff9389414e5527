import type { Language } from '../settings/languages';
import { ar } from './ar';
import type { Dictionary } from './dictionary';
import { en } from './en';
import { es } from './es';
import { filled } from './filled';
import { fr } from './fr';
import { inputTexts } from './input';
import { linkedPostTexts } from './linked-posts';
import { ruleTexts } from './rules';
import { termTexts } from './terms';
import { writingTexts } from './writing';

export type TextKey =
  | keyof Dictionary
  | keyof (typeof ruleTexts)['en']
  | keyof (typeof inputTexts)['en']
  | keyof (typeof linkedPostTexts)['en']
  | keyof (typeof termTexts)['en']
  | keyof (typeof writingTexts)['en'];
export type TextValues = Record<string, string | number>;

/** Every text in every language. */
export const TEXTS: Record<Language, Record<TextKey, string>> = {
  ar: {
    ...ar,
    ...inputTexts.ar,
    ...linkedPostTexts.ar,
    ...ruleTexts.ar,
    ...termTexts.ar,
    ...writingTexts.ar,
  },
  en: {
    ...en,
    ...inputTexts.en,
    ...linkedPostTexts.en,
    ...ruleTexts.en,
    ...termTexts.en,
    ...writingTexts.en,
  },
  fr: {
    ...fr,
    ...inputTexts.fr,
    ...linkedPostTexts.fr,
    ...ruleTexts.fr,
    ...termTexts.fr,
    ...writingTexts.fr,
  },
  es: {
    ...es,
    ...inputTexts.es,
    ...linkedPostTexts.es,
    ...ruleTexts.es,
    ...termTexts.es,
    ...writingTexts.es,
  },
};

/** A sentence in a language, with its `{values}` filled in. */
export const text = (language: Language, key: TextKey, values: TextValues = {}): string =>
  filled(TEXTS[language][key], values);
