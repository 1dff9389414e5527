import type { Language } from '../../settings/languages';
import { ar } from './ar';
import type { DescriptionKey, Descriptions } from './dictionary';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';

/** What everything in the interface means, in every language. */
export const DESCRIPTIONS: Record<Language, Descriptions> = { ar, en, fr, es };

const isKey = (key: string): key is DescriptionKey => Object.hasOwn(en, key);

/** What a name means, most particular key first (`events.include`, `list.include`); unknown: undefined. */
export function describe(language: Language, ...keys: string[]): string | undefined {
  const key = keys.find(isKey);
  return key && DESCRIPTIONS[language][key];
}
