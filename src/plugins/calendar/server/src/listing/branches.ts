import { type Facet, FLAG, KIND, type Kind, LONG_DAYS, type Narrowing } from '../sql/facets';
import { list, raw, type Sql, sql, values } from '../sql/sql';
import { isPostgres } from '../store/table';

/** Rows of one range of the listing, alias `l`, each of them another event. */
export type Branch = Sql;

const DAY = 24 * 60 * 60 * 1000;

/** Which facet is walked by date while the others are only asked for: what mostly has the fewest events. */
const ORDER: Kind[] = [
  KIND.childOf,
  KIND.venue,
  KIND.organizer,
  KIND.tag,
  KIND.flag,
  KIND.category,
];

const place = ({ kind, targets }: Facet) => ORDER.indexOf(kind) + (targets.length > 1 ? 0.5 : 0);

/** So many ranges are merged; of more targets several share one, which is not in the order of time. */
const MERGED = 10;

const isWide = ({ targets }: Facet) => targets.length > MERGED;

/** Whether every fact that the list asks for has so many forms that walking all events may be cheaper. */
export const asksWidely = ({ facets }: Narrowing) => facets.length > 0 && facets.every(isWide);

const EVERYTHING: Facet = { kind: KIND.all, targets: [0] };

/** SQLite 3.51 forgets an OFFSET beside an EXISTS (`store/amongst.ts`). */
export const exists = (column: Sql, rows: Sql): Sql =>
  isPostgres() ? sql`EXISTS (SELECT 1 ${rows})` : sql`l.event_id IN (SELECT ${column} ${rows})`;

/** The event has a row of the kind with one of the targets, too: a look at the key. */
export const hasOneOf = (kind: Kind, targets: Sql): Sql =>
  exists(
    raw('x.event_id'),
    sql`FROM @calendar_listing x WHERE x.event_id = l.event_id
      AND x.occurrence_id = l.occurrence_id AND x.kind = ${raw(`${kind}`)}
      AND x.target IN (${targets})`,
  );

const has = ({ kind, targets }: Facet): Sql => hasOneOf(kind, values(targets));

const rowsOf = ({ kind }: Facet, [one, ...more]: number[], conditions: Sql[]): Branch => {
  const target = more.length > 0 ? sql`IN (${values([one ?? 0, ...more])})` : sql`= ${one ?? 0}`;
  return sql`FROM @calendar_listing l WHERE ${list(
    [sql`l.kind = ${raw(`${kind}`)} AND l.target ${target}`, ...conditions],
    ' AND ',
  )}`;
};

/** The targets of a facet in so many parts that a range of each can be merged with the others. */
function parts({ targets }: Facet): number[][] {
  const size = Math.ceil(targets.length / MERGED);
  const starts = targets.map((_, at) => at).filter((at) => at % size === 0);
  return starts.map((at) => targets.slice(at, at + size));
}

/** One branch for each part of a facet; an event may be in several of them. */
const branchesOf = (facet: Facet, conditions: Sql[]): Branch[] =>
  parts(facet).map((targets) => rowsOf(facet, targets, conditions));

const LONG: Facet = { kind: KIND.flag, targets: [FLAG.long] };

/**
 * The ranges of the listing in which the events of a list are found; with `walking`, those in the order
 * of time alone, in which each event is asked for what has many forms (`asksWidely`). What runs at a moment may have
 * begun at any time before: so the few long events are looked for by themselves, and all others only
 * where they can have begun.
 */
export function branches(narrowing: Narrowing, walking = false): Branch[] {
  const { facets, conditions, endsFrom } = narrowing;
  if (facets.some(({ targets }) => targets.length === 0)) return [];
  const narrow = facets.filter((facet) => !isWide(facet));
  const driving = walking || narrow.length > 0 ? narrow : facets;
  const [first] = driving.toSorted((one, other) => place(one) - place(other));
  const probes = facets.filter((facet) => facet !== first).map(has);
  const range = (facet: Facet, more: Sql[] = []) =>
    branchesOf(facet, [...conditions, ...more, ...probes]);
  if (!endsFrom) return range(first ?? EVERYTHING);
  const since = new Date(endsFrom.getTime() - LONG_DAYS * DAY);
  const isShort = sql`l.flags & ${raw(`${FLAG.long}`)} = 0 AND l.utc_start >= ${since}`;
  const isAlso = first ? [has(first)] : [];
  return [...range(first ?? EVERYTHING, [isShort]), ...range(LONG, isAlso)];
}
