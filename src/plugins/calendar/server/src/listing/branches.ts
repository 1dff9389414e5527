import type { Viewer } from '../access/viewer';
import { chunks, isPostgres, run } from '../database/run';
import { DAY } from '../kinds/dates/wall-time';
import {
  type Criteria,
  type Facet,
  FLAG,
  KIND,
  type Kind,
  LONG_DAYS,
  type VenueFilter,
} from '../sql/facets';
import { list, raw, type Sql, sql, values } from '../sql/sql';

/**
 * How a search is put to the database, whose own guess between the two is often wrong by a hundred
 * times: `matches` finds all texts first, by the index where it helps; `walk` looks into the text of one
 * event after another, in the order of the page.
 */
export type SearchStrategy = 'matches' | 'walk';

/** Lists of so few events, without the search, are looked through. */
const FEW = 1000;

/** By the ranges of the list without the search. */
export async function isShort(ranges: Branch[]): Promise<boolean> {
  if (ranges.length === 0) return true;
  const rows = list(
    ranges.map((range) => sql`SELECT 1 ${range.rows}`),
    ' UNION ALL ',
  );
  const [row] = await run<{ listed: number | string }>(
    sql`SELECT COUNT(*) AS listed FROM (${rows} LIMIT ${FEW + 1}) AS first_rows`,
  );
  return Number(row?.listed) <= FEW;
}

/** Rows of one range of the listing, alias `l`: of an event as many as there are targets, at most. */
export interface Branch {
  rows: Sql;
  targets: number;
}

/** Asks each event whether it has a row of the kind with one of the targets. */
interface Probe {
  kind: Kind;
  targets: Sql;
  wanted: boolean;
}

/** A list whose venues are found. */
export interface ResolvedFilter extends Omit<Criteria, 'venues'> {
  probes: Probe[];
}

/** Which facet is walked by date while the others are only asked for: what mostly has the fewest events. */
const ORDER: Kind[] = [
  KIND.childOf,
  KIND.venue,
  KIND.organizer,
  KIND.tag,
  KIND.flag,
  KIND.category,
];

const rank = ({ kind, targets }: Facet) => ORDER.indexOf(kind) + (targets.length > 1 ? 0.5 : 0);

/** So many ranges are merged; of more targets several share one, which is not in the order of time. */
const MERGED = 10;

const isWide = ({ targets }: Facet) => targets.length > MERGED;

const EVERYTHING: Facet = { kind: KIND.all, targets: [0] };

/**
 * One look at the key. PostgreSQL joins the rows of an EXISTS to all events at once; with an OFFSET they
 * are asked of one event after another, as far as the page. SQLite 3.51 forgets the OFFSET of a page
 * beside an EXISTS (`listing/choose.ts`).
 */
function has({ kind, targets, wanted }: Probe, walking: boolean): Sql {
  const rows = sql`FROM @calendar_listing x WHERE x.event_id = l.event_id
    AND x.occurrence_id = l.occurrence_id AND x.kind = ${raw(`${kind}`)} AND x.target IN (${targets})`;
  const found = isPostgres()
    ? sql`EXISTS (SELECT 1 ${rows} ${raw(walking ? 'OFFSET 0' : '')})`
    : sql`l.event_id IN (SELECT x.event_id ${rows})`;
  return wanted ? found : sql`NOT (${found})`;
}

const probeOf = ({ kind, targets }: Facet): Probe => ({
  kind,
  targets: values(targets),
  wanted: true,
});

function rowsOf({ kind }: Facet, targets: number[], conditions: Sql[]): Branch {
  const target =
    targets.length > 1 ? sql`l.target IN (${values(targets)})` : sql`l.target = ${targets[0] ?? 0}`;
  const rows = sql`FROM @calendar_listing l WHERE ${list(
    [sql`l.kind = ${raw(`${kind}`)} AND ${target}`, ...conditions],
    ' AND ',
  )}`;
  return { rows, targets: targets.length };
}

/** Values bound to a statement, with some to spare: SQLite takes 32,766, PostgreSQL 65,535. */
const BOUND = 30_000;

/** How many ranges of the facet there may be, each of which repeats the conditions. */
function mostParts({ targets }: Facet, conditions: Sql[]): number {
  const repeated = conditions.reduce((sum, { bindings }) => sum + bindings.length, 1);
  const ranges = Math.floor((BOUND - 2 * targets.length) / repeated) - 1; // One is that of the long events.
  return Math.max(1, Math.min(MERGED, ranges));
}

/** One branch for each part of a facet; an event may be in several of them. */
const branchesOf = (facet: Facet, conditions: Sql[]): Branch[] =>
  [...chunks(facet.targets, Math.ceil(facet.targets.length / mostParts(facet, conditions)))].map(
    (targets) => rowsOf(facet, targets, conditions),
  );

const LONG: Facet = { kind: KIND.flag, targets: [FLAG.long] };

/**
 * The ranges of the listing in which the events of a list are found; with `walking`, those in the order
 * of time, where each event is asked for all else. What runs at a moment may have begun at any time
 * before: so the few long events are looked for by themselves, and all others only where they can have
 * begun.
 */
export function branches(criteria: ResolvedFilter, walking = false): Branch[] {
  const { facets, conditions, endsFrom } = criteria;
  if (facets.some(({ targets }) => targets.length === 0)) return [];
  const narrow = facets.filter((facet) => !isWide(facet));
  const driving = walking || narrow.length > 0 ? narrow : facets;
  const [first] = driving.toSorted((one, other) => rank(one) - rank(other));
  const others = facets.filter((facet) => facet !== first).map(probeOf);
  const probes = [...others, ...criteria.probes].map((probe) => has(probe, walking));
  const range = (facet: Facet, more: Sql[] = []) =>
    branchesOf(facet, [...conditions, ...more, ...probes]);
  if (!endsFrom) return range(first ?? EVERYTHING);
  const since = new Date(endsFrom.getTime() - LONG_DAYS * DAY);
  const isShort = sql`l.flags & ${raw(`${FLAG.long}`)} = 0 AND l.utc_start >= ${since}`;
  const isAlso = first ? [has(probeOf(first), walking)] : [];
  return [...range(first ?? EVERYTHING, [isShort]), ...range(LONG, isAlso)];
}

/** So many venues are named to the database, which then knows where to look. */
const NAMED = 500;

const venuesOf = ({ venue }: VenueFilter): Sql => sql`FROM @calendar_venues v WHERE ${venue}`;

/** D10.7: a protected event matches neither a filter by venue nor its negation. */
const OPEN = sql`l.flags & ${raw(`${FLAG.protected}`)} = 0`;

async function resolveVenue(
  criteria: ResolvedFilter,
  filter: VenueFilter,
): Promise<ResolvedFilter> {
  const found = await run<{ id: number }>(
    sql`SELECT DISTINCT v.public_id AS id ${venuesOf(filter)} ORDER BY id LIMIT ${NAMED + 1}`,
  );
  const ids = found.map(({ id }) => id);
  const isNamed = ids.length <= NAMED;
  const { facets, conditions, probes } = criteria;
  if (filter.wanted && isNamed) {
    return { ...criteria, facets: [...facets, { kind: KIND.venue, targets: ids }] };
  }
  const targets = isNamed ? values(ids) : sql`SELECT v.public_id ${venuesOf(filter)}`;
  const probe = { kind: KIND.venue, targets, wanted: filter.wanted };
  return {
    ...criteria,
    conditions: filter.wanted ? conditions : [...conditions, OPEN],
    probes: ids.length > 0 ? [...probes, probe] : probes,
  };
}

/** The list with its venues by their ids: which those are only the database knows. */
export async function resolveVenues({ venues = [], ...rest }: Criteria): Promise<ResolvedFilter> {
  let criteria: ResolvedFilter = { ...rest, probes: [] };
  for (const filter of venues) criteria = await resolveVenue(criteria, filter);
  return criteria;
}

/**
 * D10.7: whether the viewer gets the public list of published events. Who may read a protected one can also
 * filter by its fields, which the listing does not hold.
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
