import createClient, { type ClientOptions, type Middleware } from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import type { Change, paths, webhooks } from './calendar.js';

/** The lists of records. */
export type List = '/events' | '/venues' | '/organizers' | '/categories' | '/tags';

type Answer<Path extends List> =
  paths[Path]['get']['responses'][200]['content']['application/json'];

type Query<Path extends List> = NonNullable<paths[Path]['get']['parameters']['query']>;

/** One record of a list. */
export type Item<Path extends List> = Extract<
  Answer<Path>[keyof Answer<Path>],
  readonly unknown[]
>[number];

/** One record by its id, and its writable fields. */
type One<Path extends List> =
  paths[`${Path}/{id}`]['get']['responses'][200]['content']['application/json'];
type Fields<Path extends List> =
  paths[`${Path}/{id}`]['patch']['requestBody']['content']['application/json'];

/** A webhook message; `type` tells which one. */
export type Message =
  webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

/** Thrown for an error response. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(`${status} ${code}: ${message}`);
    this.name = 'Refusal';
  }
}

export interface CalendarOptions extends ClientOptions {
  /** The address of the interface, `https://example.org/calendar/events/v1`, or of one of its languages. */
  baseUrl: string;
  /** An API token, or a JWT. */
  token?: string;
  /** How often a request without a response, or with a response 429 or 503, is retried; 4 by default. */
  retries?: number;
}

const KEY = 'Idempotency-Key';
const READING = ['GET', 'HEAD'];
const WRITTEN = /^\/(?:events|venues|organizers|categories|tags)(?:\/|$)/;
const AGAIN = [429, 503];
const SECOND = 1000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Seconds until the next attempt: from `Retry-After`, otherwise 1, 2, 4, … */
const delayOf = (answer: Response | undefined, attempt: number) =>
  Number(answer?.headers.get('Retry-After')) || 2 ** attempt;

/** Whether to retry; 409 with a key means that the same write is still being processed. */
const isForLater = ({ status }: Response, { headers }: Request) =>
  AGAIN.includes(status) || (status === 409 && headers.has(KEY));

/** Retries requests that are safe to repeat: reads, and writes with an idempotency key. */
function retrying(retries: number, send: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    const repeatable = READING.includes(request.method) || request.headers.has(KEY);
    for (let attempt = 0; ; attempt += 1) {
      const last = !repeatable || attempt === retries;
      const answer = await send(request.clone()).catch((error) => {
        if (last || request.signal.aborted) throw error;
        return undefined;
      });
      if (answer && (last || !isForLater(answer, request))) return answer;
      await pause(delayOf(answer, attempt) * SECOND);
    }
  };
}

/** Adds the token, and an idempotency key to each write of a record, so that it can be retried. */
const identified = (token: string | undefined): Middleware => ({
  onRequest({ request, schemaPath }) {
    if (!token) return request; // Keys belong to callers.
    request.headers.set('Authorization', `Bearer ${token}`);
    const isWrite = !READING.includes(request.method) && WRITTEN.test(schemaPath);
    if (isWrite && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID());
    return request;
  },
});

interface Answered<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The data of a successful response; throws a `Refusal` otherwise. */
function demand<Data>({ data, error, response }: Answered<Data>): Data {
  if (response.ok && data !== undefined) return data;
  const { code = '', message = response.statusText } = (error ?? {}) as Partial<Refusal>;
  throw new Refusal(response.status, code, message);
}

/**
 * A client: `GET`, `POST`, `PUT`, `PATCH` and `DELETE` of openapi-fetch, which return
 * `{ data, error, response }`, and functions that need several requests, which throw a `Refusal`.
 */
export function createCalendar({ token, retries = 4, ...options }: CalendarOptions) {
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const client = createClient<paths>({ ...options, fetch: retrying(retries, send) });
  client.use(identified(token));
  // biome-ignore lint/suspicious/noExplicitAny: a path that is a parameter has no one type; the results have theirs.
  const plain = client as any;

  /** All records of a list, page by page. */
  async function* each<Path extends List>(
    path: Path,
    query?: Query<Path>,
  ): AsyncGenerator<Item<Path>> {
    let asked: object | undefined = { per_page: 50, ...query };
    while (asked) {
      const page = demand<Record<string, unknown>>(
        await plain.GET(path, { params: { query: asked } }),
      );
      yield* page[path.slice(1)] as Item<Path>[];
      const next = page.next_rest_url as string | undefined;
      asked = next ? Object.fromEntries(new URL(next).searchParams) : undefined;
    }
  }

  /**
   * Changes a record: `edit` receives it and returns the fields to change; it is called again if
   * somebody else changes the record in the meantime. Returns the record after the change.
   */
  async function change<Path extends List>(
    path: Path,
    id: number,
    edit: (record: One<Path>) => Fields<Path>,
  ): Promise<One<Path>> {
    const params = { path: { id } };
    for (let attempt = 0; ; attempt += 1) {
      const read: Answered<One<Path>> = await plain.GET(`${path}/{id}`, { params });
      const body = edit(demand(read));
      const headers = { 'If-Match': read.response.headers.get('ETag') };
      const written = await plain.PATCH(`${path}/{id}`, { params, headers, body });
      if (written.response.status !== 412 || attempt === retries) return demand(written);
    }
  }

  /**
   * The changes since a cursor, and the next cursor; without a cursor, no changes and the first one.
   * On 410 `rest_cursor_expired`, read the lists again and begin without a cursor.
   */
  async function changesSince(since?: string): Promise<{ changes: Change[]; cursor: string }> {
    const changes: Change[] = [];
    for (let cursor = since; ; ) {
      const query = { ...(cursor && { since: cursor }) };
      const page = demand<{ changes: Change[]; cursor: string; next_rest_url?: string }>(
        await plain.GET('/changes', { params: { query } }),
      );
      changes.push(...page.changes);
      cursor = page.cursor;
      if (!page.next_rest_url) return { changes, cursor };
    }
  }

  return Object.assign(client, { each, change, changesSince });
}

/** Request headers as a server receives them, from the Fetch API or from Node. */
type SentHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * Verifies a webhook message and returns it; `body` is the unmodified text of the request. Throws a
 * `WebhookVerificationError` if it was not signed with the secret, or more than five minutes ago.
 */
export function verifyWebhook(body: string, headers: SentHeaders, secret: string): Message {
  const sent = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  return new Webhook(secret).verify(body, sent as Record<string, string>) as Message;
}
