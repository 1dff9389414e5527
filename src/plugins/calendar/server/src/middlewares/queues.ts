import type { Context, Next } from 'koa';
import { unavailable } from '../messages/errors';
import { isList } from '../resources/match-route';
import { addressOf, sentToken, waitingClientOf } from './client-of';
import type { Edge } from './edge';
import { type FairQueue, fairQueue } from './fair-queue';
import { assertWithinQuota } from './quota';

/** D10.8: milliseconds that a request waits for its turn. */
const PATIENCE = 10_000;

/** Of the connections of the pool; the rest is for single records, credentials and what follows a save. */
const SHARES = { writes: 0.3, saves: 0.2, lists: 0.3 };

type Kind = keyof typeof SHARES;

const READING = ['GET', 'HEAD', 'OPTIONS'];

const CONTENT_MANAGER = /^\/content-manager\//;

/** Writes of the interface, saves of editors, and lists for those who send no token. */
function kindOf(ctx: Context): Kind | undefined {
  const edge = ctx.state.calendar as Edge | undefined;
  if (!READING.includes(ctx.method)) {
    if (edge) return 'writes';
    return CONTENT_MANAGER.test(ctx.path) ? 'saves' : undefined;
  }
  const isLong = edge && (isList(edge.rest) || edge.format !== 'json');
  return isLong && !sentToken(ctx) ? 'lists' : undefined;
}

/** Whoever has gone, was answered by the deadline, or has used up what they had while they waited, costs nothing more. */
async function demandStillWanted(ctx: Context, kind: Kind) {
  if (ctx.req.socket.destroyed || ctx.state.over?.aborted) throw unavailable();
  if (kind === 'lists') await assertWithinQuota(addressOf(ctx));
}

/**
 * D10.8: at most so many of a kind at a time, so that the pool never runs dry. At the edge, when the
 * body has been read: nobody waits inside a transaction, and nobody's slow upload holds a place.
 */
export const queues = () => {
  const connections: number = strapi.config.get('database.connection.pool.max', 10);
  const queueOf = (kind: Kind): FairQueue =>
    fairQueue(Math.max(1, Math.floor(connections * SHARES[kind])), PATIENCE);
  const all = { writes: queueOf('writes'), saves: queueOf('saves'), lists: queueOf('lists') };
  return async (ctx: Context, next: Next) => {
    const kind = kindOf(ctx);
    if (!kind) return next();
    return all[kind](waitingClientOf(ctx), async () => {
      await demandStillWanted(ctx, kind);
      await next();
    });
  };
};
