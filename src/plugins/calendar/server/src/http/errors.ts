import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import { readersLanguage } from '../database/site';
import { brokenParams, decoded, takeSecrets } from '../kinds/raw-input';
import {
  CalendarError,
  errorBody,
  hasTooManyBindings,
  refusalOf,
  refusalOfStatus,
  refuse,
  storageFault,
  unavailable,
} from '../messages/errors';
import { PROBLEM, prefersProblem, problemBody } from '../messages/problem';
import { t } from '../messages/t';
import { isLanguage } from '../settings/languages';
import { sentToken } from './caller';
import { sendRefusal } from './pages/page';
import { isCalendarRequest, likelyLanguage } from './request';

/** Whether the database was unavailable for a statement of this request. */
const isDatabaseUnavailable = (ctx: Context) => Boolean(ctx.state.database?.failed);

/**
 * D9.4: 401 without credentials, 403 for authenticated callers. Strapi also answers 401 when it could not query the
 * database; that is 503.
 */
function rightsRefusal(ctx: Context, status: 401 | 403): CalendarError {
  if (ctx.state.auth?.credentials) return refuse(403, 'rest_forbidden');
  if (status === 401 && isDatabaseUnavailable(ctx)) return unavailable();
  const code = status === 401 && sentToken(ctx) ? 'rest_invalid_credentials' : 'rest_forbidden';
  return refuse(401, code, { 'WWW-Authenticate': 'Bearer' });
}

/** The refusal for an error response that Strapi has written itself. */
const refusalInstead = (ctx: Context) =>
  ctx.status === 401 || ctx.status === 403
    ? rightsRefusal(ctx, ctx.status)
    : refusalOfStatus(ctx.status);

/** Shortens a statement with a mark for each of tens of thousands of values. What the driver says of it follows it. */
const shortened = (text: string) =>
  text.length > 5000 ? `${text.slice(0, 1000)} … ${text.slice(-3500)}` : text;

/** D9.8: logs an unknown error once, under an id that the response contains; never with the query. */
function report(ctx: Context, error: unknown) {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { requestId = '-' } = ctx.state;
  strapi.log.error(`${requestId} ${ctx.method} ${ctx.path}: ${shortened(what)}`);
}

function answer(ctx: Context, error: CalendarError) {
  ctx.status = error.status;
  ctx.set(error.refusal.headers ?? {});
  const language = likelyLanguage(ctx);
  ctx.set('Content-Language', language);
  if (ctx.state.calendar?.isPage) return sendRefusal(ctx, error, language);
  ctx.vary('Accept');
  const isProblem = prefersProblem(ctx.get('Accept'));
  const { requestId } = ctx.state;
  const request = { path: ctx.originalUrl, requestId };
  ctx.body = isProblem ? problemBody(error, language, request) : errorBody(error, language);
  if (isProblem) ctx.set('Content-Type', PROBLEM); // Koa sets application/json for objects.
}

/** RFC 9110 8.5: sets `Content-Language` to the record's language, otherwise the requested one. */
function setContentLanguage(ctx: Context) {
  const { language } = (ctx.body ?? {}) as { language?: unknown };
  ctx.set('Content-Language', isLanguage(language) ? language : likelyLanguage(ctx));
}

/** Removes secrets from the URL before the access log writes it. */
function hideSecrets(ctx: Context) {
  const broken = brokenParams(ctx.querystring);
  const { rest, ...secrets } = takeSecrets(ctx.querystring);
  ctx.querystring = rest;
  ctx.state.secrets = { broken, ...secrets };
}

/** Answers in the format of Strapi's errors, in the editor's language. */
function answerAsStrapi(ctx: Context, { refusal }: CalendarError) {
  const { status, text: key, values, params = {}, headers = {} } = refusal;
  const language = readersLanguage();
  const faults = Object.entries(params).map(([name, fault]) => ({
    ...{ path: [name], name: 'ValidationError', message: t(language, fault.text, fault.values) },
  }));
  const details = faults.length > 0 ? { errors: faults } : {};
  ctx.status = status;
  ctx.set(headers);
  const message = t(language, key, values);
  ctx.body = { data: null, error: { status, name: refusal.code, message, details } };
}

/** The actual error behind Strapi's: when the database is unavailable, it reports relations and callers as missing. */
function faultBehind(ctx: Context, error: unknown): CalendarError | undefined {
  if (error instanceof CalendarError) return error;
  return storageFault(error) ?? (isDatabaseUnavailable(ctx) ? unavailable() : undefined);
}

/**
 * Error codes caused by bad input that Strapi does not validate: values refused by PostgreSQL (class 22, 42883) and
 * bodies that zlib cannot unpack.
 */
const UNREADABLE = /^(22\w{3}|42883|Z_(DATA|BUF)_ERROR|ERR__ERROR_FORMAT_\w+)$/;
/**
 * Messages of Strapi's and Knex's query builders for filters, orders, fields and a `_q` (`query`) of the wrong form. An
 * order by a picture or a creator as such takes the direction for an attribute of it.
 */
const INVALID_QUERY =
  /^(You cannot (filter|order) on \w+ types|Attribute (asc|desc) not found|Undefined attribute level operator|The second argument to where|You must specify 2 values for the where|Name cannot be null$|Where must be |Operator (and non-operator|\$\w+ must be)|Only (one operator|\$and, )|query\.split is not a function)/;

/**
 * SQLite's messages for a long pattern, a page beyond all numbers, too many ids and an object where a value is expected,
 * which follow the statement.
 */
const INVALID_VALUES =
  / - (?:LIKE or GLOB pattern too complex|datatype mismatch|too many SQL variables|SQLite3 can only bind .+)$/;

/** The messages of SQLite and PostgreSQL for an unknown column, which follow the statement. */
const NO_COLUMN =
  / - (?:no such column: (?:t\d+\.)?(.+)|column (?:t\d+\.)?"?(.+?)"? does not exist)$/s;

/** Whether an unknown column was named in the query, which Strapi passes on; otherwise it is a bug of ours. */
function asksForNoField(ctx: Context, message: string): boolean {
  const [, column, other = column] = NO_COLUMN.exec(message) ?? [];
  return other !== undefined && Boolean(decoded(ctx.querystring)?.includes(other));
}

function isUnreadable(ctx: Context, error: unknown): boolean {
  const { code, message } = (error ?? {}) as Record<string, unknown>;
  const text = String(message);
  const isKnown = UNREADABLE.test(String(code)) || INVALID_QUERY.test(text);
  return (
    isKnown || INVALID_VALUES.test(text) || hasTooManyBindings(error) || asksForNoField(ctx, text)
  );
}

/**
 * Whether the query contains NUL, which as a column name would truncate the statement and make PostgreSQL close the
 * connection. Our own admin routes report the parameter themselves.
 */
const hasNul = (ctx: Context) =>
  /%00|\0/.test(ctx.querystring) && !ctx.path.startsWith('/calendar/admin/');

/** D9.8: distinguishes bad requests, temporary failures and bugs at Strapi's addresses, too. */
async function answerStrapiErrors(ctx: Context, next: Next) {
  try {
    if (hasNul(ctx)) throw refuse(400, 'rest_bad_request');
    await next();
    if (ctx.status >= 400 && isDatabaseUnavailable(ctx)) answerAsStrapi(ctx, unavailable());
  } catch (error) {
    const badRequest = isUnreadable(ctx, error) ? refuse(400, 'rest_bad_request') : undefined;
    const fault = faultBehind(ctx, error) ?? badRequest;
    if (!fault) throw error;
    if (fault !== error) report(ctx, error);
    answerAsStrapi(ctx, fault);
  } finally {
    // For misspelt addresses of the calendar, such as `//calendar/events`. Koa's status is 404 until there is an answer.
    if (ctx.status >= 400) ctx.querystring = takeSecrets(ctx.querystring).rest;
  }
}

/** D9.5: answers every error at the calendar's addresses as `{code, message, data}` in the caller's language. */
export const errors = () => async (ctx: Context, next: Next) => {
  if (!isCalendarRequest(ctx)) return answerStrapiErrors(ctx, next);
  hideSecrets(ctx);
  try {
    await next();
    if (ctx.status >= 400) answer(ctx, refusalInstead(ctx));
    else if (ctx.body) setContentLanguage(ctx);
  } catch (error) {
    const refusal = faultBehind(ctx, error) ?? refusalOf(error);
    if (refusal.status >= 500 && !(error instanceof CalendarError)) report(ctx, error);
    answer(ctx, refusal);
  }
};

const refusals = new WeakMap<IncomingMessage, CalendarError>();
const REFUSED = Symbol('refused');

/** Records that Node's parser refused the request, or the rest of its body. */
export function refuseRequest(request: IncomingMessage, refusal: CalendarError): void {
  refusals.set(request, refusal);
  request.emit(REFUSED, refusal);
}

export const isRefused = (request: IncomingMessage) => refusals.has(request);

/** Throws the recorded refusal of a request. */
export function requireParsed(request: IncomingMessage): void {
  const refusal = refusals.get(request);
  if (refusal) throw refusal;
}

/** Rejects when Node refuses the rest of the body; destroying the stream would close the connection. */
export const brokenOff = (request: IncomingMessage) =>
  new Promise<never>((_, reject) => {
    const refusal = refusals.get(request);
    if (refusal) reject(refusal);
    else request.once(REFUSED, reject);
  });
