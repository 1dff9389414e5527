import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refuse } from '../errors/refusals';
import { settings } from '../services/settings';

/** Clients share this many counters, so that memory stays small whoever calls. */
const COUNTERS = 2 ** 16;

/** Nobody can find out whose counter is shared with whose. */
const salt = randomBytes(16);

const counterOf = (client: string) =>
  String(createHash('sha256').update(salt).update(client).digest().readUInt32BE() % COUNTERS);

let kept: RateLimiterMemory | undefined;

/** The counters of this process; new ones when the setting has changed, none when it is 0. */
function counters(): RateLimiterMemory | undefined {
  const { requests: points, window: duration } = settings().rateLimit;
  if (points === 0) return undefined;
  if (kept?.points !== points || kept.duration !== duration) {
    kept = new RateLimiterMemory({ points, duration });
  }
  return kept;
}

const seconds = ({ msBeforeNext }: RateLimiterRes) => String(Math.ceil(msBeforeNext / 1000));

function tell(ctx: Context, { points }: RateLimiterMemory, count: RateLimiterRes) {
  ctx.set('RateLimit-Limit', String(points));
  ctx.set('RateLimit-Remaining', String(Math.max(count.remainingPoints, 0)));
  ctx.set('RateLimit-Reset', seconds(count));
}

const tooMany = (count: RateLimiterRes) =>
  refuse(429, 'rest_too_many_requests', { 'Retry-After': seconds(count) });

/** Counts a request of the client, and says how many are left; throws CalendarError 429. */
export async function spend(ctx: Context, client: string): Promise<void> {
  const limiter = counters();
  if (!limiter) return;
  try {
    tell(ctx, limiter, await limiter.consume(counterOf(client)));
  } catch (count) {
    if (!(count instanceof RateLimiterRes)) throw count;
    tell(ctx, limiter, count);
    throw tooMany(count);
  }
}

/** Throws CalendarError 429 when the client has nothing left. */
export async function demandRest(client: string): Promise<void> {
  const count = await counters()?.get(counterOf(client));
  if (count && count.consumedPoints >= settings().rateLimit.requests) throw tooMany(count);
}

/** Throws CalendarError 429 when the client, this request of theirs counted, has used up more than there is. */
export async function demandQuota(client: string): Promise<void> {
  const count = await counters()?.get(counterOf(client));
  if (count && count.consumedPoints > settings().rateLimit.requests) throw tooMany(count);
}

/** Counts points against the client, whatever is left. */
export async function charge(client: string, points = 1): Promise<void> {
  if (points > 0) await counters()?.penalty(counterOf(client), points);
}
