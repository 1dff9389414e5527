import type { Viewer } from '../access/viewer';
import type { Status } from '../content-types/rows';
import { run } from '../database/run';
import type { PostOrder } from '../resources/event/conditions';
import { type Language, type LanguageChoice, languageBit } from '../settings/languages';
import type { Criteria } from '../sql/facets';
import { oneOf, raw, type Sql, sql, TRUE } from '../sql/sql';
import {
  type Branch,
  branches,
  COLUMNS,
  countOf,
  isShort,
  merged,
  orderOf,
  type Part,
  type Purpose,
  partOf,
  withoutDuplicates,
} from './branches';
import { cachedUntilDue, undatedIn } from './cache';
import { type Chosen, type Counts, choose, type ListChoice, notAhead, orderBy } from './choose';
import { atVenues, nearestVenues, type ResolvedFilter, resolveVenues } from './look-up';
import { haveFewRows, isHidden, type SearchStrategy, searched } from './search';

export interface ListedChoice extends LanguageChoice, Viewer {
  criteria: Criteria;
  /** D8.7: of these, the listing has published and scheduled events; by default published. */
  statuses?: readonly Status[];
  order: PostOrder;
  page: number;
  perPage: number;
}

type ResolvedChoice = ListedChoice & { criteria: ResolvedFilter };

/** D7.2: SQL for the language in which a row of the listing is shown: the first that it has. */
const languageShown = (alias: string, languages: Language[]) =>
  raw(
    `CASE ${languages
      .map((each) => `WHEN ${alias}.languages & ${languageBit(each)} <> 0 THEN '${each}'`)
      .join(' ')} END`,
  );

/** `e` is the published row shown for the listing's row `alias`. */
const isShown = (alias: string, languages: Language[]) => sql`e.public_id = ${raw(alias)}.event_id
  AND e.published_at IS NOT NULL AND e.locale = ${languageShown(alias, languages)}`;

const hasScheduled = ({ statuses }: ListedChoice) => statuses?.includes('future') ?? false;

/** D6.1: the listing's row `l` is public, or scheduled, as the list's states require. */
function inStates(choice: ListedChoice): Sql {
  const { statuses, now } = choice;
  if (!hasScheduled(choice)) return sql`l.visible_from <= ${now}`;
  return statuses?.includes('publish') ? TRUE : sql`l.visible_from > ${now}`;
}

/** The criteria other than facets, as conditions on the listing's row `l`. */
function conditionsOf(choice: ListedChoice, way?: SearchStrategy): Sql[] {
  const { criteria, languages, fallback } = choice;
  const [wanted] = languages;
  const inLanguage = wanted && sql`l.languages & ${raw(`${languageBit(wanted)}`)} <> 0`;
  const { conditions, search = '' } = criteria;
  return [
    ...conditions,
    inStates(choice),
    ...(fallback || !inLanguage ? [] : [inLanguage]),
    ...(way ? [searched(search, languageShown('l', languages), way)] : []),
  ];
}

/** The ranges of the list. Where they are walked, the text of a search is checked event by event. */
function rangesOf(choice: ResolvedChoice, way?: SearchStrategy, purpose?: Purpose): Branch[] {
  const applied = way && purpose === 'walking' ? 'walk' : way;
  return branches({ ...choice.criteria, conditions: conditionsOf(choice, applied) }, purpose);
}

interface Plan extends Counts {
  /** That of a search. */
  way?: SearchStrategy;
}

/** Counts the list, and chooses the strategy of a search. */
async function countAndPlan(choice: ResolvedChoice): Promise<Plan> {
  const isSearch = choice.criteria.search !== undefined;
  const isLong = isSearch && !(await haveFewRows(rangesOf(choice)));
  const way = isSearch ? (isLong ? 'matches' : 'walk') : undefined;
  return { way, ...(await countOf(rangesOf(choice, way, 'counting'))) };
}

type FoundRow = { id: number };

/** The rows of a page ordered by start, reading the ranges only as far as the page. */
function pageByStart(choice: ResolvedChoice, plan: Plan, part: Part): Promise<FoundRow[]> {
  const { languages, order } = choice;
  const purpose = isShort(plan, part.offset + part.count) ? 'walking' : undefined;
  const ranges = rangesOf(choice, plan.way, purpose);
  const rows =
    ranges.length === 1
      ? withoutDuplicates(ranges, COLUMNS)
      : sql`SELECT * FROM (${merged(ranges, part)}) AS merged`;
  const way = raw(order.descending ? ' DESC' : '');
  return run(sql`WITH page AS MATERIALIZED (
      ${rows} ${orderOf(part)} LIMIT ${part.count} OFFSET ${part.offset})
    SELECT e.id FROM page JOIN @calendar_events e ON ${isShown('page', languages)}
    ORDER BY page.utc_start${way}, page.occurrence_id${way}`);
}

/** The orders for which events have an index, besides that by start. */
const INDEXED = ['title', 'modified', 'date'];

/** How many times as many rows are walked as where the list's events are spread evenly: they may come last. */
const UNEVEN = 20;

/**
 * SQL for a page ordered by a column of events, among the first rows of its index. Each is looked up in the listing by
 * the whole key: SQLite would read a range of the listing for it. A subquery with a limit is read in its order. The
 * range has one target, so that an event is in it once.
 */
function alongIndex({ rows }: Branch, choice: ListedChoice, most: number): Sql {
  const { page, perPage, languages, order } = choice;
  return sql`SELECT e.id FROM (
      SELECT e.id, e.public_id, e.locale FROM @calendar_events e WHERE e.published_at IS NOT NULL
      ${hasScheduled(choice) ? raw('') : notAhead(order, choice)} ${orderBy(order, choice)} LIMIT ${most}) e
    WHERE 1 = (SELECT 1 ${rows} AND l.event_id = e.public_id AND l.occurrence_id = e.public_id
      AND e.locale = ${languageShown('l', languages)})
    LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`;
}

/** The rows of a page in any other order, which depends on the row shown: all listed events are joined and sorted. */
function sortedPage(choice: ResolvedChoice, { way }: Plan): Promise<FoundRow[]> {
  const { page, perPage, languages, order } = choice;
  const ranges = rangesOf(choice, way);
  return run(sql`SELECT e.id FROM (${withoutDuplicates(ranges, COLUMNS)}) AS listed
    JOIN @calendar_events e ON ${isShown('listed', languages)}
    ${orderBy(order, choice)} LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`);
}

/** The rows of a page found along an index, unless it is faster to sort the list. */
async function indexedPage(choice: ResolvedChoice, plan: Plan, part: Part) {
  const { order, page } = choice;
  const end = page * choice.perPage;
  if (!INDEXED.includes(order.by) || !isShort(plan, end)) return undefined;
  const [range, ...others] = rangesOf(choice, plan.way, 'walking');
  if (range?.targets !== 1 || others.length > 0) return undefined;
  const most = Math.ceil((UNEVEN * end * plan.events) / plan.total);
  const found = await run<FoundRow>(alongIndex(range, choice, Math.min(most, plan.total)));
  return found.length === part.count ? found : undefined;
}

/** Events up to which a list is sorted by distance as a whole. */
const FEW_SORTED = 1000;

/** The fewest venues with whose events a page by distance begins, and how many times as many follow. */
const FEW_VENUES = 10;

/** The rows of a page from the nearest, if the events at the nearest venues fill it: all others are farther away. */
async function nearestPage(choice: ResolvedChoice, plan: Plan, part: Part) {
  const { order, page, perPage, criteria } = choice;
  if (order.by !== 'distance' || order.descending || plan.total <= FEW_SORTED) return undefined;
  const venues = await nearestVenues(order.from, choice);
  const share = (2 * page * perPage) / plan.total;
  let count = Math.max(FEW_VENUES, Math.ceil(share * venues.length));
  for (; count < venues.length / 2; count *= FEW_VENUES) {
    const last = venues[count - 1]?.cosine ?? 0;
    const near = venues.filter(({ cosine }) => cosine >= last).map(({ id }) => id);
    if (near.length === venues.length) return undefined; // Venues beyond the limit may be as near as the last.
    const nearer = { ...choice, criteria: atVenues(criteria, near) };
    const found = await sortedPage(nearer, plan);
    if (found.length === part.count) return found;
  }
  return undefined;
}

/** The rows of a page, which are chosen by the listing alone in the order of start. */
async function pageOf(choice: ResolvedChoice, plan: Plan, part: Part): Promise<FoundRow[]> {
  if (choice.order.by === 'start') return pageByStart(choice, plan, part);
  const quickly =
    (await indexedPage(choice, plan, part)) ?? (await nearestPage(choice, plan, part));
  return quickly ?? sortedPage(choice, plan);
}

/** D8.9: like `choose`, for public lists. Counts first, because the total decides from which end to read. */
export async function chooseListed(request: ListedChoice): Promise<Chosen> {
  const criteria = await resolveVenues(request.criteria);
  const choice = { ...request, criteria };
  const { languages, fallback, now } = choice;
  // D7.2: the total depends on the languages only with a search, or without fallback.
  const relevant = criteria.search === undefined && fallback ? [] : languages;
  const asked = { ...criteria, probes: undatedIn(criteria.probes, now) };
  const question = [asked, request.statuses, relevant, fallback];
  const plan = await cachedUntilDue(question, choice, () => countAndPlan(choice));
  const { total, events } = plan;
  const part = partOf(choice, total);
  const found = part.count > 0 ? await pageOf(choice, plan, part) : [];
  return { ids: found.map(({ id }) => id), total, events };
}

/** Orders by which all rows of events have an index. */
const WALKED: PostOrder['by'][] = ['start', 'modified'];

/** The last place of a page that is merged from both parts of a list. */
const MAX_MERGED = 1000;

/** The share of all events above which those with other texts are fewer than those of the list. */
const POPULAR = 20;

const NONE: Counts = { total: 0, events: 0 };

/**
 * D8.7: the two parts of a list with unpublished or protected events, and their counts: what the listing can answer
 * (undefined if it has none of the list's states), and the rows of all `others`. Few may have the list's references
 * (`isNarrow`).
 */
async function partsOf(choice: ListChoice, criteria: Criteria) {
  const { statuses, conditions } = choice;
  const isListed = statuses.includes('publish') || statuses.includes('future');
  const open = { ...choice, page: 1, criteria: { ...criteria, seenByAll: true } };
  const listed: ListedChoice = isListed ? open : { ...open, statuses: ['publish', 'future'] };
  const refers = conditions.some(({ finding }) => finding);
  const one = isListed || refers ? await chooseListed({ ...listed, perPage: 0 }) : NONE;
  const isNarrow = refers && one.total * POPULAR <= one.events;
  const tests = isNarrow ? conditions : conditions.map(({ finding, ...test }) => test);
  const others = { ...choice, page: 1, conditions: [...tests, isHidden(!isNarrow)] };
  const other = await choose({ ...others, perPage: 0 });
  const total = (isListed ? one.total : 0) + other.total;
  const counts = { total, events: Math.max(one.events, other.events) };
  return { listed: isListed ? listed : undefined, others, isNarrow, counts };
}

/**
 * D8.7: a page of such a list. The listing has the events of which everybody sees all texts, and rows are only read of
 * the others, which are few: the page is merged from both parts, unless all rows have an index in its order, along which
 * it is near, or few have its references.
 */
export async function chooseInParts(choice: ListChoice, criteria: Criteria): Promise<Chosen> {
  const { listed, others, isNarrow, counts } = await partsOf(choice, criteria);
  const end = choice.page * choice.perPage;
  const isRead = isShort(counts, end) ? WALKED.includes(choice.order.by) : isNarrow;
  if (isRead || end > MAX_MERGED) return choose({ ...choice, counts });
  const first = listed ? (await chooseListed({ ...listed, perPage: end })).ids : [];
  const ids = [...first, ...(await choose({ ...others, perPage: end })).ids];
  const among = oneOf(raw('e.id'), ids);
  const conditions = [{ ...among, finding: () => among }];
  const merging = { ...choice, conditions, counts: { total: ids.length, events: Infinity } };
  return { ids: (await choose(merging)).ids, ...counts };
}
