import type { Language } from '../../settings/languages';
import { ar } from './ar';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';

export type ParameterTexts = Record<keyof typeof en, string>;

/** What a caller must know of each parameter, in every language; `{holes}` are the site's own values. */
export const PARAMETER_TEXTS: Record<Language, ParameterTexts> = { ar, en, fr, es };
