import http from 'node:http';
import type { AddressInfo } from 'node:net';

type Record = { id: number; [field: string]: unknown };
type Redirect = { location?: string };
/** A status or a body instead of what the site answers; undefined for that. */
type Sent = number | object | undefined;

export type Lists = { [list in 'categories' | 'venues' | 'organizers' | 'events']?: Record[] };

const ROUTE = /^\/wp-json(\/tribe\/events\/v1.*?)\/?$/;

/**
 * A site with The Events Calendar, on loopback, with what `lists` has at each request: pages of its lists as version
 * 6.17 answers them, at `/wp-json` and, as without permalinks, at `?rest_route=`. Before an answer it calls `before`,
 * and sends the status or body that this returns or resolves to, if any, instead; redirects lead to the body's
 * `location`, otherwise to the same address.
 * `{host}` in a value stands for its own host.
 */
export async function startEventSite(
  lists: Lists,
  before?: (path: string, page: number) => Sent | Promise<Sent>,
) {
  const asked: string[] = [];
  const answerOf = (path: string, query: URLSearchParams) => {
    if (path === '/tribe/events/v1') return { status: 200, body: { namespace: 'tribe/events/v1' } };
    const list = path.replace('/tribe/events/v1/', '') as keyof Lists;
    const records = lists[list];
    if (!records) return { status: 404, body: { code: 'rest_no_route' } };
    const size = Math.min(50, Number(query.get('per_page') ?? 10));
    const page = Number(query.get('page') ?? 1);
    const total_pages = Math.ceil(records.length / size);
    const isBeyond = page > total_pages && list !== 'categories';
    if (isBeyond) return { status: 404, body: { code: 'event-archive-page-not-found' } };
    const listed = records.slice(size * (page - 1), size * page);
    return { status: 200, body: { [list]: listed, total: records.length, total_pages } };
  };
  const server = http.createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site');
    const path = ROUTE.exec(pathname)?.[1] ?? searchParams.get('rest_route') ?? '';
    asked.push(`${path}?${searchParams}`);
    const sent = await before?.(path, Number(searchParams.get('page') ?? 1));
    const answer =
      typeof sent === 'number'
        ? { status: sent, body: {} }
        : sent
          ? { status: 200, body: sent }
          : answerOf(path, searchParams);
    const { location = answer.status === 302 ? request.url : undefined } = answer.body as Redirect;
    const headers = { 'content-type': 'application/json', 'retry-after': '0' };
    const text = JSON.stringify(answer.body).replaceAll('{host}', request.headers.host ?? '');
    if (location) response.writeHead(302, { location }).end();
    else response.writeHead(answer.status, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Paths with their queries, in the order of requests. */
    asked,
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
