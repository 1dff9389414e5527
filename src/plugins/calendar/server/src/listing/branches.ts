import type { Viewer } from '../access/viewer';
import { chunks, isPostgres, run } from '../database/run';
import { DAY } from '../kinds/dates/wall-time';
import { cosineTo, located, openVenue, type Point, unflagged } from '../resources/event/conditions';
import {
  type Criteria,
  type Facet,
  type FacetKind,
  FLAG,
  KIND,
  LONG_DAYS,
  type Unflagged,
  type VenueFilter,
} from '../sql/facets';
import { all, list, raw, type Sql, sql, values } from '../sql/sql';
import { isNotHidden } from './search';

/** SQL for the rows of one range of the listing (alias `l`), with at most `targets` rows per event. */
export interface Branch {
  rows: Sql;
  targets: number;
}

/** A condition on each event: whether it has a row of the kind with one of the targets. */
interface FacetCondition {
  kind: FacetKind;
  targets: Sql;
  /** Whether there can be more than one target. */
  isList: boolean;
  wanted: boolean;
}

/** Criteria whose filters by venue are resolved to ids. */
export interface ResolvedFilter extends Omit<Criteria, 'venues'> {
  probes: FacetCondition[];
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
  const repeated = conditions.reduce((sum, { bindings }) => sum + bindings.length, 1);
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

/** The most venues that are listed as ids, which the database estimates better than a subquery. */
const MAX_VENUE_IDS = 2000;

const venuesOf = ({ venue }: VenueFilter): Sql => sql`FROM @calendar_venues v WHERE ${venue}`;

/** D10.7: a protected event matches neither a filter by venue nor its negation. */
const NOT_PROTECTED = unflagged(FLAG.protected);

async function resolveVenue(
  criteria: ResolvedFilter,
  filter: VenueFilter,
): Promise<ResolvedFilter> {
  const found = await run<{ id: number }>(
    sql`SELECT DISTINCT v.public_id AS id ${venuesOf(filter)} ORDER BY id LIMIT ${MAX_VENUE_IDS + 1}`,
  );
  const ids = found.map(({ id }) => id);
  const isNamed = ids.length <= MAX_VENUE_IDS;
  const { facets, conditions, probes } = criteria;
  if (filter.wanted && isNamed) {
    return { ...criteria, facets: [...facets, { kind: KIND.venue, targets: ids }] };
  }
  const targets = isNamed ? values(ids) : sql`SELECT v.public_id ${venuesOf(filter)}`;
  const probe = { kind: KIND.venue, targets, isList: ids.length > 1, wanted: filter.wanted };
  return {
    ...criteria,
    conditions: filter.wanted ? conditions : [...conditions, NOT_PROTECTED],
    probes: ids.length > 0 ? [...probes, probe] : probes,
  };
}

/** Resolves filters by venue to ids (or subqueries) by asking the database. */
export async function resolveVenues({ venues = [], ...rest }: Criteria): Promise<ResolvedFilter> {
  let criteria: ResolvedFilter = { ...rest, probes: [] };
  for (const filter of venues) criteria = await resolveVenue(criteria, filter);
  return criteria;
}

/** The nearest venues that the viewer may open, with cosines of their distances. */
export const nearestVenues = (
  from: Point,
  viewer: Viewer,
): Promise<{ id: number; cosine: number }[]> =>
  run(sql`SELECT v.public_id AS id, MAX(${cosineTo(from)}) AS cosine
    FROM @calendar_venues v WHERE ${all([located, openVenue(viewer)])}
    GROUP BY v.public_id ORDER BY cosine DESC LIMIT ${MAX_VENUE_IDS}`);

/** Restricts a list to events at one of the venues, in place of filters by venue that all of these pass. */
export function atVenues(criteria: ResolvedFilter, targets: number[]): ResolvedFilter {
  const passed = ({ kind, targets: wanted }: Facet) =>
    kind === KIND.venue && targets.every((id) => wanted.includes(id));
  const others = criteria.facets.filter((facet) => !passed(facet));
  return { ...criteria, facets: [...others, { kind: KIND.venue, targets }] };
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
