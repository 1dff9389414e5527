import type { Context, Next } from 'koa';
import { feedsOf, type Maker, makerOf, removeFeed } from '../database/feeds';
import { settings } from '../database/site';
import type { Params } from '../kinds/kind';
import { readParams } from '../kinds/read';
import { refuse } from '../messages/errors';
import { actingBy, makeFeed } from '../records/feeds';
import { FEED_FIELDS, FEED_QUERY, presentFeed, presentNewFeed } from '../resources/feeds/address';
import { sentValues } from './body';
import { viewOf } from './caller';
import { feedKeyOf } from './client';

async function demandMaker(ctx: Context): Promise<Maker> {
  const { strategy, credentials } = ctx.state.auth ?? {};
  const maker = credentials && (await makerOf(strategy.name, credentials.id));
  if (maker) return maker;
  throw credentials
    ? refuse(403, 'rest_forbidden')
    : refuse(401, 'rest_forbidden', { 'WWW-Authenticate': 'Bearer' });
}

const judged = <Shape extends Params>(ctx: Context, shape: Shape) =>
  readParams(shape, sentValues(ctx), { now: new Date(), settings: settings() });

/** D14.7: one's own keys; nobody sees those of others, nor any key again. */
export const feedKeys = {
  async find(ctx: Context) {
    const maker = await demandMaker(ctx);
    judged(ctx, FEED_QUERY);
    ctx.body = { feeds: (await feedsOf(maker)).map(presentFeed) };
  },

  async create(ctx: Context) {
    const maker = await demandMaker(ctx);
    const { name = '', i18n_language } = judged(ctx, { ...FEED_FIELDS, ...FEED_QUERY });
    const { feed, key } = await makeFeed(maker, name);
    const { root } = viewOf(ctx, i18n_language, new Date());
    ctx.body = presentNewFeed(feed, key, root);
    ctx.status = 201;
  },

  async delete(ctx: Context) {
    const maker = await demandMaker(ctx);
    judged(ctx, FEED_QUERY);
    const id = Number(ctx.params.id);
    const known = (await feedsOf(maker)).find((feed) => feed.id === id);
    if (!known || !(await removeFeed(maker, id))) throw refuse(404, 'rest-feed-not-found');
    ctx.body = presentFeed(known);
  },
};

interface Authentication {
  authenticate(ctx: Context, next: Next): Promise<unknown>;
}

/**
 * D14.7: calendar programs send addresses only, so that the key in one says who asks. Before Strapi's own
 * strategies, the last of which takes whoever sends no token for nobody.
 */
export function acceptFeedKeys(): void {
  const service = strapi.get('auth') as Authentication;
  const authenticate = service.authenticate.bind(service);
  service.authenticate = async (ctx, next) => {
    const key = feedKeyOf(ctx);
    if (key === undefined) return authenticate(ctx, next);
    const auth = await actingBy(key);
    if (!auth) return (ctx as Context & { unauthorized(): void }).unauthorized();
    Object.assign(ctx.state, { isAuthenticated: true, auth });
    return next();
  };
}
