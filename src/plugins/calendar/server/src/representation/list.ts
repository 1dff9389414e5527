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
