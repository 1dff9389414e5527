import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { inject, type Response } from 'light-my-request';
import type { z } from 'zod';
import { isValues, type Values } from '../content-types/rows';
import { language } from '../kinds/choice';
import { readParams } from '../kinds/kind';
import { decoded } from '../kinds/raw-input';
import { errorBody, invalidParams, noRoute, unavailable } from '../messages/errors';
import type { Message } from '../messages/t';
import {
  BATCH_HEADERS,
  BATCH_METHODS,
  type Batch,
  type BatchAnswer,
  BatchRequest,
  BatchRequests,
  IDEMPOTENCY_KEY,
  MAX_BATCHED,
} from '../resources/payloads';
import { normalizePath } from './address';
import { mergeSent, sentQuery } from './body';
import { batchOf, sentToken, setBatch } from './caller';
import { responseTimeout } from './queues';
import { countBuffered, countUnaddressed } from './rate-limit';
import { likelyLanguage, readContext, requestAddressOf } from './request';
import { headerNames } from './response';

/** Headers of the batch that every operation inherits. */
const FORWARDED_HEADERS = [
  ...['host', 'authorization', 'user-agent', 'x-forwarded-host', 'x-forwarded-proto'],
  'prefer', // Unless an operation sends its own.
];

/** Headers returned with each operation; others are sent once with the batch. */
const OPERATION_HEADERS =
  /^(?:allow|content-language|content-type|etag|link|location|preference-applied|retry-after|www-authenticate|x-request-id|x-tec-total|x-tec-totalpages)$/i;

/** Rate limit headers; those of the last operation apply to the batch. */
const RATE_LIMIT_HEADERS = /^ratelimit/i;

/** Bytes of responses after which no further operation is started, since all are held in memory until the end. */
const MAX_BYTES = 16 * 1024 * 1024;

/** First path segments that are not allowed in a batch. */
const EXCLUDED_SEGMENTS = ['batch', 'feeds', 'webhooks', 'docs', 'health'];

/** Visible ASCII without `#` and `\`, as a request line has it. */
const PATH = /^\/[\x21\x22\x24-\x5b\x5d-\x7e]*$/;

/** The longest head of an operation, like Node's limit for requests. */
const MAX_LENGTH = 64 * 1024;

function isWithin(path: string): boolean {
  const [, first = '', ...more] = path.replace(/\?.*/, '').split('/').map(decoded);
  const steps = [first, ...more].some((part) => part === '.' || part === '..');
  return PATH.test(path) && !steps && !EXCLUDED_SEGMENTS.includes(first?.toLowerCase() ?? '');
}

/** RFC 9110 5.1: normalises the case of known header names. Duplicates are left as they are, to be refused. */
function withCase(sent: unknown): unknown {
  if (!isValues(sent) || !isValues(sent.headers)) return sent;
  const named = Object.entries(sent.headers).map(([name, value]) => [
    BATCH_HEADERS.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name,
    value,
  ]);
  const headers = Object.fromEntries(named);
  return Object.keys(headers).length < named.length ? sent : { ...sent, headers };
}

const OPERATION = Object.keys(BatchRequest.shape).join(', ');

/** Messages for faults, by the last name in their path. */
const WRONG: Record<string, Message> = {
  requests: { text: 'batch.requests', values: { most: MAX_BATCHED } },
  method: { text: 'not_choice', values: { allowed: BATCH_METHODS.join(', ') } },
  path: { text: 'batch.path' },
  headers: { text: 'not_object' },
  body: { text: 'not_object' },
};

type Place = readonly PropertyKey[];

const nameOf = (place: Place) =>
  place
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at ? '.' : ''}${String(step)}`))
    .join('');

/** The names allowed at a place. */
function allowedAt(place: Place): string {
  if (place.length === 0) return 'requests';
  return place.at(-1) === 'headers' ? BATCH_HEADERS.join(', ') : OPERATION;
}

type Fault = [place: string, wrong: Message];

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const values = { allowed: allowedAt(path) };
    return issue.keys.map((key) => [nameOf([...path, key]), { text: 'not_choice', values }]);
  }
  const last = path.at(-1);
  const otherwise = { text: typeof last === 'number' ? 'not_object' : 'not_valid' } as const;
  return [[nameOf(path), WRONG[String(last)] ?? otherwise]];
}

/** Parses the operations. Throws CalendarError 400 that names all faults; then none is executed. */
function operationsIn(
  { requests, i18n_language, ...others }: Values,
  strict: boolean | undefined,
): BatchRequest[] {
  const list = Array.isArray(requests) ? requests.map(withCase) : requests;
  const shape = strict ? BatchRequests.strict() : BatchRequests;
  const read = shape.safeParse({ ...others, requests: list });
  if (!read.success) throw invalidParams(Object.fromEntries(read.error.issues.flatMap(faultsOf)));
  const wrong = read.data.requests.flatMap(({ path }, at) =>
    path.length <= MAX_LENGTH && isWithin(path)
      ? []
      : [[nameOf(['requests', at, 'path']), WRONG.path]],
  );
  if (wrong.length > 0) throw invalidParams(Object.fromEntries(wrong));
  return read.data.requests;
}

/** A batch in progress. */
interface Batching {
  ctx: Context;
  /** Prefix of the operations' paths: `/fr/calendar/events/v1`. */
  base: string;
  /** Its deadline, in milliseconds since 1970. */
  until: number;
}

function headersOf({ ctx }: Batching, { headers, body }: BatchRequest, at: number) {
  const { proxyIpHeader = 'X-Forwarded-For' } = ctx.app as { proxyIpHeader?: string };
  const forwarded = [...FORWARDED_HEADERS, proxyIpHeader.toLowerCase()].flatMap((name) => {
    const value = ctx.req.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(forwarded),
    ...Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    'x-request-id': `${ctx.state.requestId}:${at}`,
    ...(body && { 'content-type': 'application/json' }),
  };
}

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Passes an operation to the server as a request of its own, on the caller's socket. */
async function dispatch(
  handle: Handle,
  batching: Batching,
  operation: BatchRequest,
  at: number,
): Promise<Response> {
  const { ctx, base, until } = batching;
  const url = normalizePath(base + operation.path);
  // Without a token, the batch itself has been counted by IP address, in place of its first
  // operation.
  const batched = { until, counted: at === 0 && !sentToken(ctx) };
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const { httpVersion, httpVersionMajor, httpVersionMinor, socket } = ctx.req;
    const inherited = { httpVersion, httpVersionMajor, httpVersionMinor, socket };
    Object.assign(request, { ...inherited, url }); // Set here: `inject` would normalise it.
    if (ctx.req.headers.host === undefined) delete request.headers.host;
    setBatch(request, batched);
    handle(request, response);
  };
  const { method, body } = operation;
  const headers = headersOf(batching, operation, at);
  const payload = body ? JSON.stringify(body) : undefined;
  const response = await inject(receive, { method, url: '/', headers, payload });
  if (!batched.counted) await countUnaddressed(ctx);
  return response;
}

function bodyOf({ headers, payload }: Response): BatchAnswer['body'] {
  if (payload === '') return null;
  return /json/.test(String(headers['content-type'])) ? JSON.parse(payload) : payload;
}

/** The headers of a response whose names match, in the spelling in which they are sent. */
function headersIn({ raw: { res } }: Response, wanted: RegExp): Record<string, string> {
  const names = headerNames(res).filter((name) => wanted.test(name));
  return Object.fromEntries(names.map((name) => [name, String(res.getHeader(name))]));
}

const answerOf = (response: Response): BatchAnswer => ({
  status: response.statusCode,
  headers: headersIn(response, OPERATION_HEADERS),
  body: bodyOf(response),
});

/** The 503 for an operation that was not started in time; it may be retried. */
function notStarted(ctx: Context): BatchAnswer {
  const refused = unavailable();
  const { status, headers = {} } = refused.refusal;
  return { status, headers, body: errorBody(refused, likelyLanguage(ctx)) };
}

/** The batch's own parameters and operations. */
function readBatch(ctx: Context) {
  const { strict, ...context } = readContext(ctx);
  const { body = {} } = ctx.request as { body?: Values };
  readParams({ i18n_language: language }, sentQuery(ctx), { ...context, strict });
  const sent = mergeSent({ i18n_language: ctx.query.i18n_language }, body, {}); // D7.1
  const { i18n_language } = readParams({ i18n_language: language }, sent, context);
  // An idempotency key of the whole batch could not tell which operations are retried.
  if (ctx.req.headers[IDEMPOTENCY_KEY.toLowerCase()] !== undefined)
    throw invalidParams({ [IDEMPOTENCY_KEY]: { text: 'batch.key' } });
  return { i18n_language, operations: operationsIn(body, strict) };
}

/**
 * D8.16 `POST /batch`: executes up to 100 operations one after another, each like a request of its own: rate-limited,
 * authorised, queued and committed separately. The batch itself is not queued, or it would wait for its own
 * operations, and has no deadline: results are returned, and operations not started in time are 503.
 */
export const batch = () => {
  let handle: Handle | undefined;
  return async (ctx: Context) => {
    const address = requestAddressOf(ctx);
    if (batchOf(ctx.req)) throw noRoute();
    const until = Date.now() + responseTimeout(ctx);
    const { i18n_language = address.language, operations } = readBatch(ctx);
    handle ??= strapi.server.app.callback();
    const base = `${i18n_language ? `/${i18n_language}` : ''}${address.base}`;
    const responses: BatchAnswer[] = [];
    const countBytes = countBuffered(ctx, MAX_BYTES);
    let isFull = countBytes(0);
    for (const [at, operation] of operations.entries()) {
      if (ctx.req.socket.destroyed) throw unavailable();
      if (Date.now() >= until || isFull) {
        responses.push(notStarted(ctx));
        continue;
      }
      const response = await dispatch(handle, { ctx, base, until }, operation, at);
      responses.push(answerOf(response));
      ctx.set(headersIn(response, RATE_LIMIT_HEADERS));
      isFull = countBytes(response.rawPayload.length);
    }
    ctx.body = { responses } satisfies Batch;
  };
};
