import { visible } from '../access/sql';
import type { Viewer } from '../access/viewer';
import {
  type Facet,
  FLAG,
  KIND,
  type Kind,
  type Narrowing,
  type Place,
  type Search,
} from '../sql/facets';
import { all, raw, type Sql, sql } from '../sql/sql';
import type { DateBound } from './date-window';
import { VENUES } from './linked';

type Flag = (typeof FLAG)[keyof typeof FLAG];

/** What a filter asks of the listing. */
export type Asked = Facet | Search | Sql;

export const isFacet = (asked: Asked): asked is Facet => 'targets' in asked;

export const isSearch = (asked: Asked): asked is Search => 'search' in asked;

export const isCondition = (asked: Asked): asked is Sql => 'sql' in asked;

export const sought = (search: string): Search => ({ search });

/** Events with one of these categories, tags, venues, …; of a protected one nothing is told. */
export const listedUnder =
  (kind: Kind) =>
  (targets: number[]): Facet => ({ kind, targets });

export const flagged = (flag: Flag): Facet => ({ kind: KIND.flag, targets: [flag] });

/** None of the flags, which are bits. */
export const unflagged = (bits: number): Sql => sql`l.flags & ${raw(`${bits}`)} = 0`;

/** D10.7: events with the flag or without; protected ones are neither. */
export const telling =
  (flag: Flag) =>
  (wanted: boolean): Asked =>
    wanted ? flagged(flag) : unflagged(flag | FLAG.protected);

const COLUMNS = { start: raw('l.utc_start'), end: raw('l.utc_end') };

const isUpper = ({ comparison }: DateBound) => comparison.startsWith('<');

/** What begins after a bound also ends after it: so every window is bounded where the index is ordered. */
const startToo = (bound: DateBound): DateBound[] =>
  bound.of === 'end' && isUpper(bound) ? [bound, { ...bound, of: 'start' }] : [bound];

/** D5.7: the bounds of a window, as the listing has times. */
export function listedBetween(bounds: DateBound[]): Pick<Narrowing, 'conditions' | 'endsFrom'> {
  const conditions = bounds
    .flatMap(startToo)
    .map(({ of, comparison, instant }) => sql`${COLUMNS[of]} ${raw(comparison)} ${instant}`);
  const lower = bounds.filter((bound) => !isUpper(bound));
  const open = lower.length > 0 && lower.every(({ of }) => of === 'end');
  return { conditions, ...(open && { endsFrom: lower[0]?.instant }) };
}

/** A place whose venues are those, of all that fulfil the condition on alias `v`, that may be opened. */
export const listedAt = ({ venue, wanted }: Place, viewer: Viewer): Place => ({
  venue: all([visible(VENUES, viewer), venue]),
  wanted,
});
