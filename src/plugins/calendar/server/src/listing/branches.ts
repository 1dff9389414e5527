import type { Viewer } from '../access/viewer';
import { chunks, isPostgres, run } from '../database/run';
import { DAY } from '../kinds/dates/wall-time';
import { unflagged } from '../resources/event/conditions';
import { type Facet, type FacetKind, FLAG, KIND, LONG_DAYS, type Unflagged } from '../sql/facets';
import { list, raw, type Sql, sql, values } from '../sql/sql';
import type { Counts } from './choose';
import type { ResolvedFilter } from './look-up';
import { isNotHidden } from './search';

/** SQL for the rows of one range of the listing (alias `l`), with at most `targets` rows per event. */
export interface Branch {
  rows: Sql;
  targets: number;
}

/** A condition on each event: whether it has a row of the kind with one of the targets. */
export interface FacetCondition {
  kind: FacetKind;
  targets: Sql;
  /** Whether there can be more than one target. */
  isList: boolean;
  wanted: boolean;
}

/** Preference for the facet whose range is scanned; the others are conditions. Usually the fewest events come first. */
const ORDER: FacetKind[] = [
  KIND.childOf,
  KIND.venue,
  KIND.organizer,
  KIND.tag,
  KIND.flag,
  KIND.category,
];

const rank = ({ kind, targets }: Facet) => ORDER.indexOf(kind) + (targets.length > 1 ? 0.5 : 0);

/** The most ranges that are merged. With more targets, several share a range, which is then not ordered by time. */
const MAX_MERGED = 10;

const EVERYTHING: Facet = { kind: KIND.all, targets: [0] };

/**
 * One index look-up per event. `OFFSET 0` keeps PostgreSQL from turning the EXISTS into a join over all events, so
 * that only those up to the page are checked. On SQLite 3.51 an EXISTS makes a page lose its OFFSET
 * (`listing/choose.ts`). SQLite would look up each target in the key, for every event; `+` keeps the target out of its
 * index, so that it compares the event's few rows of the kind with the list.
 */
function has({ kind, targets, isList, wanted }: FacetCondition, walking: boolean): Sql {
  const target = raw(isList && !isPostgres() ? '+x.target' : 'x.target');
  const rows = sql`FROM @calendar_listing x WHERE x.event_id = l.event_id
    AND x.occurrence_id = l.occurrence_id AND x.kind = ${raw(`${kind}`)} AND ${target} IN (${targets})`;
  const found = isPostgres()
    ? sql`EXISTS (SELECT 1 ${rows} ${raw(walking ? 'OFFSET 0' : '')})`
    : sql`l.event_id IN (SELECT x.event_id ${rows})`;
  return wanted ? found : sql`NOT (${found})`;
}

const probeOf = ({ kind, targets }: Facet): FacetCondition => ({
  kind,
  targets: values(targets),
  isList: targets.length > 1,
  wanted: true,
});

function rangeOf(kind: FacetKind, target: Sql, conditions: Sql[], targets: number): Branch {
  const own = sql`l.kind = ${raw(`${kind}`)} AND l.target ${target}`;
  const rows = sql`FROM @calendar_listing l WHERE ${list([own, ...conditions], ' AND ')}`;
  return { rows, targets };
}

function rowsOf({ kind }: Facet, targets: number[], conditions: Sql[]): Branch {
  const target = targets.length > 1 ? sql`IN (${values(targets)})` : sql`= ${targets[0] ?? 0}`;
  return rangeOf(kind, target, conditions, targets.length);
}

/** The most values bound to a statement, below the limits of SQLite (32,766) and PostgreSQL (65,535). */
const BOUND = 30_000;

/** The most ranges of the facet, each of which repeats the bindings of the conditions. */
function maxRanges({ targets }: Facet, conditions: Sql[]): number {
  const repeated = 1 + list(conditions).bindings.length;
  const ranges = Math.floor((BOUND - 2 * targets.length) / repeated) - 1; // One more is used for long events.
  return Math.max(1, Math.min(MAX_MERGED, ranges));
}

/** The branches of a facet's targets; an event may be in several of them. */
const branchesOf = (facet: Facet, conditions: Sql[]): Branch[] =>
  [...chunks(facet.targets, Math.ceil(facet.targets.length / maxRanges(facet, conditions)))].map(
    (targets) => rowsOf(facet, targets, conditions),
  );

const LONG_EVENTS: Facet = { kind: KIND.flag, targets: [FLAG.long] };

/**
 * The same condition, as one that PostgreSQL takes for true: it assumes that `flags & 2 = 0` holds for one row in 200,
 * and looks up the other facets of each event instead of joining them.
 */
const estimated = (condition: Sql | Unflagged): Sql =>
  'without' in condition
    ? list(
        Object.values(FLAG)
          .filter((bit) => condition.without & bit)
          .map((bit) => raw(`l.flags & ${bit} <> ${bit}`)),
        ' AND ',
      )
    : condition;

/** What the ranges are for: to be counted, or to be walked in the order of time. */
export type Purpose = 'counting' | 'walking';

/**
 * The ranges of the listing with a list's events. For walking, each range is ordered by time, and all other criteria are
 * conditions on each event. For counting, a facet is one range, as several would repeat the other conditions, and so are
 * many venues: SQLite would look up those of each event. Events running at a moment may have begun any time before, so
 * the few long ones are searched separately, and the others only where they can have begun.
 */
export function branches(criteria: ResolvedFilter, purpose?: Purpose): Branch[] {
  const { facets, conditions, endsFrom } = criteria;
  if (facets.some(({ targets }) => targets.length === 0)) return [];
  const walking = purpose === 'walking';
  const narrow = facets.filter(({ targets }) => targets.length <= MAX_MERGED);
  const driving = walking || narrow.length > 0 ? narrow : facets;
  const [first] = driving.toSorted((one, other) => rank(one) - rank(other));
  const others = facets.filter((facet) => facet !== first).map(probeOf);
  const isCounted = purpose === 'counting';
  const venues = criteria.probes.find(({ wanted }) => wanted && isCounted && !first);
  const probes = [...others, ...criteria.probes.filter((probe) => probe !== venues)];
  const tests = probes.map((probe) => has(probe, walking));
  if (criteria.seenByAll) tests.push(isNotHidden());
  const range = (facet: Facet, more: (Sql | Unflagged)[] = []) => {
    if (!isCounted) return branchesOf(facet, [...conditions, ...more, ...tests]);
    const isJoined = (venues || tests.length > 0) && isPostgres();
    const own = [...conditions, ...more].map((each) => (isJoined ? estimated(each) : each));
    if (facet !== EVERYTHING || !venues) return [rowsOf(facet, facet.targets, [...own, ...tests])];
    return [rangeOf(KIND.venue, sql`IN (${venues.targets})`, [...own, ...tests], 2)];
  };
  if (!endsFrom) return range(first ?? EVERYTHING);
  const since = new Date(endsFrom.getTime() - LONG_DAYS * DAY);
  const brief = [unflagged(FLAG.long), sql`l.utc_start >= ${since}`];
  const too = (first && probeOf(first)) ?? venues;
  return [...range(first ?? EVERYTHING, brief), ...range(LONG_EVENTS, too && [has(too, walking)])];
}

/** D8.11: walking to the n-th record reads about n * events / total rows; the alternative reads all of the total. */
export const isShort = ({ total, events }: Counts, end: number) => total * total > end * events;

/** SQL for the rows of the ranges without duplicates. */
export function withoutDuplicates(ranges: Branch[], columns: Sql): Sql {
  const [only, ...more] = ranges;
  if (only && more.length === 0) {
    return sql`SELECT ${raw(only.targets > 1 ? 'DISTINCT' : '')} ${columns} ${only.rows}`;
  }
  return list(
    ranges.map(({ rows }) => sql`SELECT ${columns} ${rows}`),
    ' UNION ',
  );
}

/** The total, and an upper bound for the number of events: the highest id, which is the last in the key. */
export async function countOf(ranges: Branch[]): Promise<Counts> {
  if (ranges.length === 0) return { total: 0, events: 0 };
  const [row] = await run<
    Record<keyof Counts, number | string | null>
  >(sql`SELECT COUNT(*) AS total,
      (SELECT MAX(event_id) FROM @calendar_listing) AS events
    FROM (${withoutDuplicates(ranges, raw('l.occurrence_id'))}) AS counted`);
  return { total: Number(row?.total), events: Number(row?.events ?? 0) };
}

export const COLUMNS = raw('l.utc_start, l.occurrence_id, l.event_id, l.languages');

/** Rows up to which walking each range is cheaper than merging all of them. */
const MAX_WALKED = 1000;

/** A part of the list, read in the order of start from one of its ends. */
export interface Part {
  offset: number;
  count: number;
  backwards: boolean;
}

interface Page {
  page: number;
  perPage: number;
  order: { descending: boolean };
}

/** D8.1: the part of a page; pages in the second half are read from the end. */
export function partOf({ page, perPage, order }: Page, total: number): Part {
  const offset = (page - 1) * perPage;
  const count = Math.max(Math.min(perPage, total - offset), 0);
  const fromEnd = offset > total / 2;
  const backwards = fromEnd !== order.descending;
  return { count, backwards, offset: fromEnd ? total - offset - count : offset };
}

export const orderOf = ({ backwards }: Part) =>
  raw(
    backwards ? 'ORDER BY utc_start DESC, occurrence_id DESC' : 'ORDER BY utc_start, occurrence_id',
  );

/**
 * SQL that merges several ranges, reading from each as many rows as the part can need: an event may have one row per
 * target of a range.
 */
export function merged(ranges: Branch[], part: Part): Sql {
  const most = part.offset + part.count;
  if (most > MAX_WALKED) return withoutDuplicates(ranges, COLUMNS);
  const each = ranges.map(
    ({ rows, targets }) => sql`SELECT * FROM (
      SELECT ${COLUMNS} ${rows} ${orderOf(part)} LIMIT ${most * targets}) AS part`,
  );
  return list(each, ' UNION ');
}

/**
 * D10.7: whether the viewer's list of published events is the public one. Viewers of protected events can also filter
 * by their fields, which the listing does not contain.
 */
export async function seesOnlyPublicList({
  userId,
  unlocked,
  permitted,
}: Viewer): Promise<boolean> {
  if (permitted) return false;
  if (!userId && !unlocked) return true;
  const own = sql`AND EXISTS (SELECT 1 FROM @calendar_events e
    WHERE e.public_id = l.event_id AND e.author = ${userId ?? 0})`;
  const [found] = await run(sql`SELECT 1 FROM @calendar_listing l
    WHERE l.kind = ${raw(`${KIND.flag}`)} AND l.target = ${raw(`${FLAG.protected}`)}
    ${unlocked ? raw('') : own} LIMIT 1`);
  return found === undefined;
}
