import type { en } from './en';

export type TextKey = keyof typeof en;

/** Every text, in one language. */
export type Dictionary = Record<TextKey, string>;
