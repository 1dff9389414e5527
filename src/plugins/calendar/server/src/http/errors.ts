import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import type { DatabaseUse } from '../database/pool';
import { brokenParams, decoded, takeSecrets } from '../kinds/raw-input';
import {
  CalendarError,
  errorBody,
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
import { type Edge, isCalendarRequest, likelyLanguage, type RequestSecrets } from './edge';
import { sendRefusal } from './pages/page';

/** Whether the database was away for a statement of this request. */
const couldNotAsk = (ctx: Context) => Boolean((ctx.state.database as DatabaseUse)?.failed);

/**
 * D9.4: whoever sent nothing is told 401, whoever is known 403. Strapi also answers 401 when it
 * could not ask the database who is calling.
 */
function rightsRefusal(ctx: Context, status: 401 | 403): CalendarError {
  if (ctx.state.auth?.credentials) return refuse(403, 'rest_forbidden');
  if (status === 401 && couldNotAsk(ctx)) return unavailable();
  const code = status === 401 && sentToken(ctx) ? 'rest_invalid_credentials' : 'rest_forbidden';
  return refuse(401, code, { 'WWW-Authenticate': 'Bearer' });
}

/** The refusal behind an answer that Strapi has worded itself. */
const reworded = (ctx: Context) =>
  ctx.status === 401 || ctx.status === 403
    ? rightsRefusal(ctx, ctx.status)
    : refusalOfStatus(ctx.status);

/** D9.8: an unknown fault is logged once, under an id that the caller is given; never with the query. */
function report(ctx: Context, error: unknown) {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { requestId = '-' } = ctx.state;
  strapi.log.error(`${requestId} ${ctx.method} ${ctx.path}: ${what}`);
}

function answer(ctx: Context, error: CalendarError) {
  ctx.status = error.status;
  ctx.set(error.refusal.headers ?? {});
  const language = likelyLanguage(ctx);
  ctx.set('Content-Language', language);
  if ((ctx.state.calendar as Edge)?.isPage) return sendRefusal(ctx, error, language);
  ctx.vary('Accept');
  const isProblem = prefersProblem(ctx.get('Accept'));
  const { requestId } = ctx.state;
  const request = { path: ctx.originalUrl, requestId };
  ctx.body = isProblem ? problemBody(error, language, request) : errorBody(error, language);
  if (isProblem) ctx.set('Content-Type', PROBLEM); // Koa says of every object that it is plain JSON.
}

/** RFC 9110 8.5: the language of the record that is shown, else the one that was asked for. */
function setContentLanguage(ctx: Context) {
  const { language } = (ctx.body ?? {}) as { language?: unknown };
  ctx.set('Content-Language', isLanguage(language) ? language : likelyLanguage(ctx));
}

/** What the access log writes down is what is left here. */
function hideSecrets(ctx: Context) {
  const broken = brokenParams(ctx.querystring);
  const { rest, ...secrets } = takeSecrets(ctx.querystring);
  ctx.querystring = rest;
  ctx.state.sent = { broken, ...secrets } satisfies RequestSecrets;
}

/** In the words of Strapi's own failures, and in the language that an editor has chosen. */
function answerAsStrapi(ctx: Context, { refusal }: CalendarError) {
  const { status, text: key, headers = {} } = refusal;
  const preferred = ctx.state.user?.preferedLanguage;
  const message = t(isLanguage(preferred) ? preferred : 'en', key);
  ctx.status = status;
  ctx.set(headers);
  ctx.body = { data: null, error: { status, name: refusal.code, message, details: {} } };
}

/** Strapi takes what it could not look up for something that does not exist: a relation, a caller. */
function faultBehind(ctx: Context, error: unknown): CalendarError | undefined {
  if (error instanceof CalendarError) return error;
  return storageFault(error) ?? (couldNotAsk(ctx) ? unavailable() : undefined);
}

/**
 * Strapi hands on filters and orders that its query builder, Knex or PostgreSQL (22…: no such value; 42883)
 * refuses, and bodies that zlib does not unpack.
 */
const UNREADABLE = /^(22\w{3}|42883|Z_(DATA|BUF)_ERROR|ERR__ERROR_FORMAT_\w+)$/;
const UNBUILDABLE =
  /^(You cannot (filter|order) on relation types|Undefined attribute level operator|The second argument to where)/;

/** The messages of SQLite and PostgreSQL for an unknown column, which follow the statement. */
const NO_COLUMN =
  / - (?:no such column: (?:t\d+\.)?(.+)|column (?:t\d+\.)?"?(.+?)"? does not exist)$/s;

/** Strapi hands on as a column what it is given as a field; one that the query does not name is our fault. */
function asksForNoField(ctx: Context, message: string): boolean {
  const [, column, other = column] = NO_COLUMN.exec(message) ?? [];
  return other !== undefined && Boolean(decoded(ctx.querystring)?.includes(other));
}

function isUnreadable(ctx: Context, error: unknown): boolean {
  const { code, message } = (error ?? {}) as Record<string, unknown>;
  const text = String(message);
  return UNREADABLE.test(String(code)) || UNBUILDABLE.test(text) || asksForNoField(ctx, text);
}

/**
 * As the name of a column it would end the statement early, and PostgreSQL the connection. Our own routes of
 * the admin name the parameter that holds it.
 */
const hasNul = (ctx: Context) =>
  /%00|\0/.test(ctx.querystring) && !ctx.path.startsWith('/calendar/admin/');

/** D9.8: the admin, too, can tell faults, temporary failures and bad requests apart. */
async function answerStrapiErrors(ctx: Context, next: Next) {
  try {
    if (hasNul(ctx)) throw refuse(400, 'rest_bad_request');
    await next();
    if (ctx.status >= 400 && couldNotAsk(ctx)) answerAsStrapi(ctx, unavailable());
  } catch (error) {
    const badRequest = isUnreadable(ctx, error) ? refuse(400, 'rest_bad_request') : undefined;
    const fault = faultBehind(ctx, error) ?? badRequest;
    if (!fault) throw error;
    if (fault !== error) report(ctx, error);
    answerAsStrapi(ctx, fault);
  }
}

/** D9.5: every failure at our addresses is `{code, message, data}`, in the caller's language. */
export const errors = () => async (ctx: Context, next: Next) => {
  if (!isCalendarRequest(ctx)) return answerStrapiErrors(ctx, next);
  hideSecrets(ctx);
  try {
    await next();
    if (ctx.status >= 400) answer(ctx, reworded(ctx));
    else if (ctx.body) setContentLanguage(ctx);
  } catch (error) {
    const refusal = faultBehind(ctx, error) ?? refusalOf(error);
    if (refusal.status >= 500 && !(error instanceof CalendarError)) report(ctx, error);
    answer(ctx, refusal);
  }
};

const refusals = new WeakMap<IncomingMessage, CalendarError>();
const REFUSED = Symbol('refused');

/** Node has refused the request, or what followed of its body. */
export function refuseRequest(request: IncomingMessage, refusal: CalendarError): void {
  refusals.set(request, refusal);
  request.emit(REFUSED, refusal);
}

export const isRefused = (request: IncomingMessage) => refusals.has(request);

/** Throws what Node refused the request for. */
export function requireParsed(request: IncomingMessage): void {
  const refusal = refusals.get(request);
  if (refusal) throw refusal;
}

/** Fails when Node refuses what is still to come; `error` of the stream would close the connection. */
export const brokenOff = (request: IncomingMessage) =>
  new Promise<never>((_, reject) => {
    const refusal = refusals.get(request);
    if (refusal) reject(refusal);
    else request.once(REFUSED, reject);
  });
