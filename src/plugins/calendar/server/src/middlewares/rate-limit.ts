import type { Context, Next } from 'koa';
import { refusalOf } from '../errors/fault';
import { addressOf, knownClientOf } from './client-of';
import { charge, demandRest, spend } from './quota';

const sentToken = (ctx: Context) => /^bearer\b/i.test(ctx.get('Authorization'));

const isRefused = (status: number) => status === 401 || status === 403;

/** What is refused counts for the address that it comes from, so that nobody can guess on and on. */
async function watchRefusals(ctx: Context, next: Next) {
  const guesses = `guesses ${addressOf(ctx)}`;
  await demandRest(guesses);
  try {
    await next();
    if (isRefused(ctx.status)) await charge(guesses);
  } catch (error) {
    if (isRefused(refusalOf(error).status)) await charge(guesses);
    throw error;
  }
}

/** D10.8: who sends no token is counted by address, before anything is read or asked. */
export const rateLimit = () => async (ctx: Context, next: Next) => {
  if (!ctx.state.calendar) return next();
  if (sentToken(ctx)) return watchRefusals(ctx, next);
  await spend(ctx, addressOf(ctx));
  return next();
};

/** D10.8: who sent a token is counted by it or its user, once Strapi has recognised them. */
export const knownRateLimit = () => async (ctx: Context, next: Next) => {
  if (sentToken(ctx)) await spend(ctx, knownClientOf(ctx) ?? addressOf(ctx));
  return next();
};
