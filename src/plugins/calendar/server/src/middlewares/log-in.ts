import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { settings } from '../services/settings';
import { sharedLimiter } from '../store/rate-limits';
import { addressOf } from './client-of';

const LOG_IN = /^\/admin\/login\/?$/i;

/** Refused tries that one address has in so many seconds, whomever it names. */
const TRIES = { points: 50, duration: 15 * 60 };

const ALONE = new RateLimiterMemory(TRIES);

/** A try counts at all nodes at once; without the database, which knows who may log in, at each alone. */
const makeTries = (): RateLimiterAbstract =>
  sharedLimiter('log-in', { ...TRIES, insuranceLimiter: ALONE }) ?? ALONE;

async function countTry(ctx: Context, tries: RateLimiterAbstract, address: string) {
  try {
    await tries.consume(address);
  } catch (count) {
    if (!(count instanceof RateLimiterRes)) throw count;
    ctx.set('Retry-After', String(Math.ceil(count.msBeforeNext / 1000)));
    throw new errors.RateLimitError();
  }
}

/**
 * D10.8: Strapi counts tries by address and e-mail together, so that one address could try every
 * name. A try counts before it is judged, or many at once would pass, and not when it succeeds.
 */
export const logIn = () => {
  const tries = makeTries();
  return async (ctx: Context, next: Next) => {
    const isTry = ctx.method === 'POST' && LOG_IN.test(ctx.path);
    if (!isTry || settings().rateLimit.requests === 0) return next();
    const address = addressOf(ctx);
    await countTry(ctx, tries, address);
    await next();
    if (ctx.status < 400) await tries.reward(address);
  };
};
