import type { IncomingMessage } from 'node:http';
import type { Context, Middleware, Request } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../access/rights';
import type { Modified } from '../database/find';
import { publicUrl, settings } from '../database/site';
import type { ReadContext } from '../kinds/kind';
import type { Message } from '../messages/t';
import { BATCH_ROUTE } from '../resources/routes';
import { type Format, type ParsedPath, parsePath } from '../settings/addresses';
import { isLanguage, type Language } from '../settings/languages';

/** The parsed public address of a request (`ctx.state.calendar`); Strapi's router sees a rewritten path. */
export interface RequestAddress {
  /** `https://host`, without a slash at the end. */
  origin: string;
  /** The path of the interface that the caller used, without language: `/calendar/events/v1`. */
  base: string;
  /** The interface's root as the caller addressed it. */
  root: string;
  /** The path below that, without the extension of a format: `/events/12`. */
  rest: string;
  /** The requested format; for an address by slug, the extension may belong to the slug. */
  format: Format;
  language?: Language;
  /** D16: whether it is an HTML page. */
  isPage: boolean;
}

/** D8.16: whether the request is a batch, not one of its operations. */
export const isBatch = (address: RequestAddress | undefined) => address?.rest === BATCH_ROUTE.path;

/** Secrets removed from the query before any other middleware sees it, and undecodable parameters. */
interface RequestSecrets {
  /** Parameters with broken percent-encoding. */
  broken: Record<string, Message>;
  password?: string | string[];
  /** The key of a personal feed. */
  key?: string | string[];
  /** The token of a preview's link. */
  token?: string | string[];
}

declare module 'koa' {
  /** `ctx.state`: what the calendar's middlewares set. */
  interface DefaultState {
    /** Set by `address`. */
    calendar?: RequestAddress;
    /** Set by `errors`, before the address is parsed. */
    secrets?: RequestSecrets;
    requestId?: string;
    /** Set by `callerOf`. */
    caller?: Caller;
    /** Whether the request has passed authentication, after which one with a token counts for the token or user. */
    counted?: boolean;
    /** D10.8: how long parsing the body took, in milliseconds. */
    parsingTime?: number;
    /** D8.4: set for responses with one record: its revision, if the caller may know it. */
    tagged?: { revision: number | undefined };
    /** The status inside an envelope. */
    enveloped?: number;
    /** Whether the handler has negotiated the encoding itself. */
    negotiated?: boolean;
    /** When the response changes without a change of data, in milliseconds since 1970. */
    until?: number;
    /** What a list of the content manager is filtered by. */
    modified?: Modified;
  }
}

/** The address of a request that a route of the calendar answers. */
export function requestAddressOf({ path, state }: Context): RequestAddress {
  if (!state.calendar) throw new Error(`${path} is not reached by an address of the calendar.`);
  return state.calendar;
}

/** Koa's reading of a request, or only of headers, without the rest of a context. */
export function koaRequest(request: Pick<IncomingMessage, 'headers'>): Request {
  const { app } = strapi.server;
  return Object.assign(Object.create(app.request), { app, req: request });
}

/** RFC 9110 9.2.1: the methods that only read. */
export const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** RFC 9110 9.2.3: those whose responses caches may store. */
export const CACHEABLE_METHODS = ['GET', 'HEAD'];

/** The methods whose bodies are read. */
export const BODY_METHODS = ['POST', 'PUT', 'PATCH'];

/** D9.8: the internal path of our routes in Strapi, which is not accessible from outside. */
const INTERNAL_PATH = /^\/api\/calendar(\/|$)/i;

export const isInternalPath = (path: string) => INTERNAL_PATH.test(path);

const readPath = (path: string) => parsePath(path, settings().aliases);

/** Whether errors at this path have the calendar's error body. */
export const isCalendarPath = (path: string) =>
  readPath(path) !== undefined || isInternalPath(path);

const addresses = new WeakMap<Context, { ours: ParsedPath | undefined }>();

/**
 * The parsed request path, without trailing slashes; undefined outside our addresses. Parsed once per request.
 */
export function parsedPathOf(ctx: Context): ParsedPath | undefined {
  const { ours } = addresses.get(ctx) ?? { ours: readPath(ctx.path) };
  addresses.set(ctx, { ours });
  return ours;
}

/** Whether errors of this request have the calendar's error body. */
export const isCalendarRequest = (ctx: Context) =>
  parsedPathOf(ctx) !== undefined || isInternalPath(ctx.path);

/** Wraps a middleware so that it is skipped for the calendar's addresses. */
export const outsideCalendar = (middleware: () => Middleware) => (): Middleware => {
  const run = middleware();
  return (ctx, next) => (isCalendarRequest(ctx) ? next() : run(ctx, next));
};

/** RFC 3986 3.2.3: a host with an optional port, which may be empty after the colon. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/** RFC 1035 2.3.4: the longest name, with its port. To decode a longer one (`xn--…`) takes quadratic time. */
const MAX_HOST = 253 + ':65535'.length;

/** Whether a host is valid in a URL (port 99999 or IPv4 octet 256 are not). */
const isHost = (host: string) =>
  host.length <= MAX_HOST && HOST.test(host) && URL.canParse(`http://${host}`);

/** RFC 9112 3.2: whether the caller named a host; HTTP/1.0 may name none. Koa reads `b` in `a@b`, `a` in `a,b`. */
export const namesHost = (ctx: Context) =>
  (ctx.host === '' || isHost(ctx.host)) &&
  !/[@,]/.test(ctx.get('Host')) &&
  !(ctx.app.proxy && ctx.get('X-Forwarded-Host').includes('@'));

/**
 * The origin that the client used. Protocol and host are validated, since a proxy may forward what the client claims.
 */
const calledOrigin = ({ protocol, host }: Context) =>
  `${/^https$/i.test(protocol) ? 'https' : 'http'}://${isHost(host) ? host.replace(/:$/, '') : 'localhost'}`;

/** The public origin: the configured one, otherwise the one that the client used. */
export const originOf = (ctx: Context): string =>
  (publicUrl() ?? calledOrigin(ctx)).replace(/\/+$/, '');

/** Trims texts, as parsing of parameters does. */
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** D7.1: the first valid language among the values, otherwise the address's, otherwise the default. */
const firstLanguage = (ctx: Context, ...values: unknown[]): Language =>
  [...values.map(trimmed), ctx.state.calendar?.language].find(isLanguage) ??
  settings().defaultLanguage;

/**
 * D7.1: the language of messages before anything is validated: query, body, address, default. Does not use Koa's
 * `query`, which takes a second for thousands of broken encodings.
 */
export function likelyLanguage(ctx: Context): Language {
  const { body } = ctx.request as { body?: { i18n_language?: unknown } };
  const [sent, ...more] = new URLSearchParams(ctx.querystring).getAll('i18n_language');
  const single = more.length === 0 ? sent : undefined;
  return firstLanguage(ctx, single, body?.i18n_language);
}

/** D7.1: the language of reads, ignoring the body. */
export const languageRead = (ctx: Context): Language => firstLanguage(ctx, ctx.query.i18n_language);

/**
 * RFC 7240 2: a preference with its value; its parameters are skipped. A quotation that is not closed reaches to the
 * end: if it matched nothing, its end would be searched again from each preference within it.
 */
const PREFERENCE =
  /(?:^|,)\s*([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"?|[^\s,;"]*))?(?:\s*;(?:[^,"]|"(?:[^"\\]|\\.)*"?)*)?/g;

/** RFC 7240 2: reads `handling`; the first of duplicates counts. */
function readStrict(sent: string): boolean {
  for (const [, name = '', value = ''] of sent.matchAll(PREFERENCE)) {
    if (name.toLowerCase() === 'handling') return /^"?strict"?$/i.test(value);
  }
  return false;
}

/** Cache of parsed `Prefer` headers; clients send few different ones. */
const strictness = new LRUCache<string, boolean>({ max: 100, memoMethod: readStrict });

/** D9.10: whether unknown values are to be refused instead of ignored: `Prefer: handling=strict`. */
export function isStrict({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const sent = String(headers.prefer ?? '');
  return sent !== '' && strictness.memo(sent);
}

/** The context for parsing the request's parameters. */
export const readContext = (ctx: Context): ReadContext => ({
  now: new Date(),
  settings: settings(),
  strict: isStrict(ctx.req),
});

const ANY = '*';

/** The allowed CORS origins of a request; `*` applies to the interface only. */
export const originsOf = (allowed: string[]) => (ctx: Context) =>
  isCalendarRequest(ctx) ? allowed : allowed.filter((origin) => origin !== ANY);

/** Removes `*`, which Strapi's CORS middleware sends for requests without an origin at every address. */
export const cors = outsideCalendar(() => async (ctx, next) => {
  try {
    await next();
  } finally {
    if (ctx.response.get('Access-Control-Allow-Origin') === ANY) {
      ctx.remove('Access-Control-Allow-Origin');
      ctx.remove('Access-Control-Allow-Credentials');
      ctx.remove('Access-Control-Expose-Headers');
    }
  }
});
