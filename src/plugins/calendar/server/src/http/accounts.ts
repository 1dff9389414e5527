import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { DatabaseUse } from '../database/pool';
import { sharedLimiter } from '../database/rate-limits';
import { ipKeyOf } from './caller';
import { isCounting } from './rate-limit';

const LOG_IN = /^\/admin\/login\/?$/i;

/** Failed log-ins allowed per IP address and period (seconds), for any names. */
const ATTEMPTS = { points: 50, duration: 15 * 60 };

const LOCAL = new RateLimiterMemory(ATTEMPTS);

/** Counts attempts for all nodes together; without the database, in memory. */
const makeTries = (): RateLimiterAbstract =>
  sharedLimiter('log-in', { ...ATTEMPTS, insuranceLimiter: LOCAL }) ?? LOCAL;

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
 * D10.8: limits log-in attempts per IP address. Strapi counts by address and e-mail together, so that one address
 * could try every name. An attempt is counted before it is verified, so that concurrent ones cannot bypass the limit,
 * and refunded when it succeeds.
 */
export const loginRateLimit = () => {
  const tries = makeTries();
  return async (ctx: Context, next: Next) => {
    const isLogin = ctx.method === 'POST' && LOG_IN.test(ctx.path);
    if (!isLogin || !isCounting()) return next();
    const address = ipKeyOf(ctx);
    await countTry(ctx, tries, address);
    await next();
    if (ctx.status < 400) await tries.reward(address);
  };
};

interface Accounts {
  forgotPassword(ctx: Context): Promise<void>;
  sendEmailConfirmation(ctx: Context): Promise<void>;
}

/**
 * D10.12: makes answers about accounts uniform. Strapi reveals for existing ones that they are confirmed, how their
 * address is spelt, or that a mail failed; for others it pretends that a mail was sent to the address as given.
 */
export function guardAccounts(): void {
  const answeringAlike = (act: Accounts[keyof Accounts], bodyFor: (email: unknown) => object) => {
    return async (ctx: Context) => {
      try {
        await act(ctx);
      } catch (error) {
        const use: DatabaseUse | undefined = ctx.state.database;
        if (use?.failed || error instanceof errors.ValidationError) throw error;
        if (!(error instanceof errors.ApplicationError))
          strapi.log.error(`No e-mail was sent: ${error}`);
      }
      const { email } = (ctx.request as { body?: { email?: unknown } }).body ?? {};
      ctx.status = 200;
      ctx.body = bodyFor(email);
    };
  };
  strapi.get('controllers').extend('plugin::users-permissions.auth', (controller: Accounts) => ({
    ...controller,
    forgotPassword: answeringAlike(controller.forgotPassword, () => ({ ok: true })),
    sendEmailConfirmation: answeringAlike(controller.sendEmailConfirmation, (email) => ({
      email,
      sent: true,
    })),
  }));
}
