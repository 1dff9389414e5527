import { unlocked, visible } from '../access/sql';
import type { RowState, Viewer } from '../access/viewer';
import { run, tableOf } from '../database/run';
import type { Params, Values } from '../kinds/kind';
import { fold, normalizeName } from '../kinds/text/normalize';
import { invalidParams } from '../messages/errors';
import type { Message } from '../messages/t';
import { cosineTo, located, openVenue, type Point, unflagged } from '../resources/event/conditions';
import type { Filters } from '../resources/resource';
import { sentFilters } from '../resources/shared/list';
import type { Language } from '../settings/languages';
import {
  isPostType,
  MAX_ID,
  NAME_FIELD,
  type PostType,
  type RecordType,
} from '../settings/record-types';
import { type Criteria, type Facet, FLAG, KIND, type VenueFilter } from '../sql/facets';
import { all, any, list, namedLike, oneOf, raw, type Sql, sql, TRUE, values } from '../sql/sql';
import type { FacetCondition } from './branches';
import { cachedRead } from './cache';

/** A parameter's references: ids, and for terms also slugs and names. */
interface ItemReference {
  parameter: string;
  type: RecordType;
  items: string[];
}

/** A row that may be meant by an item. */
interface Candidate {
  parameter: string;
  id: number;
  slug: string | null;
  name: string | null;
  language: Language;
}

const isDigits = (item: string) => /^\d+$/.test(item);

const idsIn = (items: string[]) =>
  items.filter((item) => isDigits(item) && Number(item) <= MAX_ID).map(Number);

/** The row `e` may be meant by an item: a term by id, slug or name; a post by id if the viewer may open it. */
function isCandidate({ type, items }: ItemReference, viewer: Viewer): Sql {
  const byId = oneOf(raw('e.public_id'), idsIn(items));
  if (isPostType(type)) {
    const open = visible(type, 'e', viewer);
    return all([byId, open, type === 'event' ? unlocked('e', viewer) : TRUE]);
  }
  return any([byId, oneOf(raw('e.slug'), items.map(normalizeName)), namedLike(items)]);
}

/** Loads the candidates of all parameters in one statement. */
function loadCandidates(wanted: ItemReference[], viewer: Viewer): Promise<Candidate[]> {
  const queries = wanted.map(
    (one) => sql`SELECT CAST(${one.parameter} AS varchar(40)) AS parameter,
      e.public_id AS id, e.slug, e.${raw(NAME_FIELD[one.type])} AS name, e.locale AS language
      FROM ${tableOf(one.type)} e WHERE ${isCandidate(one, viewer)}`,
  );
  return run(list(queries, ' UNION ALL '));
}

/** Ids by key; the first row with a key wins. */
const firstBy = <Key>(rows: Candidate[], keyOf: (row: Candidate) => Key) =>
  new Map(rows.toReversed().map((row) => [keyOf(row), row.id]));

/**
 * D7.6: resolves an item to an id. Posts: ids only. Terms: digits are an id, else a slug; other texts a slug, else a
 * name (also without regard to accents); among equal names the oldest term.
 */
function resolver(rows: Candidate[], type: RecordType): (item: string) => number | undefined {
  const ids = firstBy(rows, ({ id }) => id);
  if (isPostType(type)) return (item) => ids.get(Number(item));
  const slugs = firstBy(rows, ({ slug }) => normalizeName(slug ?? ''));
  const names = firstBy(rows, ({ name }) => normalizeName(name ?? ''));
  const folded = firstBy(rows, ({ name }) => fold(name ?? ''));
  return (item) => {
    if (isDigits(item)) return ids.get(Number(item)) ?? slugs.get(item);
    return (
      slugs.get(normalizeName(item)) ?? names.get(normalizeName(item)) ?? folded.get(fold(item))
    );
  };
}

/** The ids of a parameter's items, without duplicates, and the items that no row fits. */
function resolveItems({ type, items }: ItemReference, rows: Candidate[]) {
  const idOf = resolver(rows, type);
  const ids = new Set<number>();
  const unknown: string[] = [];
  for (const item of items) {
    const id = idOf(item);
    if (id === undefined) unknown.push(item);
    else ids.add(id);
  }
  return { ids: [...ids], unknown };
}

/** D9.3: replaces items by ids in the values. Throws CalendarError 400 that names all items without a record. */
export async function lookUp(
  filters: Filters,
  values: Values<Params>,
  { languages, ...viewer }: Viewer & { languages: Language[] },
): Promise<Values<Params>> {
  const wanted: ItemReference[] = sentFilters(filters, values).flatMap((sent) =>
    'refersTo' in sent ? [{ parameter: sent.name, type: sent.refersTo, items: sent.value }] : [],
  );
  if (wanted.length === 0) return values;
  const found = await cachedRead(['named', wanted], viewer, () => loadCandidates(wanted, viewer));
  const candidates = found.toSorted(
    (one, other) =>
      languages.indexOf(one.language) - languages.indexOf(other.language) || one.id - other.id,
  );
  const faults: Record<string, Message> = {};
  const ids: Record<string, number[]> = {};
  for (const reference of wanted) {
    const { parameter } = reference;
    const rows = candidates.filter((row) => row.parameter === parameter);
    const resolved = resolveItems(reference, rows);
    ids[parameter] = resolved.ids;
    if (resolved.unknown.length > 0) {
      faults[parameter] = { text: 'unknown_items', values: { items: resolved.unknown.join(', ') } };
    }
  }
  if (Object.keys(faults).length > 0) throw invalidParams(faults);
  return { ...values, ...ids };
}

const COLUMNS = raw(
  'e.id, e.public_id, e.slug, e.locale, e.published_at AS "publishedAt", e.trashed_at, e.post_status, e.author, e.date',
);

/** All rows of the record with this public id; empty if there is none. */
export const statesById = (type: PostType, id: number): Promise<RowState[]> =>
  run(sql`SELECT ${COLUMNS} FROM ${tableOf(type)} e WHERE e.public_id = ${id}`);

/** All rows of records with this slug in any language or version, visible or not. */
export function statesBySlug(type: PostType, slug: string): Promise<RowState[]> {
  const table = tableOf(type);
  return run(sql`SELECT ${COLUMNS} FROM ${table} e
    WHERE e.public_id IN (SELECT s.public_id FROM ${table} s WHERE s.slug = ${slug})`);
}

/** D4.13: a record's id in another system; `source` names the system and may be empty. */
export interface ExternalId {
  externalId: string;
  source: string;
}

const hasExternalId = (alias: string, { externalId, source }: ExternalId) =>
  sql`${raw(alias)}.external_id = ${externalId} AND COALESCE(${raw(alias)}.source, '') = ${source}`;

/** All rows of the record with this external id, in any state. */
export function statesByExternalId(type: PostType, id: ExternalId): Promise<RowState[]> {
  const table = tableOf(type);
  return run(sql`SELECT ${COLUMNS} FROM ${table} e
    WHERE e.public_id IN (SELECT x.public_id FROM ${table} x WHERE ${hasExternalId('x', id)})`);
}

/** Whether a document other than this one has the external id. */
export async function isExternalIdTaken(
  type: PostType,
  id: ExternalId,
  documentId: string | undefined,
): Promise<boolean> {
  const rows = await run(sql`SELECT 1 FROM ${tableOf(type)} e
    WHERE ${hasExternalId('e', id)} AND e.document_id <> ${documentId ?? ''} LIMIT 1`);
  return rows.length > 0;
}

/** Criteria whose filters by venue are resolved to ids. */
export interface ResolvedFilter extends Omit<Criteria, 'venues'> {
  probes: FacetCondition[];
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
