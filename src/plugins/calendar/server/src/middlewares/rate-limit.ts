import type { Context, Next } from 'koa';
import { refusalOf } from '../messages/fault';
import { settings } from '../services/settings';
import type { DatabaseUse } from '../store/database-use';
import { addressOf, knownClientOf, sentToken } from './client-of';
import { assertAvailable, consume, penalize } from './quota';

const isRefused = (status: number) => status === 401 || status === 403;

/** What is refused counts for the address that it comes from, so that nobody can guess on and on. */
async function watchRefusals(ctx: Context, next: Next) {
  const guesses = `guesses ${addressOf(ctx)}`;
  await assertAvailable(guesses);
  try {
    await next();
    if (isRefused(ctx.status)) await penalize(guesses);
  } catch (error) {
    if (isRefused(refusalOf(error).status)) await penalize(guesses);
    throw error;
  }
}

/** D10.8: the most that one request is counted for. */
const MOST_POINTS = 50;

/** What a request has cost beyond the point that it was counted for when it came. */
function cost({ state }: Context): number {
  const { databaseTime } = settings().rateLimit;
  const { milliseconds = 0 } = (state.database ?? {}) as Partial<DatabaseUse>;
  if (databaseTime === 0) return 0;
  return Math.min(Math.floor(milliseconds / databaseTime), MOST_POINTS - 1);
}

/** A request counts before anything is read or asked; what it costs the database is known behind it. */
async function countAnonymous(ctx: Context, next: Next) {
  const client = addressOf(ctx);
  await consume(ctx, client);
  try {
    await next();
  } finally {
    await penalize(client, cost(ctx));
  }
}

/** D10.8: who sends no token is counted by address. */
export const rateLimit = () => async (ctx: Context, next: Next) => {
  if (!ctx.state.calendar) return next();
  if (sentToken(ctx)) return watchRefusals(ctx, next);
  return countAnonymous(ctx, next);
};

/** D10.8: who sent a token is counted by it or its user, once Strapi has recognised them. */
export const knownRateLimit = () => async (ctx: Context, next: Next) => {
  if (sentToken(ctx)) await consume(ctx, knownClientOf(ctx) ?? addressOf(ctx));
  return next();
};
