import type { Context, Next } from 'koa';
import { CalendarError } from '../errors/calendar-error';
import { errorBody } from '../errors/error-body';
import { refusalOf, refusalOfStatus, storageFault } from '../errors/fault';
import { refuse, unavailable } from '../errors/refusals';
import { brokenParams } from '../params/raw-query';
import { takePassword } from '../params/secret-query';
import { isLanguage } from '../settings/languages';
import { isReachable } from '../store/reachable';
import { text } from '../texts/text';
import { isOurs, likelyLanguage, type Sent } from './edge';

/** Milliseconds that the database has to show that it is not the reason. */
const PATIENCE = 1500;

const triedToken = (ctx: Context) => /^bearer\b/i.test(ctx.get('Authorization'));

/**
 * D9.4: whoever sent nothing is told 401, whoever is known 403. Strapi also answers 401 when it
 * could not ask the database who is calling.
 */
async function rightsRefusal(ctx: Context, status: 401 | 403): Promise<CalendarError> {
  if (ctx.state.auth?.credentials) return refuse(403, 'rest_forbidden');
  if (status === 401 && !(await isReachable(PATIENCE))) return unavailable();
  const code = status === 401 && triedToken(ctx) ? 'rest_invalid_credentials' : 'rest_forbidden';
  return refuse(401, code, { 'WWW-Authenticate': 'Bearer' });
}

/** The refusal behind an answer that Strapi has worded itself. */
const reworded = (ctx: Context) =>
  ctx.status === 401 || ctx.status === 403
    ? rightsRefusal(ctx, ctx.status)
    : Promise.resolve(refusalOfStatus(ctx.status));

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
  ctx.body = errorBody(error, language);
}

/** RFC 9110 8.5: the language of the record that is shown, else the one that was asked for. */
function tellLanguage(ctx: Context) {
  const { language } = (ctx.body ?? {}) as { language?: unknown };
  ctx.set('Content-Language', isLanguage(language) ? language : likelyLanguage(ctx));
}

/** What the access log writes down is what is left here. */
function hideSecrets(ctx: Context) {
  const broken = brokenParams(ctx.querystring);
  const { rest, password } = takePassword(ctx.querystring);
  ctx.querystring = rest;
  ctx.state.sent = { broken, password } satisfies Sent;
}

/** In the words of Strapi's own failures, and in the language that an editor has chosen. */
function answerAsStrapi(ctx: Context, { refusal }: CalendarError) {
  const { status, text: key, headers = {} } = refusal;
  const preferred = ctx.state.user?.preferedLanguage;
  const message = text(isLanguage(preferred) ? preferred : 'en', key);
  ctx.status = status;
  ctx.set(headers);
  ctx.body = { data: null, error: { status, name: refusal.code, message, details: {} } };
}

/** D9.8: the admin, too, is told apart what is broken and what will be well again. */
async function behind(ctx: Context, next: Next) {
  try {
    await next();
  } catch (error) {
    const fault = storageFault(error);
    if (!fault) throw error;
    report(ctx, error);
    answerAsStrapi(ctx, fault);
  }
}

/** D9.5: every failure at our addresses is `{code, message, data}`, in the caller's language. */
export const errors = () => async (ctx: Context, next: Next) => {
  if (!isOurs(ctx.path)) return behind(ctx, next);
  hideSecrets(ctx);
  try {
    await next();
    if (ctx.status >= 400) answer(ctx, await reworded(ctx));
    else if (ctx.body) tellLanguage(ctx);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.status >= 500 && !(error instanceof CalendarError)) report(ctx, error);
    answer(ctx, refusal);
  }
};
