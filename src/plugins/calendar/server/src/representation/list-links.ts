import type { Paged } from './payloads/answers';

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
