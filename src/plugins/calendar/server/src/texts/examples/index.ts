import type { Language } from '../../settings/languages';
import { ar } from './ar';
import { en } from './en';
import { es } from './es';
import type { ExampleTexts } from './example-texts';
import { fr } from './fr';

/** What the records of the examples say, in every language. */
export const EXAMPLE_TEXTS: Record<Language, ExampleTexts> = { ar, en, fr, es };
