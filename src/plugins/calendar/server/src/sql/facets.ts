import { LANGUAGES, languageBit } from '../settings/languages';
import type { Sql } from './sql';

/** The kinds of rows in the listing, each of which relates its event to a target, such as a category's id. */
export const KIND = {
  all: 0,
  /** The event's categories and their ancestors. */
  category: 1,
  tag: 2,
  venue: 3,
  organizer: 4,
  childOf: 5,
  /** The target is one of `FLAG`. */
  flag: 6,
} as const;

export type FacetKind = (typeof KIND)[keyof typeof KIND];

/** Properties of an event: bits of `flags` in all its rows, and targets of its rows of kind `flag`. */
export const FLAG = {
  featured: 1,
  hidden: 2,
  /** D10.7: the listing has no references of such an event, nor whether it is featured or ticketed. */
  protected: 4,
  ticketed: 8,
  /** Lasts longer than `LONG_DAYS`. */
  long: 128,
} as const;

/** The branches of a `CASE` over a locale column that returns the language's bit. */
export const LANGUAGE_BITS = LANGUAGES.map(
  (language) => `WHEN '${language}' THEN ${languageBit(language)}`,
).join(' ');

/** A bit of a row: the event refers to the target itself, not only to a descendant. */
export const DIRECT = 16;

export const LONG_DAYS = 31;

/** Selects events that have a row of the kind with one of the targets. */
export interface Facet {
  kind: FacetKind;
  targets: number[];
}

/** A condition on the listing's row (alias `l`) that has none of the flags `without` (an OR of bits). */
export interface Unflagged extends Sql {
  without: number;
}

/** D8.11: selects events by their text. */
export interface Search {
  search: string;
}

/** Selects events that have one of the venues, or, if not `wanted`, none of them. */
export interface VenueFilter {
  /** A condition on the venue's row (alias `v`). */
  venue: Sql;
  wanted: boolean;
}

/** D8.9: the conditions of a list in the form that the listing can answer; all of them apply. */
export interface Criteria {
  facets: Facet[];
  venues?: VenueFilter[];
  /** Conditions on the listing's row (alias `l`). */
  conditions: (Sql | Unflagged)[];
  /** D8.6: the search in the event's text in the language that is shown. */
  search?: string;
  /** Only events whose texts everybody sees, in all of their states. */
  seenByAll?: boolean;
  /** The lower bound of the end, if there is none of the start. */
  endsFrom?: Date;
}
