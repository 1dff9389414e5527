import type { Language } from '../settings/languages';
import { ar } from './ar';
import { en, type Messages } from './en';
import { es } from './es';
import { fr } from './fr';

export type { Messages } from './en';

export type MessageKey = keyof Messages['errors'];
export type MessageValues = Record<string, string | number>;
export type HeaderName = keyof Messages['headers'];

/** What is to be said, still without a language. */
export interface Message {
  text: MessageKey;
  values?: MessageValues;
}

/** Everything that people are told, in every language. */
export const MESSAGES: Record<Language, Messages> = { ar, en, fr, es };

/** A message with its `{holes}` filled in; those without a value stay. */
export const filled = (text: string, values: MessageValues): string =>
  text.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));

/** What is wrong, in a language, with its `{values}` filled in. */
export const t = (language: Language, key: MessageKey, values: MessageValues = {}): string =>
  filled(MESSAGES[language].errors[key], values);

/** A heading of the document with its `{one}`, `{many}` or `{what}` filled in. */
export const heading = (
  language: Language,
  key: keyof Messages['headings'],
  values: Record<string, string> = {},
): string => filled(MESSAGES[language].headings[key], values);

type DescriptionKey = keyof Messages['descriptions'];

const isDescribed = (key: string): key is DescriptionKey => Object.hasOwn(en.descriptions, key);

/** What a name means, most particular key first (`events.include`, `list.include`); unknown: undefined. */
export function describe(language: Language, ...keys: string[]): string | undefined {
  const key = keys.find(isDescribed);
  return key && MESSAGES[language].descriptions[key];
}
