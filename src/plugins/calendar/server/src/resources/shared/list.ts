import type { Viewer } from '../../access/viewer';
import { language, readStatuses } from '../../kinds/choice';
import { InvalidValue, type Params, paramOf, type Values } from '../../kinds/kind';
import { paging } from '../../kinds/number';
import { FEED_FORMATS, FEEDS, type FeedFormat, suffixOf } from '../../settings/addresses';
import { isPostType, type RecordType } from '../../settings/record-types';
import type { Criteria } from '../../sql/facets';
import type { Sql } from '../../sql/sql';
import { event } from '../event';
import type { Paged } from '../payloads';
import type { Combined, Filters, Resource } from '../resource';

/** One page of a list, and how it was asked for. */
export interface Page {
  /** The list's address: `{root}/events`. */
  address: string;
  page: number;
  perPage: number;
  total: number;
  /** Every effective filter, in the order in which addresses show them. */
  filters: Record<string, string>;
  /** D14.8: where the same events are given out as a calendar. */
  feed?: string;
}

const address = ({ address: base }: Page, query: Record<string, string>) =>
  `${base}/?${new URLSearchParams(query)}`;

/** Spec 4.2: the addresses of this page and its neighbours; no neighbour, no key (D8.8). */
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

/** The envelope of terms: addresses, totals, records. */
function presentTermList(key: string, records: object[], page: Page) {
  const total_pages = Math.ceil(page.total / page.perPage);
  const { rest_url, ...neighbours } = links(page, total_pages);
  return { rest_url, total: page.total, total_pages, [key]: records, ...neighbours };
}

/** The envelope of posts: records, addresses, totals. */
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

/** The envelope of a type's lists. */
export const presentListOf = (type: RecordType) =>
  isPostType(type) ? presentList : presentTermList;

/** Proxies give all headers of an answer together 4 kB; long filters are in the body's addresses. */
const MAX_LENGTH = 2048;

function pageOf(address: string, page: number): string {
  const url = new URL(address);
  url.searchParams.set('page', String(page));
  return url.href;
}

/** RFC 8288: `Link` with the first, previous, next and last page; nothing where it would be too long. */
export function listLinks(list: Paged): string | undefined {
  const { rest_url, next_rest_url, previous_rest_url, total_pages } = list;
  const links = {
    first: pageOf(rest_url, 1),
    prev: previous_rest_url,
    next: next_rest_url,
    last: pageOf(rest_url, Math.max(total_pages, 1)),
  };
  const header = Object.entries(links)
    .flatMap(([name, address]) => (address ? [`<${address}>; rel="${name}"`] : []))
    .join(', ');
  return header.length <= MAX_LENGTH ? header : undefined;
}

/** Parameters of the list that say nothing of which events are meant, or nothing to whoever subscribes. */
const NOT_FILTERS = ['format', 'ical', 'orderby', 'order'];

const FILTERS = new Set(
  [...Object.keys(event.filters), 'i18n_language'].filter((name) => !NOT_FILTERS.includes(name)),
);

type Query = [name: string, value: string][];

const nameOf = (key: string) => key.replace(/\[.*/, '');

/** The filters of a list as they were sent, so that `now` stays now. */
const filtersInQuery = (querystring: string): Query =>
  [...new URLSearchParams(querystring)].filter(([key]) => FILTERS.has(nameOf(key)));

const feedUrlFor = (root: string, format: FeedFormat, query: Query) => {
  const search = String(new URLSearchParams(query));
  return `${root}/events${suffixOf(format)}${search && `?${search}`}`;
};

/** Where the events that a query of the list asks for are given out in a format. */
export const feedAddress = (
  root: string,
  format: FeedFormat,
  { querystring, more = {} }: { querystring: string; more?: { [name: string]: string } },
): string => feedUrlFor(root, format, [...filtersInQuery(querystring), ...Object.entries(more)]);

function statesIn(sent: Query): readonly string[] {
  const named = sent.filter(([key]) => nameOf(key) === 'status').map(([, value]) => value);
  if (named.length === 0) return [];
  try {
    return readStatuses(named);
  } catch (error) {
    if (error instanceof InvalidValue) return [];
    throw error;
  }
}

/** D14.8: where the same events are given out in each format that holds events in the states that were asked for. */
export function feedAddresses(
  root: string,
  querystring: string,
): { [format in FeedFormat]?: string } {
  const sent = filtersInQuery(querystring);
  const states = statesIn(sent);
  const holdsAll = (format: FeedFormat) =>
    states.every((state) => (FEEDS[format].statuses as readonly string[]).includes(state));
  return Object.fromEntries(
    FEED_FORMATS.filter(holdsAll).map((format) => [format, feedUrlFor(root, format, sent)]),
  );
}

const NOTHING: Combined = { conditions: () => [], params: {} };

interface ListInput {
  values: Values<Params>;
  combined?: Combined;
  viewer: Viewer;
}

type Listed = Pick<Resource, 'filters' | 'always'>;

/** D8.7: the filters of a caller who sees what is unpublished, or who does not. */
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

/** Every parameter of a resource's list, by name. */
export function listParams(filters: Filters): ReturnType<typeof paramsOf> {
  const params = paramsByFilters.get(filters) ?? paramsOf(filters);
  paramsByFilters.set(filters, params);
  return params;
}

/** The filters that were sent, with their values. */
const sentFilters = (filters: Filters, values: Values<Params>) =>
  Object.entries(filters).flatMap(([name, filter]) =>
    values[name] === undefined ? [] : [{ ...filter, value: values[name] }],
  );

/** What the list's records must fulfil: always, by what was sent, and by parameters that are combined. */
export const conditionsOf = (
  { filters, always }: Listed,
  { values, combined = NOTHING, viewer }: ListInput,
): Sql[] => [
  ...(always?.(values).conditions ?? []),
  ...sentFilters(filters, values).flatMap(({ where, value }) => where?.(value, viewer) ?? []),
  ...combined.conditions(),
];

/** D8.9: the same, as the listing answers it; nothing where it cannot. */
export function criteriaOf(
  { filters, always }: Listed,
  { values, combined = NOTHING }: Omit<ListInput, 'viewer'>,
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

/** D8.8: every effective filter as addresses show it. */
export function shownFilters(
  { filters }: Pick<Resource, 'filters'>,
  values: Values<Params>,
  { params } = NOTHING,
): Record<string, string> {
  const known = { ...filters, i18n_language: { kind: language } };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, { kind }]) => {
      const value = values[name];
      const text = params[name] ?? (value === undefined ? undefined : paramOf(kind, value));
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
