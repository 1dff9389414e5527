import type { en } from './en';

/** Every text that the interface answers with, in one language. */
export type Dictionary = Record<keyof typeof en, string>;
