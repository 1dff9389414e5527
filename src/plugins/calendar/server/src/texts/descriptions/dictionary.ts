import type { en } from './en';

export type DescriptionKey = keyof typeof en;

/** What everything in the interface means, in one language. */
export type Descriptions = Record<DescriptionKey, string>;
