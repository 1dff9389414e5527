import type { Language } from '../settings/languages';
import { ar } from './ar';
import type { Dictionary, TextKey } from './dictionary';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';

export const DICTIONARIES: Record<Language, Dictionary> = { ar, en, fr, es };

export type TextValues = Record<string, string | number>;

/** The text in the language, with `{word}` replaced by the value of that name. */
export const text = (language: Language, key: TextKey, values: TextValues = {}): string =>
  DICTIONARIES[language][key].replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
