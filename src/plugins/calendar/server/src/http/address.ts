import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { isReachable } from '../database/client';
import { decoded, MAX_VALUES, prototypeKeys, tooComplex } from '../kinds/raw-input';
import {
  invalidParams,
  methodNotAllowed,
  noRoute,
  refusalOfStatus,
  refuse,
  unavailable,
} from '../messages/errors';
import {
  methodsOf,
  type NegotiatedFormat,
  negotiateFormat,
  pageMethodsOf,
} from '../resources/routes';
import {
  FEED_FORMATS,
  FEEDS,
  type Format,
  NAMESPACE,
  PAGES,
  type ParsedPath,
} from '../settings/addresses';
import { isDraining } from './drain';
import {
  type Edge,
  isInternalPath,
  isStrict,
  koaRequest,
  namesHost,
  originOf,
  parsedPathOf,
  type RequestSecrets,
  SAFE_METHODS,
  setApiHeaders,
  setHomeHeaders,
} from './edge';
import { refuseRequest, requireParsed } from './errors';

/** RFC 9112 3.2.2: a target may name scheme and host, which Node's parser hands on whatever they hold. */
const AUTHORITY = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Letters, digits, `-`, `_` and `~`; no dot, which could become a step upwards, and nothing behind a broken encoding. */
const UNRESERVED = /(?<!%[\da-f]?)%(?:2d|5f|7e|3\d|[46][1-9a-f]|[57][\da])/gi;

/** RFC 3986 6.2.2.2: a target whose path is spelled in one way, so that nobody behind reads it in two. */
export const normalizePath = (target: string): string =>
  target.replace(/^[^?]*/, (path) => path.replace(UNRESERVED, decodeURIComponent));

/**
 * Leaves of a target what follows its host: a host that is none would be a fault wherever the target is
 * read. The `Host` of the request says the same. Whatever reads the target comes behind.
 */
export function readTarget(request: IncomingMessage) {
  const { url = '' } = request;
  const [authority = ''] = AUTHORITY.exec(url) ?? [];
  const target = normalizePath(url.slice(authority.length));
  request.url = authority ? target.replace(/^(?!\/)/, '/') : target;
  if (authority && !URL.canParse(authority)) refuseRequest(request, refusalOfStatus(400));
}

const TYPES = FEED_FORMATS.map((format) => FEEDS[format].type as string);

/** What was read of `Accept` before: clients send few, and each again and again. */
const formatByAccept = new LRUCache<string, Format>({ max: 100 });

/** As they are answered: whoever names the character set as well means these. */
const OFFERED = ['application/json', ...TYPES].map((type) => `${type}; charset=utf-8`);

/** JSON for whoever takes anything. */
function negotiateAccept(request: IncomingMessage): Format {
  const [type] = String(koaRequest(request).accepts(OFFERED)).split(';');
  return FEED_FORMATS.find((format) => FEEDS[format].type === type) ?? 'json';
}

/** RFC 9110 12.5.1: the format that the caller would rather have, where several are offered. */
export function acceptedFormat(request: IncomingMessage): Format {
  const sent = (request.headers.accept ?? '').toLowerCase();
  if (!TYPES.some((type) => sent.includes(type))) return 'json'; // Also `text/*`: browsers are shown JSON.
  const cached = formatByAccept.get(sent);
  if (cached) return cached;
  const format = negotiateAccept(request);
  formatByAccept.set(sent, format);
  return format;
}

/**
 * The method that is meant: of a POST what `X-HTTP-Method-Override`, else `_method` in the query,
 * says; in capitals.
 */
export function effectiveMethod(ctx: Context): string {
  if (ctx.method !== 'POST') return ctx.method;
  const query = new URLSearchParams(ctx.querystring);
  const override = ctx.get('X-HTTP-Method-Override') || query.get('_method') || ctx.method;
  return override.trim().toUpperCase();
}

const HEALTH = '/health';

/** What a POST may say that it means. */
const OVERRIDABLE = ['GET', 'PUT', 'PATCH', 'DELETE'];

/** Milliseconds that the database has for an answer. */
const TIMEOUT = 1500;

async function answerHealth(ctx: Context) {
  if (isDraining() || !(await isReachable(TIMEOUT))) throw unavailable();
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { status: 'ok' };
}

/** A feed is only read; a slug that ends like one is also written. */
function allowedAt(rest: string, { format, rest: addressed }: NegotiatedFormat): string[] {
  if (rest === HEALTH || (format !== 'json' && rest !== addressed)) return SAFE_METHODS;
  return methodsOf(rest);
}

/** D9.1: path and method are judged before anything else; answers OPTIONS itself. */
function checkMethod(
  ctx: Context,
  { rest, isPage }: ParsedPath,
  formatted: NegotiatedFormat | undefined,
): 'answered' | 'open' {
  const ofInterface = formatted ? allowedAt(rest, formatted) : [];
  const allowed = isPage ? pageMethodsOf(rest) : ofInterface;
  const readable = rest.split('/').every((part) => decoded(part) !== undefined);
  if (allowed.length === 0 || !readable) throw noRoute();
  const method = effectiveMethod(ctx);
  const isOverridable = method === ctx.method || OVERRIDABLE.includes(method);
  if (!isOverridable || !allowed.includes(method)) throw methodNotAllowed(allowed);
  ctx.method = method;
  if (method !== 'OPTIONS') return 'open';
  ctx.set('Allow', allowed.join(', '));
  ctx.status = 204;
  return 'answered';
}

/** How often a request names its host: of several Node believes the first, and forgets the others. */
export const hostsNamed = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((word, at) => at % 2 === 0 && /^host$/i.test(word)).length;

/**
 * RFC 9112 3.2: a request names one host, and may name none before HTTP/1.1. `requireHostHeader` is off,
 * or Node would answer without a body.
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

/** A page is a page, however its address ends and whatever is asked for. */
const formatOf = (ctx: Context, { rest, isPage }: ParsedPath): NegotiatedFormat | undefined =>
  isPage
    ? { rest, format: 'json', negotiated: false }
    : negotiateFormat({
        rest,
        query: new URLSearchParams(ctx.querystring),
        accepted: acceptedFormat(ctx.req),
      });

/** Where Strapi's routes of pages are mounted, behind the addresses that people use. */
const PAGE_ROOT = `${PAGES}/pages`;

/** Spec 1, D11: one interface at five addresses, five more for each alias, and Strapi's routes behind. */
export const address = () => async (ctx: Context, next: Next) => {
  if (isInternalPath(ctx.path)) throw noRoute();
  const path = parsedPathOf(ctx);
  if (!path) {
    setHomeHeaders(ctx);
    return misnamesHost(ctx) ? refuseAsNode(ctx) : next();
  }
  const { language, base, rest, isPage } = path;
  const origin = originOf(ctx);
  const formatted = formatOf(ctx, path);
  ctx.state.calendar = {
    origin,
    base,
    root: `${origin}${language ? `/${language}` : ''}${base}`,
    rest: formatted?.rest ?? rest,
    format: formatted?.format ?? 'json',
    language,
    isPage,
  } satisfies Edge;
  if (formatted?.negotiated) ctx.vary('Accept');
  setApiHeaders(ctx, ctx.state.calendar as Edge);
  requireParsed(ctx.req);
  if (misnamesHost(ctx) || !namesHost(ctx)) throw refuse(400, 'rest_bad_request');
  if (checkMethod(ctx, path, formatted) === 'answered') return;
  if (!isPage && rest === HEALTH) return answerHealth(ctx);
  const strict = isStrict(ctx.req);
  if (strict) ctx.set('Preference-Applied', 'handling=strict');
  if (ctx.querystring.split('&').length > MAX_VALUES) throw tooComplex();
  const { broken } = ctx.state.sent as RequestSecrets;
  const faults = { ...(strict && prototypeKeys(ctx.querystring)), ...broken };
  if (Object.keys(faults).length > 0) throw invalidParams(faults);
  const root = isPage ? PAGE_ROOT : NAMESPACE;
  ctx.path = `${strapi.config.get('api.rest.prefix', '/api')}${root}${(ctx.state.calendar as Edge).rest}`;
  return next();
};
