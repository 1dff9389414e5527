import type { Language } from '../../settings/languages';
import { filled } from '../filled';
import * as ar from './ar';
import type { Headers, Headings, Named } from './dictionary';
import * as en from './en';
import * as es from './es';
import * as fr from './fr';

/** What the interface's description says itself, in every language. */
export const DOCUMENT_TEXTS: Record<
  Language,
  { headings: Headings; headers: Headers; types: Named }
> = { ar, en, fr, es };

/** A heading with its `{one}`, `{many}` or `{what}` filled in. */
export const heading = (
  language: Language,
  key: keyof Headings,
  values: Record<string, string> = {},
): string => filled(DOCUMENT_TEXTS[language].headings[key], values);
