import type { Paged } from './payloads/answers';

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
function links(asked: Page, totalPages: number): Omit<Paged, 'total' | 'total_pages'> {
  const { page, perPage, filters } = asked;
  const others = { per_page: `${perPage}`, ...filters };
  const previous = page === 2 ? others : { ...others, page: `${page - 1}` };
  return {
    rest_url: address(asked, { page: `${page}`, ...others }),
    ...(page < totalPages && {
      next_rest_url: address(asked, { ...others, page: `${page + 1}` }),
    }),
    ...(page > 1 && { previous_rest_url: address(asked, previous) }),
  };
}

/** The envelope of terms: addresses, totals, records. */
export function representTermList(key: string, shown: object[], asked: Page) {
  const total_pages = Math.ceil(asked.total / asked.perPage);
  const { rest_url, ...neighbours } = links(asked, total_pages);
  return { rest_url, total: asked.total, total_pages, [key]: shown, ...neighbours };
}

/** The envelope of posts: records, addresses, totals. */
export function representList(key: string, shown: object[], asked: Page) {
  const total_pages = Math.ceil(asked.total / asked.perPage);
  return {
    [key]: shown,
    ...links(asked, total_pages),
    total: asked.total,
    total_pages,
    ...(asked.feed && { feed_url: asked.feed }),
  };
}

/** Proxies give all headers of an answer together 4 kB; long filters are in the body's addresses. */
const LONGEST = 2048;

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
  return header.length <= LONGEST ? header : undefined;
}
