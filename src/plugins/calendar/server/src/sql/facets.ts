import { LANGUAGES, languageBit } from '../settings/languages';
import type { Sql } from './sql';

/** What a row of the listing says of its event: that it is in this category, at this venue, … */
export const KIND = {
  all: 0,
  /** The category itself and those above it. */
  category: 1,
  tag: 2,
  venue: 3,
  organizer: 4,
  childOf: 5,
  /** One of `FLAG`, which is the target. */
  flag: 6,
} as const;

export type Kind = (typeof KIND)[keyof typeof KIND];

/** Bits of each row of an event, and targets of its rows of the kind `flag`. */
export const FLAG = {
  featured: 1,
  hidden: 2,
  /** D10.7: such an event has no row from which its references could be told. */
  protected: 4,
  ticketed: 8,
  /** It lasts longer than `LONG_DAYS`. */
  long: 128,
} as const;

/** What follows `CASE` and a column of languages, and gives the bit of each. */
export const LANGUAGE_BITS = LANGUAGES.map(
  (language) => `WHEN '${language}' THEN ${languageBit(language)}`,
).join(' ');

/** A bit of a row: the event names the target itself, not only a category below it. */
export const DIRECT = 16;

export const LONG_DAYS = 31;

/** Asks for events that have a row of the kind with one of the targets. */
export interface Facet {
  kind: Kind;
  targets: number[];
}

/** Asks for events in whose text something is found (D8.11). */
export interface Search {
  search: string;
}

/** Asks for events that have one of the venues, or for those that have none of them. */
export interface VenueFilter {
  /** What the row of a venue, alias `v`, fulfils. */
  venue: Sql;
  wanted: boolean;
}

/** D8.9: a list as the listing can answer it. */
export interface Criteria {
  /** All of these. */
  facets: Facet[];
  /** And all of these. */
  venues?: VenueFilter[];
  /** What the row of the listing, alias `l`, fulfils. */
  conditions: Sql[];
  /** D8.6: what is sought in the text of the event, in the language that is shown. */
  search?: string;
  /** A bound of the end with no bound of the start before it. */
  endsFrom?: Date;
}
