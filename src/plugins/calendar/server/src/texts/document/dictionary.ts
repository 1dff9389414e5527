import type { RecordType } from '../../settings/record-types';
import type { headers, headings } from './en';

export type Headings = Record<keyof typeof headings, string>;

export type HeaderName = keyof typeof headers;

export type Headers = Record<HeaderName, string>;

/** A record type in a sentence: one of them, and all of them. */
export type Named = Record<RecordType, { one: string; many: string }>;
