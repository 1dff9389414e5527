import type { en } from './en';

/** What the records of the examples say, in one language. */
export type ExampleTexts = typeof en;
