import type { Context, Next } from 'koa';
import { readParams } from '../kinds/read';
import { line } from '../kinds/text/text';
import { refuse } from '../messages/errors';
import { feedKeyOf } from '../middlewares/client-of';
import { actingBy, makeFeed } from '../services/feeds';
import { settings } from '../services/settings';
import { FEED_FORMATS, suffixOf } from '../settings/formats';
import { makerOf } from '../store/feed-makers';
import { feedsOf, type Maker, removeFeed, type StoredFeed } from '../store/feeds';
import { sentValues } from './sent-values';
import { viewOf } from './view-of';

async function demandMaker(ctx: Context): Promise<Maker> {
  const { strategy, credentials } = ctx.state.auth ?? {};
  const maker = credentials && (await makerOf(strategy.name, credentials.id));
  if (maker) return maker;
  throw credentials
    ? refuse(403, 'rest_forbidden')
    : refuse(401, 'rest_forbidden', { 'WWW-Authenticate': 'Bearer' });
}

const shown = ({ id, name, created }: StoredFeed) => ({
  id,
  name,
  created: new Date(Number(created)).toISOString(),
});

/** The list of events in each format, as the maker of the key sees it. */
const addresses = (ctx: Context, key: string) =>
  Object.fromEntries(
    FEED_FORMATS.map((format) => [
      format,
      `${viewOf(ctx, undefined, new Date()).root}/events${suffixOf(format)}?key=${key}`,
    ]),
  );

/** D14.7: one's own keys; nobody sees those of others, nor any key again. */
export const feedKeys = {
  async find(ctx: Context) {
    const feeds = await feedsOf(await demandMaker(ctx));
    ctx.body = { feeds: feeds.map(shown) };
  },

  async create(ctx: Context) {
    const maker = await demandMaker(ctx);
    const context = { now: new Date(), settings: settings() };
    const { name = '' } = readParams({ name: line }, sentValues(ctx), context);
    const { feed, key } = await makeFeed(maker, name);
    ctx.body = { ...shown(feed), key, addresses: addresses(ctx, key) };
    ctx.status = 201;
  },

  async delete(ctx: Context) {
    const maker = await demandMaker(ctx);
    const id = Number(ctx.params.id);
    const known = (await feedsOf(maker)).find((feed) => feed.id === id);
    if (!known || !(await removeFeed(maker, id))) throw refuse(404, 'rest-feed-not-found');
    ctx.body = shown(known);
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
