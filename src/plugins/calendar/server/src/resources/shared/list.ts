import type { Viewer } from '../../access/viewer';
import type { Status } from '../../content-types/rows';
import { language } from '../../kinds/choice';
import type { Params, Values } from '../../kinds/kind';
import { paging } from '../../kinds/number';
import { FEED_FORMATS, FEEDS, type FeedFormat, suffixOf } from '../../settings/addresses';
import { isPostType, type RecordType } from '../../settings/record-types';
import type { Criteria } from '../../sql/facets';
import type { Sql } from '../../sql/sql';
import { event } from '../event';
import type { Paged } from '../payloads';
import type { Combined, Filters, Resource } from '../resource';

/** One page of a list and the request for it. */
export interface Page {
  /** The list's URL: `{root}/events`. */
  address: string;
  page: number;
  perPage: number;
  total: number;
  /** D8.8: every filter in effect, in the order of query parameters in URLs. */
  filters: Record<string, string>;
  /** D14.8: the URL of the same events as a calendar feed. */
  feed?: string;
}

const address = ({ address: base }: Page, query: Record<string, string>) =>
  `${base}/?${new URLSearchParams(query)}`;

/** Spec 4.2: the URLs of this page and its neighbours. D8.8: a missing neighbour has no key. */
function links(request: Page, totalPages: number): Omit<Paged, 'total' | 'total_pages'> {
  const { page, perPage, filters } = request;
  const others = { per_page: `${perPage}`, ...filters };
  const previous = page === 2 ? others : { ...others, page: `${page - 1}` };
  return {
    rest_url: address(request, { page: `${page}`, ...others }),
    ...(page < totalPages && {
      next_rest_url: address(request, { ...others, page: `${page + 1}` }),
    }),
    ...(page > 1 && { previous_rest_url: address(request, previous) }),
  };
}

/** The envelope of terms: URLs, totals, records. */
function presentTermList(key: string, records: object[], page: Page) {
  const total_pages = Math.ceil(page.total / page.perPage);
  const { rest_url, ...neighbours } = links(page, total_pages);
  return { rest_url, total: page.total, total_pages, [key]: records, ...neighbours };
}

/** The envelope of posts: records, URLs, totals. */
export function presentList(key: string, records: object[], page: Page) {
  const total_pages = Math.ceil(page.total / page.perPage);
  return {
    [key]: records,
    ...links(page, total_pages),
    total: page.total,
    total_pages,
    ...(page.feed && { feed_url: page.feed }),
  };
}

export const presentListOf = (type: RecordType) =>
  isPostType(type) ? presentList : presentTermList;

/**
 * Maximum length of `Link`: proxies commonly limit all headers of a response to 4 kB, and filters
 * may be long. The body contains the same URLs.
 */
const MAX_LENGTH = 2048;

function addressOfPage(address: string, page: number): string {
  const url = new URL(address);
  url.searchParams.set('page', String(page));
  return url.href;
}

/** RFC 8288: the `Link` header with the first, previous, next and last page; undefined if it would be too long. */
export function listLinks(list: Paged): string | undefined {
  const { rest_url, next_rest_url, previous_rest_url, total_pages } = list;
  const links = {
    first: addressOfPage(rest_url, 1),
    prev: previous_rest_url,
    next: next_rest_url,
    last: addressOfPage(rest_url, Math.max(total_pages, 1)),
  };
  const header = Object.entries(links)
    .flatMap(([name, address]) => (address ? [`<${address}>; rel="${name}"`] : []))
    .join(', ');
  return header.length <= MAX_LENGTH ? header : undefined;
}

/** List parameters that do not select events, or whose effect a feed cannot show, such as an order. */
const NOT_FILTERS = ['format', 'ical', 'orderby', 'order'];

const selecting = (filters: Filters) =>
  [...Object.keys(filters), 'i18n_language'].filter((name) => !NOT_FILTERS.includes(name));

const FILTERS = new Set(selecting(event.filters));
const EDITOR_FILTERS = new Set([...FILTERS, ...selecting(event.editorFilters)]);

/** Lists hidden events, which no news feed contains. */
const HIDDEN = 'hide_from_listings';

type Query = [name: string, value: string][];

const parameterOf = (key: string) => key.replace(/\[.*/, '');

/**
 * The filters as sent, unparsed, so that a relative date such as `now` stays relative in the feed's URL. Without those
 * that have no `=`: they count as not sent (D9.6), but would be serialised with an empty value, which is refused.
 */
function filtersInQuery(querystring: string, filters = FILTERS): Query {
  const sent = querystring.split('&').filter((pair) => pair.includes('='));
  return [...new URLSearchParams(sent.join('&'))].filter(([key]) => filters.has(parameterOf(key)));
}

const feedUrlFor = (root: string, format: FeedFormat, query: Query) => {
  const search = String(new URLSearchParams(query));
  return `${root}/events${suffixOf(format)}${search && `?${search}`}`;
};

/** The URL of a feed, in a format, of the events selected by the filters in a list's query string. */
export const feedAddress = (
  root: string,
  format: FeedFormat,
  { querystring, more = {} }: { querystring: string; more?: { [name: string]: string } },
): string => feedUrlFor(root, format, [...filtersInQuery(querystring), ...Object.entries(more)]);

/** A list of events, as far as the URLs of its feeds depend on it. */
interface FeedSource {
  querystring: string;
  seesAll: boolean;
  /** The states that it shows. */
  statuses: readonly Status[];
}

/**
 * D14.8: the feed URLs of a list's events, by format. Omits formats that cannot contain events in
 * the requested states; without such a request, each feed contains the states that it can.
 */
export function feedAddresses(
  root: string,
  { querystring, seesAll, statuses }: FeedSource,
): { [format in FeedFormat]?: string } {
  const sent = filtersInQuery(querystring, seesAll ? EDITOR_FILTERS : FILTERS);
  const names = new Set(sent.map(([key]) => parameterOf(key)));
  const states = names.has('status') ? statuses : [];
  const holdsAll = (format: FeedFormat) =>
    states.every((state) => (FEEDS[format].statuses as readonly string[]).includes(state)) &&
    (format === 'ics' || !names.has(HIDDEN));
  return Object.fromEntries(
    FEED_FORMATS.filter(holdsAll).map((format) => [format, feedUrlFor(root, format, sent)]),
  );
}

const NO_FILTERS: Combined = { conditions: () => [], params: {} };

interface ListInput {
  values: Values<Params>;
  combined?: Combined;
  viewer: Viewer;
}

type Listed = Pick<Resource, 'filters' | 'always'>;

/** D8.7: a resource's filters, with the editors' ones if the caller sees unpublished records. */
export const filtersFor = (
  { filters, editorFilters }: Pick<Resource, 'filters' | 'editorFilters'>,
  seesAll: boolean,
): Filters => (seesAll ? { ...filters, ...editorFilters } : filters);

const paramsOf = (filters: Filters) => ({
  ...paging,
  ...(Object.fromEntries(
    Object.entries(filters).map(([name, { kind }]) => [name, kind]),
  ) as Params),
  i18n_language: language,
});

const paramsByFilters = new WeakMap<Filters, ReturnType<typeof paramsOf>>();

/** The kinds of all parameters of a list, by name; computed once per set of filters. */
export function listParams(filters: Filters): ReturnType<typeof paramsOf> {
  const params = paramsByFilters.get(filters) ?? paramsOf(filters);
  paramsByFilters.set(filters, params);
  return params;
}

/** The filters with a value, whether sent or by default. */
export const sentFilters = (filters: Filters, values: Values<Params>) =>
  Object.entries(filters).flatMap(([name, filter]) =>
    values[name] === undefined ? [] : [{ ...filter, name, value: values[name] }],
  );

/** The SQL conditions on a list's rows: unconditional ones, those of each filter, and those of combined parameters. */
export const conditionsOf = (
  { filters, always }: Listed,
  { values, combined = NO_FILTERS, viewer }: ListInput,
): Sql[] => [
  ...(always?.(values).conditions ?? []),
  ...sentFilters(filters, values).flatMap(({ where, value }) => where?.(value, viewer) ?? []),
  ...combined.conditions(),
];

/** D8.9: the same conditions for the listing; undefined if the listing cannot answer one of them. */
export function criteriaOf(
  { filters, always }: Listed,
  { values, combined = NO_FILTERS }: Omit<ListInput, 'viewer'>,
): Criteria | undefined {
  if (!combined.criteria) return undefined;
  const { conditions, ...bounds } = combined.criteria;
  const criteria: Criteria = { facets: [], conditions: [...conditions], ...bounds };
  const criterions = [always?.(values).criterion];
  for (const { where, criterion, value } of sentFilters(filters, values)) {
    if (where && !criterion) return undefined;
    criterions.push(criterion?.(value));
  }
  for (const one of criterions) {
    if (!one) continue;
    if ('targets' in one) criteria.facets.push(one);
    else if ('search' in one) criteria.search = one.search;
    else criteria.conditions.push(one);
  }
  return criteria;
}

/** D8.8: every filter in effect, as written in URLs. */
export function shownFilters(
  { filters }: Pick<Resource, 'filters'>,
  values: Values<Params>,
  { params } = NO_FILTERS,
): Record<string, string> {
  const shown: Record<string, string> = {};
  const known: Filters = { ...filters, i18n_language: { kind: language } };
  for (const [name, { kind }] of Object.entries(known)) {
    const { toParam = String } = kind;
    if (params[name] !== undefined) shown[name] = params[name];
    else if (values[name] !== undefined) shown[name] = toParam(values[name]);
  }
  return shown;
}
