import type { Language } from '../settings/languages';
import { ruleTexts } from './rules';

export type TextKey = keyof (typeof ruleTexts)['en'];
export type TextValues = Record<string, string | number>;

/** A sentence in a language, with its `{values}` filled in. */
export const text = (language: Language, key: TextKey, values: TextValues = {}): string =>
  ruleTexts[language][key].replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
