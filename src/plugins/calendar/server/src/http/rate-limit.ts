import { createHmac } from 'node:crypto';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { SharedCounts, sharedLimiter } from '../database/rate-limits';
import { settings } from '../database/site';
import { refusalOf, refuse } from '../messages/errors';
import { authenticatedClientOf, batchOf, ipKeyOf, sentToken } from './caller';

/** Number of counters, to which clients are hashed, so that memory is bounded. */
const COUNTERS = 2 ** 16;

/** The counter of a client. Keyed with a secret, so that collisions cannot be found, and equal on all nodes. */
function counterOf(client: string): string {
  const secret: string = strapi.config.get('admin.apiToken.salt');
  const digest = createHmac('sha256', `rate limit ${secret}`).update(client).digest();
  return String(digest.readUInt32BE() % COUNTERS);
}

/** Cache of counters by client. */
const counterByClient = new LRUCache<string, string>({ max: 10_000, memoMethod: counterOf });

interface Counters {
  limiter: RateLimiterMemory;
  /** Shared with other nodes, if there may be some. */
  shared?: SharedCounts;
}

function makeCounters(points: number, duration: number): Counters {
  const limiter = new RateLimiterMemory({ points, duration });
  const others = sharedLimiter(`requests ${duration}`, { points, duration });
  return { limiter, shared: others && new SharedCounts(limiter, others) };
}

let currentCounters: Counters | undefined;

/** The counters of this process; recreated when the setting changes, undefined when it is 0. */
function counters(): Counters | undefined {
  const { requests: points, window: duration } = settings().rateLimit;
  if (points === 0) return undefined;
  const { limiter } = currentCounters ?? {};
  if (limiter?.points !== points || limiter.duration !== duration) {
    currentCounters = makeCounters(points, duration);
  }
  return currentCounters;
}

/** Whether requests are counted at all. */
export const isCounting = () => settings().rateLimit.requests > 0;

/** Seconds until the window ends, at most its length even if the clock was set back. */
const seconds = ({ msBeforeNext }: RateLimiterRes) =>
  String(Math.min(Math.ceil(msBeforeNext / 1000), settings().rateLimit.window));

/** A Koa context, or anything else that takes response headers. */
interface HeaderSetter {
  set(name: string, value: string): unknown;
}

/** `RateLimit-*` as many clients know them, and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10; seconds. */
function setRateLimitHeaders(
  ctx: HeaderSetter,
  { points, duration }: RateLimiterMemory,
  count: RateLimiterRes,
) {
  const left = Math.max(count.remainingPoints, 0);
  ctx.set('RateLimit-Limit', String(points));
  ctx.set('RateLimit-Remaining', String(left));
  ctx.set('RateLimit-Reset', seconds(count));
  ctx.set('RateLimit-Policy', `"requests";q=${points};w=${duration}`);
  ctx.set('RateLimit', `"requests";r=${left};t=${seconds(count)}`);
}

const tooMany = (count: RateLimiterRes) =>
  refuse(429, 'rest_too_many_requests', { 'Retry-After': seconds(count) });

/** Counts a request of the client and sets the rate limit headers. Throws CalendarError 429. */
export async function consume(ctx: HeaderSetter, client: string): Promise<void> {
  const all = counters();
  if (!all) return;
  const { limiter, shared } = all;
  const key = counterByClient.memo(client);
  let isExceeded = false;
  const count = await limiter.consume(key).catch((refused) => {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    isExceeded = true;
    return refused;
  });
  shared?.note(key, 1, count);
  setRateLimitHeaders(ctx, limiter, count);
  if (isExceeded) throw tooMany(count);
}

/**
 * Throws CalendarError 429 when the client has no points left, disregarding those already `counted` for this request.
 */
export async function assertAvailable(client: string, counted = 0): Promise<void> {
  const count = await counters()?.limiter.get(counterByClient.memo(client));
  const limit = settings().rateLimit.requests + counted;
  if (count && count.consumedPoints >= limit) throw tooMany(count);
}

/** Adds points to the client's count without enforcing the limit. */
async function penalize(client: string, points = 1): Promise<void> {
  const all = counters();
  if (!all || points === 0) return;
  const key = counterByClient.memo(client);
  const count = await all.limiter.penalty(key, points); // Even without shared counters.
  all.shared?.note(key, points, count);
}

const isRefused = (status: number) => status === 401 || status === 403;

/** The client under which refused credentials of an IP address are counted. */
const guessesOf = (ctx: Context) => `guesses ${ipKeyOf(ctx)}`;

/**
 * A 401 or 403 counts against the client's IP address, so that nobody can keep guessing tokens; so does a
 * failure before authentication, such as an unreadable body.
 */
async function watchGuesses(ctx: Context, next: Next) {
  const guesses = guessesOf(ctx);
  await assertAvailable(guesses);
  try {
    await next();
    if (isRefused(ctx.status)) await penalize(guesses);
  } catch (error) {
    const { status } = refusalOf(error);
    if (isRefused(status) || (status < 500 && !ctx.state.counted)) await penalize(guesses);
    throw error;
  }
}

/** Counts a batch operation that never reached the limit: no route has its address. */
export const countUnaddressed = (ctx: Context): Promise<void> =>
  penalize(sentToken(ctx) ? guessesOf(ctx) : ipKeyOf(ctx));

/** D10.8: the most points of one request. */
const MAX_POINTS = 50;

/** Points for the time of the database and of parsing the body, beyond the one counted on arrival. */
function cost({ state }: Context): number {
  const { databaseTime } = settings().rateLimit;
  const { milliseconds = 0 } = state.database ?? {};
  if (databaseTime === 0) return 0;
  const time = milliseconds + (state.parsingTime ?? 0);
  return Math.min(Math.floor(time / databaseTime), MAX_POINTS - 1);
}

/** Counts an anonymous request on arrival, and its time afterwards. */
async function countAnonymous(ctx: Context, next: Next, isCounted: boolean) {
  const client = ipKeyOf(ctx);
  if (!isCounted) await consume(ctx, client);
  try {
    await next();
  } finally {
    await penalize(client, cost(ctx));
  }
}

/** D10.8: counts requests without a token by IP address. */
export const rateLimit = () => async (ctx: Context, next: Next) => {
  if (!ctx.state.calendar) return next();
  const batched = batchOf(ctx.req);
  const isCounted = Boolean(batched?.counted);
  if (batched) batched.counted = true;
  return sentToken(ctx) ? watchGuesses(ctx, next) : countAnonymous(ctx, next, isCounted);
};

/** D10.8: counts requests with a token by token or user, after authentication. */
export const authenticatedRateLimit = () => async (ctx: Context, next: Next) => {
  ctx.state.counted = true;
  if (sentToken(ctx)) await consume(ctx, authenticatedClientOf(ctx) ?? ipKeyOf(ctx));
  return next();
};

/** Strapi's API tokens: 128 random bytes. */
const TOKEN = /^[0-9a-f]{256}$/i;

const passwordOf = (encoded: string) => {
  const pair = Buffer.from(encoded, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
};

/**
 * D10.8: accepts an API token as the password of Basic authentication, under any user name. Removes other Basic
 * headers, which belong to a proxy and would make Strapi refuse public pages.
 */
export const basic = () => (ctx: Context, next: Next) => {
  const [, encoded] = /^basic +(\S+) *$/i.exec(ctx.get('Authorization')) ?? [];
  if (!ctx.state.calendar || !/^basic\b/i.test(ctx.get('Authorization'))) return next();
  const password = passwordOf(encoded ?? '');
  if (TOKEN.test(password)) ctx.req.headers.authorization = `Bearer ${password}`;
  else delete ctx.req.headers.authorization;
  return next();
};

/** The most bytes held in memory by all composed responses (batches) together until they are sent. */
const MAX_BUFFERED = 32 * 1024 * 1024;

let bufferedBytes = 0;

/** Counts bytes held by a response until it is sent or closed. The function returns whether the limit is reached. */
export function countBuffered({ res }: Context, most: number): (bytes: number) => boolean {
  let [total, isClosed] = [0, res.closed];
  res.once('close', () => {
    isClosed = true;
    bufferedBytes -= total;
  });
  return (bytes) => {
    total += bytes;
    if (!isClosed) bufferedBytes += bytes;
    return total > most || bufferedBytes > MAX_BUFFERED;
  };
}
