import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Middleware, Next, Request } from 'koa';
import { LRUCache } from 'lru-cache';
import { publicUrl, settings } from '../database/site';
import type { ReadContext } from '../kinds/kind';
import type { Message } from '../messages/t';
import { pickFields, readAnswerShape } from '../resources/answer';
import { type Format, type ParsedPath, parsePath, SITE, siteAliases } from '../settings/addresses';
import { isLanguage, type Language } from '../settings/languages';

/** What the address of a request says (`ctx.state.calendar`); Strapi's router sees another path. */
export interface Edge {
  /** `https://host`, without a slash at the end. */
  origin: string;
  /** The path of the interface that the caller used, without language: `/calendar/events/v1`. */
  base: string;
  /** The interface's root as the caller addressed it. */
  root: string;
  /** The path below that, without the end that names a format: `/events/12`. */
  rest: string;
  /** In which the answer is asked for; of an address by slug its end may be the slug's own. */
  format: Format;
  language?: Language;
  /** D16: whether people are answered, by a page. */
  isPage: boolean;
}

/** Secrets, removed from the query before any other middleware sees it; and what of it cannot be decoded. */
export interface RequestSecrets {
  /** Parameters whose encoding is broken. */
  broken: Record<string, Message>;
  password?: string | string[];
  /** The key of a personal feed. */
  key?: string | string[];
  /** The token of a preview's link. */
  token?: string | string[];
}

/** Koa's reading of a request, without the rest of a context. */
export function koaRequest(request: IncomingMessage): Request {
  const { app } = strapi.server;
  return Object.assign(Object.create(app.request), { app, req: request });
}

/** RFC 9110 9.2.1: the methods that only read. */
export const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** RFC 9110 9.2.3: those whose responses caches may store. */
export const CACHEABLE_METHODS = ['GET', 'HEAD'];

/** The methods whose bodies are read. */
export const BODY_METHODS = ['POST', 'PUT', 'PATCH'];

/** Strapi's own address of our routes: nobody may use it (D9.8). */
const INTERNAL_PATH = /^\/api\/calendar(\/|$)/i;

export const isInternalPath = (path: string) => INTERNAL_PATH.test(path);

const readPath = (path: string) => parsePath(path, settings().aliases);

/** Whether failures at this path are ours to word. */
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

/** Whether failures of this request are ours to word. */
export const isCalendarRequest = (ctx: Context) =>
  parsedPathOf(ctx) !== undefined || isInternalPath(ctx.path);

/** A middleware of Strapi's own addresses: requests to ours do not pass through it. */
export const outsideCalendar = (middleware: () => Middleware) => (): Middleware => {
  const run = middleware();
  return (ctx, next) => (isCalendarRequest(ctx) ? next() : run(ctx, next));
};

/** RFC 3986 3.2.3: behind the colon there may be no port, which says as much as no colon. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/** Also one that an address can be made of: no port is 99999, and no IPv4 address ends with 256. */
const isHost = (host: string) => HOST.test(host) && URL.canParse(`http://${host}`);

/** RFC 9112 3.2: whether the caller named a host; HTTP/1.0 may name none. Koa reads `b` in `a@b`, `a` in `a,b`. */
export const namesHost = (ctx: Context) =>
  (ctx.host === '' || isHost(ctx.host)) &&
  !/[@,]/.test(ctx.get('Host')) &&
  !(ctx.app.proxy && ctx.get('X-Forwarded-Host').includes('@'));

/** A proxy may forward the protocol as the client claims it, and every generated address begins with it. */
const calledOrigin = ({ protocol, host }: Context) =>
  `${/^https$/i.test(protocol) ? 'https' : 'http'}://${isHost(host) ? host.replace(/:$/, '') : 'localhost'}`;

/** Where the service is published: the host's setting, else what the caller used. */
export const originOf = (ctx: Context): string =>
  (publicUrl() ?? calledOrigin(ctx)).replace(/\/+$/, '');

/** Blanks around a value say nothing, as where parameters are judged. */
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** D7.1: the first of the values that is a language, else that of the address, else the default one. */
const firstLanguage = (ctx: Context, ...values: unknown[]): Language =>
  [...values.map(trimmed), (ctx.state.calendar as Edge)?.language].find(isLanguage) ??
  settings().defaultLanguage;

/**
 * D7.1, for what must be said before anything is checked: query, body, address, default. Koa's own
 * `query` takes a second over thousands of broken signs, which may be what is refused.
 */
export function likelyLanguage(ctx: Context): Language {
  const { body } = ctx.request as { body?: { i18n_language?: unknown } };
  const [sent, ...more] = new URLSearchParams(ctx.querystring).getAll('i18n_language');
  const single = more.length === 0 ? sent : undefined;
  return firstLanguage(ctx, single, body?.i18n_language);
}

/** D7.1, for what is read, whatever a body says. */
export const languageRead = (ctx: Context): Language => firstLanguage(ctx, ctx.query.i18n_language);

/** RFC 7240 2: a preference with its value; parameters behind it, and texts in quotes, are read over. */
const PREFERENCE =
  /(?:^|,)\s*([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|[^\s,;"]*))?(?:\s*;(?:[^,"]|"(?:[^"\\]|\\.)*")*)?/g;

/** RFC 7240 2: of a preference that is said twice the first counts. */
function readStrict(sent: string): boolean {
  for (const [, name = '', value = ''] of sent.matchAll(PREFERENCE)) {
    if (name.toLowerCase() === 'handling') return /^"?strict"?$/i.test(value);
  }
  return false;
}

/** Clients send few values of `Prefer`, and each again and again. */
const strictness = new LRUCache<string, boolean>({ max: 100, memoMethod: readStrict });

/** D9.10: whether the caller would rather be refused than have something ignored: `Prefer: handling=strict`. */
export function isStrict({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const sent = String(headers.prefer ?? '');
  return sent !== '' && strictness.memo(sent);
}

/** What reading the parameters of a request depends on. */
export const readContext = (ctx: Context): ReadContext => ({
  now: new Date(),
  settings: settings(),
  strict: isStrict(ctx.req),
});

const ANY = '*';

/** The origins whose pages may read an address: "any" is meant for the interface alone. */
export const originsOf = (allowed: string[]) => (ctx: Context) =>
  isCalendarRequest(ctx) ? allowed : allowed.filter((origin) => origin !== ANY);

/** Strapi's own middleware, inside this one, says `*` to whoever names no origin, at every address. */
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

/** By the names that they are sent under. Node's types know the method of requests only. */
export const headerNames = (response: ServerResponse): string[] =>
  (response as typeof response & { getRawHeaderNames(): string[] }).getRawHeaderNames();

/** The headers that were set since there were those named `before`, but those of the body. */
function headersSince(ctx: Context, before: string[]): Record<string, string> {
  const names = headerNames(ctx.res).filter(
    (name) => !before.includes(name.toLowerCase()) && !/^content-/i.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, String(ctx.res.getHeader(name))]));
}

const isShown = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !('pipe' in body) && !Buffer.isBuffer(body);

/**
 * Spec 1: clients of WordPress ask for some of the keys, or for status and headers in the body.
 * Refusals keep all their keys, and are wrapped like everything else.
 */
export const shape = () => async (ctx: Context, next: Next) => {
  if (!isCalendarRequest(ctx)) return next();
  const { fields, envelope } = readAnswerShape(ctx.querystring);
  const before = ctx.res.getHeaderNames();
  await next();
  const { body, status } = ctx;
  if (!isShown(body)) return;
  const shown = fields.length > 0 && status < 400 ? pickFields(body, fields) : body;
  if (!envelope) {
    if (shown !== body) ctx.body = shown;
    return;
  }
  ctx.state.enveloped = status;
  ctx.body = { body: shown, status, headers: headersSince(ctx, before) };
  ctx.status = 200;
};

/** RFC 8288: one link more. */
export function addLink(ctx: Context, link: string) {
  const existing = ctx.response.get('Link');
  ctx.set('Link', existing ? `${existing}, ${link}` : link);
}

/**
 * By these headers clients find the interface from any of its answers. The link, where clients of WordPress
 * ask what a site offers, is set where an alias stands below it.
 */
export function setApiHeaders(
  ctx: Context,
  { origin, base, root }: Pick<Edge, 'origin' | 'base' | 'root'>,
) {
  const site = root.slice(0, -base.length);
  const [alias] = siteAliases(settings().aliases);
  ctx.set({
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': `${site}${base === SITE ? (alias ?? base) : base}/`,
    'X-TEC-API-ORIGIN': origin,
  });
  if (alias) addLink(ctx, `<${site}${SITE}/>; rel="https://api.w.org/"`);
}

/** Clients are told the address of a site, not that of its interface: they look at its first page. */
export function setHomeHeaders(ctx: Context) {
  const [alias] = siteAliases(settings().aliases);
  if (ctx.path !== '/' || !alias) return;
  const origin = originOf(ctx);
  setApiHeaders(ctx, { origin, base: alias, root: `${origin}${alias}` });
}
