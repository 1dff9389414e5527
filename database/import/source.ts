import { setTimeout as pause } from 'node:timers/promises';

/** A record or an answer as the other calendar serves it. */
export type Served = Record<string, unknown>;

/** A page of a list, and the total of the whole list. */
interface Page {
  records: Served[];
  total: number;
}

/** A calendar that serves the interface of The Events Calendar. */
export interface Source {
  root: URL;
  /** The site's host, and its folder if it has one, as in `global_id`: `example.org/blog`. */
  name: string;
}

/** What is a text or a number there; `""` for other values. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Where the interface is below the address of a site: WordPress, WordPress without permalinks, this calendar. */
const PLACES = [
  '',
  'wp-json/tribe/events/v1',
  '?rest_route=/tribe/events/v1',
  'calendar/events/v1',
];

type Query = Record<string, string>;

/**
 * The lists of events, venues and organizers, with the query for all of their records; referenced ones come first. The
 * years leave room for the hours that WordPress adds to a bound: MySQL refuses the year 10000, and finds nothing.
 */
export const LISTS: [path: '/venues' | '/organizers' | '/events', query: Query][] = [
  ['/venues', {}],
  ['/organizers', {}],
  ['/events', { start_date: '1001-01-01', end_date: '9998-12-31' }],
];

const ATTEMPTS = 4;
const MAX_WAIT = 60_000;
const TIMEOUT = 60_000;
const MAX_REDIRECTS = 5;
const MAX_BYTES = 64 * 1024 * 1024;

/** The most that the interface lists at once. */
const PER_PAGE = '50';

/** Milliseconds before the next attempt: as `Retry-After` asks, else 1, 2, 4 seconds. */
function waitAfter(attempt: number, retryAfter?: string | null) {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Math.min(MAX_WAIT, 1000 * (Number.isNaN(seconds) ? 2 ** attempt : seconds));
}

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('The answer is longer than 64 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The object that an address answers; undefined if it answers something else. */
async function objectOf(response: Response): Promise<Served | undefined> {
  try {
    const body = JSON.parse((await bodyOf(response)).replace(/^\ufeff/, ''));
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const siteOf = ({ hostname }: URL) => hostname.replace(/^www\./, '');

/**
 * Fetches an address, and follows redirects within its site: to another path, to HTTPS, to or from `www`. Throws an
 * Error for others: where this machine connects to is named by whoever starts the import, not by the site.
 */
async function fetchWithin(url: URL): Promise<Response> {
  const headers = { Accept: 'application/json', 'User-Agent': 'event-calendar' };
  const signal = AbortSignal.timeout(TIMEOUT);
  let at = url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await fetch(at, { headers, signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    at = new URL(location, at);
    if (siteOf(at) !== siteOf(url) || !/^https?:$/.test(at.protocol)) {
      throw new Error(`redirects to another site (${at.host}): if it is yours, import from there`);
    }
  }
  throw new Error('redirects without end');
}

interface Answer {
  status: number;
  /** After redirects. */
  url: URL;
  body?: Served;
}

/** Asks again after failures that pass: no connection, 429, 5xx. Throws an Error if the last attempt has no answer. */
async function request(url: URL, attempts = ATTEMPTS): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt === attempts - 1;
    try {
      const response = await fetchWithin(url);
      const { status } = response;
      if (isLast || (status !== 429 && status < 500)) {
        return { status, url: new URL(response.url), body: await objectOf(response) };
      }
      await response.body?.cancel();
      await pause(waitAfter(attempt, response.headers.get('retry-after')));
    } catch (error) {
      const { message, cause } = error as Error & { cause?: Error };
      if (isLast) throw new Error(`${url}: ${cause?.message ?? message}`);
      await pause(waitAfter(attempt));
    }
  }
}

/** An address below the root, which is a path or, without permalinks, the parameter `rest_route`. */
function addressOf(root: URL, path: string, query: Query = {}): URL {
  const url = new URL(root);
  const route = url.searchParams.get('rest_route');
  if (route === null) url.pathname = url.pathname.replace(/\/*$/, path);
  else url.searchParams.set('rest_route', `${route}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

const isRecord = (value: unknown): value is Served =>
  typeof value === 'object' && value !== null && 'id' in value && textOf(value.id) !== '';

/** The records in the answer of a list; undefined for other answers. */
function listIn(body: Served | undefined, path: string): Served[] | undefined {
  const records = body?.[path.slice(1)];
  return Array.isArray(records) ? records.filter(isRecord) : undefined;
}

const isInterface = (body?: Served) => /(?:^|\/)events\/v1$/.test(textOf(body?.namespace));

/** The beginning of every record's `global_id`; the host of an empty site. */
async function nameOf(root: URL): Promise<string> {
  for (const [path, query] of LISTS) {
    for await (const { records } of pagesOf(root, path, { ...query, per_page: '1' })) {
      const [name] = textOf(records[0]?.global_id).split('?');
      if (name) return name;
      break;
    }
  }
  return root.host;
}

/** Finds the interface at the address of a site, or at its own. Throws an Error that tells of all answers if there is none. */
export async function openSource(address: string): Promise<Source> {
  const site = address.replace(/[?#].*$/s, '').replace(/\/*$/, '/');
  const answers: string[] = [];
  for (const place of PLACES) {
    const url = new URL(place ? site + place : address);
    const answer = await request(url, 1).catch(({ message }: Error) => message);
    if (typeof answer === 'string') answers.push(answer);
    else if (isInterface(answer.body)) return { root: answer.url, name: await nameOf(answer.url) };
    else answers.push(`${url} answers ${answer.status}`);
  }
  const told = answers.join(', ');
  throw new Error(`${address} does not serve the interface of The Events Calendar: ${told}.`);
}

/** A list without records, or the page after its last one. */
const isBeyond = ({ status, body }: Answer) =>
  status === 404 && /archive-page-not-found$/.test(textOf(body?.code));

/** The number of pages; of a list that does not tell it, all until an empty one. */
function pagesIn(body: Served | undefined): number {
  const pages = Number(textOf(body?.total_pages) || Number.NaN);
  return pages >= 0 ? pages : Number.POSITIVE_INFINITY;
}

/** A page of a list, and the number of its pages; empty after the last one. Throws an Error for other answers than a list. */
async function pageAt(url: URL, path: string): Promise<Page & { pages: number }> {
  const answer = await request(url);
  if (isBeyond(answer)) return { records: [], total: 0, pages: 0 };
  const { status, body } = answer;
  const records = listIn(body, path);
  if (status !== 200 || !records) throw new Error(`${url} answers ${status}, and no list.`);
  return { records, total: Number(textOf(body?.total) || records.length), pages: pagesIn(body) };
}

/**
 * The pages that a list has when it is first asked for, with the records that are not yet known; returns whether a known
 * one was listed again: another has been added, or has moved, before it. If the list shrinks, records have moved
 * forward, some of them to the page before, which is then read again.
 */
async function* readPages(
  root: URL,
  path: string,
  query: Query,
  known: Set<string>,
): AsyncGenerator<Page, boolean> {
  const addressAt = (page: number) =>
    addressOf(root, path, { per_page: PER_PAGE, ...query, page: String(page) });
  const isNew = ({ id }: Served) => known.size < known.add(textOf(id)).size;
  let [pages, total, before, isMoved] = [1, 0, '', false];
  for (let page = 1; page <= pages; page += 1) {
    const { records, ...found } = await pageAt(addressAt(page), path);
    const ids = records.map(({ id }) => id).join();
    if (ids && ids === before) throw new Error(`${addressAt(page)} answers the page before.`);
    const again = found.total < total ? await pageAt(addressAt(page - 1), path) : undefined;
    const fresh = [...(again?.records ?? []), ...records].filter(isNew);
    isMoved ||= !again && fresh.length < records.length;
    yield { records: fresh, total: found.total || (again?.total ?? 0) };
    if (!ids) break;
    if (page === 1) pages = found.pages;
    [total, before] = [found.total, ids];
  }
  return isMoved;
}

/**
 * The pages of a list, each record once. A list in which records have moved back is read once more, because one of them
 * may have moved to a page that was already read. Throws an Error for other answers than a list, and for a page that
 * repeats the one before, as of a cache that disregards queries.
 */
export async function* pagesOf(root: URL, path: string, query: Query = {}): AsyncGenerator<Page> {
  const known = new Set<string>();
  const isMoved = yield* readPages(root, path, query, known);
  if (isMoved) yield* readPages(root, path, query, known);
}
