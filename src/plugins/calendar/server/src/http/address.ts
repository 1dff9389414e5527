import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { isReachable } from '../database/client';
import { settings } from '../database/site';
import { decoded, MAX_VALUES, prototypeKeys, tooComplex } from '../kinds/raw-input';
import {
  invalidParams,
  methodNotAllowed,
  noRoute,
  refusalOfStatus,
  refuse,
  unavailable,
} from '../messages/errors';
import { type NegotiatedFormat, negotiateFormat, pageMethodsOf } from '../resources/routes';
import {
  FEED_FORMATS,
  FEEDS,
  type Format,
  NAMESPACE,
  PAGES,
  type ParsedPath,
  WORDPRESS_ROOT,
  wordpressAliases,
} from '../settings/addresses';
import { isDraining } from './drain';
import { refuseRequest, requireParsed } from './errors';
import {
  isInternalPath,
  isStrict,
  koaRequest,
  namesHost,
  originOf,
  parsedPathOf,
  type RequestAddress,
  SAFE_METHODS,
} from './request';
import { addLink } from './response';

/** RFC 9112 3.2.2: scheme and host of an absolute-form target, which Node passes on unchecked. */
const AUTHORITY = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Encoded unreserved characters except the dot (`/../`), unless they follow a broken encoding. */
const UNRESERVED = /(?<!%[\da-f]?)%(?:2d|5f|7e|3\d|[46][1-9a-f]|[57][\da])/gi;

/** RFC 3986 6.2.2.2: normalises percent-encoding in the path, so that all later code reads it alike. */
export const normalizePath = (target: string): string =>
  target.replace(/^[^?]*/, (path) => path.replace(UNRESERVED, decodeURIComponent));

/**
 * Reduces an absolute-form target to its path and query; an invalid host in it would throw wherever the URL is parsed.
 * Must run before anything reads the target.
 */
export function readTarget(request: IncomingMessage) {
  const { url = '' } = request;
  const [authority = ''] = AUTHORITY.exec(url) ?? [];
  const target = normalizePath(url.slice(authority.length));
  request.url = authority ? target.replace(/^(?!\/)/, '/') : target;
  if (authority && !URL.canParse(authority)) refuseRequest(request, refusalOfStatus(400));
}

const TYPES = FEED_FORMATS.map((format) => FEEDS[format].type as string);

/** The offered types with the charset in which they are sent, so that `Accept` may name it. */
const OFFERED = ['application/json', ...TYPES].map((type) => `${type}; charset=utf-8`);

/** Negotiates the format by `Accept`; JSON for clients that accept anything. */
function negotiateAccept(accept: string): Format {
  const [type] = String(koaRequest({ headers: { accept } }).accepts(OFFERED)).split(';');
  return FEED_FORMATS.find((format) => FEEDS[format].type === type) ?? 'json';
}

/** Cache of parsed `Accept` headers; clients send few different ones. */
const formats = new LRUCache<string, Format>({ max: 100, memoMethod: negotiateAccept });

/** The longest `Accept` that is read: Koa's parser counts the quotation marks of an open quotation at each comma anew. */
const MAX_ACCEPT = 1000;

/** RFC 9110 12.5.1: the format that the client prefers. */
export function acceptedFormat({ headers }: Pick<IncomingMessage, 'headers'>): Format {
  const sent = (headers.accept ?? '').toLowerCase();
  const isRead = sent.length <= MAX_ACCEPT && TYPES.some((type) => sent.includes(type));
  return isRead ? formats.memo(sent) : 'json'; // Also `text/*`: browsers are shown JSON.
}

/**
 * The effective method in upper case: for a POST, `X-HTTP-Method-Override` or else `_method` in the query overrides
 * it.
 */
export function effectiveMethod(ctx: Context): string {
  if (ctx.method !== 'POST') return ctx.method;
  const query = new URLSearchParams(ctx.querystring);
  const override = ctx.get('X-HTTP-Method-Override') || query.get('_method') || ctx.method;
  return override.trim().toUpperCase();
}

const HEALTH = '/health';

/** Methods that a POST may stand for. */
const OVERRIDABLE = ['GET', 'PUT', 'PATCH', 'DELETE'];

async function answerHealth(ctx: Context) {
  if (isDraining() || !(await isReachable())) throw unavailable();
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { status: 'ok' };
}

/** D9.1: path and method are judged before anything else; answers OPTIONS itself. Feeds are read-only. */
function checkMethod(
  ctx: Context,
  { rest }: ParsedPath,
  { format, rest: addressed, methods }: NegotiatedFormat,
): 'answered' | 'open' {
  const isReadOnly = rest === HEALTH || (format !== 'json' && rest !== addressed);
  const allowed = isReadOnly ? SAFE_METHODS : methods;
  if (allowed.length === 0 || decoded(rest) === undefined) throw noRoute();
  const method = effectiveMethod(ctx);
  const isOverridable = method === ctx.method || OVERRIDABLE.includes(method);
  if (!isOverridable || !allowed.includes(method)) throw methodNotAllowed(allowed);
  ctx.method = method;
  if (method !== 'OPTIONS') return 'open';
  ctx.set('Allow', allowed.join(', '));
  ctx.status = 204;
  return 'answered';
}

/** The number of `Host` headers; Node keeps only the first. */
export const hostsNamed = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((word, at) => at % 2 === 0 && /^host$/i.test(word)).length;

/**
 * RFC 9112 3.2: whether the request lacks a valid single `Host` header, which is optional before HTTP/1.1. Node's
 * `requireHostHeader` is off, because it would answer without a body.
 */
function misnamesHost({ req }: Context): boolean {
  const named = hostsNamed(req);
  return named > 1 || (named === 0 && req.httpVersion === '1.1');
}

function refuseAsNode(ctx: Context) {
  ctx.status = 400;
  ctx.body = '';
  ctx.set('Connection', 'close');
}

/** Negotiates the format; HTML pages have none, and neither do paths that do not exist in it. */
function formatOf(ctx: Context, { rest, isPage }: ParsedPath): NegotiatedFormat {
  const none: NegotiatedFormat = { rest, format: 'json', negotiated: false, methods: [] };
  if (isPage) return { ...none, methods: pageMethodsOf(rest) };
  const query = new URLSearchParams(ctx.querystring);
  return negotiateFormat({ rest, query, accepted: acceptedFormat(ctx.req) }) ?? none;
}

/**
 * Sets headers by which clients discover the interface. The link to WordPress's REST root is only set if an alias is
 * below it.
 */
function setApiHeaders(
  ctx: Context,
  { origin, base, root }: Pick<RequestAddress, 'origin' | 'base' | 'root'>,
) {
  const site = root.slice(0, -base.length);
  const [alias] = wordpressAliases(settings().aliases);
  ctx.set({
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': `${site}${base === WORDPRESS_ROOT ? (alias ?? base) : base}/`,
    'X-TEC-API-ORIGIN': origin,
  });
  if (alias) addLink(ctx, `<${site}${WORDPRESS_ROOT}/>; rel="https://api.w.org/"`);
}

/** Sets the discovery link on the site's home page, where clients look that only know the site's address. */
function setHomeHeaders(ctx: Context) {
  const [alias] = wordpressAliases(settings().aliases);
  if (ctx.path !== '/' || !alias) return;
  const origin = originOf(ctx);
  setApiHeaders(ctx, { origin, base: alias, root: `${origin}${alias}` });
}

/** The internal path of Strapi's routes for HTML pages. */
const PAGE_ROOT = `${PAGES}/pages`;

/** Spec 1, D11: rewrites public addresses (one without language, four with, as many per alias) to Strapi's routes. */
export const address = () => async (ctx: Context, next: Next) => {
  const path = parsedPathOf(ctx);
  if (!path) {
    if (isInternalPath(ctx.path)) throw noRoute();
    setHomeHeaders(ctx);
    return misnamesHost(ctx) ? refuseAsNode(ctx) : next();
  }
  const { language, base, rest, isPage } = path;
  const origin = originOf(ctx);
  const formatted = formatOf(ctx, path);
  const requested: RequestAddress = {
    origin,
    base,
    root: `${origin}${language ? `/${language}` : ''}${base}`,
    rest: formatted.rest,
    format: formatted.format,
    language,
    isPage,
  };
  ctx.state.calendar = requested;
  if (formatted.negotiated) ctx.vary('Accept');
  setApiHeaders(ctx, requested);
  requireParsed(ctx.req);
  if (misnamesHost(ctx) || !namesHost(ctx)) throw refuse(400, 'rest_bad_request');
  if (checkMethod(ctx, path, formatted) === 'answered') return;
  if (!isPage && rest === HEALTH) return answerHealth(ctx);
  const strict = isStrict(ctx.req);
  if (strict) ctx.set('Preference-Applied', 'handling=strict');
  if (ctx.querystring.split('&').length > MAX_VALUES) throw tooComplex();
  const { broken } = ctx.state.secrets ?? {};
  const faults = { ...(strict && prototypeKeys(ctx.querystring)), ...broken };
  if (Object.keys(faults).length > 0) throw invalidParams(faults);
  const root = isPage ? PAGE_ROOT : NAMESPACE;
  const sent = ctx.path;
  ctx.path = `${strapi.config.get('api.rest.prefix', '/api')}${root}${requested.rest}`;
  try {
    return await next();
  } finally {
    ctx.path = sent; // The log names the address that was requested.
  }
};
