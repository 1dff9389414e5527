import type { Context } from 'koa';
import { viewerOf } from '../access/viewer';

import { refuse } from '../messages/errors';
import type { Tagged } from '../middlewares/caching';
import { addLink } from '../middlewares/discovery';
import { listLinks, representList } from '../representation/list';
import type { Paged } from '../representation/payloads/answers';
import { feedAddresses } from '../resources/feed-address';
import type { PostResource } from '../resources/resource';
import { presented } from '../services/listed';
import type { Readable, ReadingService } from '../services/reading';
import { revisionFor } from '../services/version';
import { inSnapshot } from '../store/snapshot';
import { callerOf } from './caller-of';
import { linkFeeds } from './feed-links';
import { listed } from './listed';
import { oneAsked, type Served, viewAsked } from './precondition';

/** `GET /{path}`: a page of records in their envelope. */
function listOf<Record extends Readable>(
  resource: PostResource<Record>,
  service: ReadingService<Record>,
) {
  const { path, refusals } = resource;
  return async (ctx: Context) => {
    const { view, request, filters, records, total } = await listed(
      ctx,
      { resource, service },
      async (asked) => ({ ...asked, ...(await service.find(asked.request)) }),
    );
    if (request.page > 1 && records.length === 0) throw refuse(404, refusals.noSuchPage);
    const shown = records.map((record) => presented(resource, record, { view, request, filters }));
    const feeds = resource.type === 'event' ? feedAddresses(view.root, ctx.querystring) : {};
    const address = `${view.root}/${path}`;
    const asked = { ...request, address, total, filters, feed: feeds.ics };
    sendList(ctx, representList(path, shown, asked));
    linkFeeds(ctx, feeds);
  };
}

export function sendList(ctx: Context, body: Paged) {
  const links = listLinks(body);
  if (links) addLink(ctx, links);
  ctx.set('X-TEC-Total', String(body.total));
  ctx.set('X-TEC-TotalPages', String(body.total_pages));
  ctx.body = body;
}

/** The record that a path names, for this caller; it is judged before the parameters (D9.1). */
export async function foundOne<Record extends Readable>(
  ctx: Context,
  resource: PostResource<Record>,
  service: Pick<ReadingService<Record>, 'findOne'>,
) {
  const now = new Date();
  const viewer = await viewerOf(callerOf(ctx), now);
  const record = await service.findOne({ ...oneAsked(ctx), ...viewer });
  return { record, view: viewAsked(ctx, resource, now) };
}

/** `GET /{path}/{id}` and `/{path}/by-slug/{slug}`. */
export function servedOne<Record extends Readable>(
  resource: PostResource<Record>,
  service: ReadingService<Record>,
): Served {
  const { represent, representAlone = represent } = resource;
  return async (ctx: Context) => {
    const { record, view } = await foundOne(ctx, resource, service);
    return representAlone(record, view);
  };
}

/** The reading half of a resource's controller. */
export const readingController = <Record extends Readable>(
  resource: PostResource<Record>,
  service: ReadingService<Record>,
) => ({
  find: listOf(resource, service),
  async findOne(ctx: Context) {
    const { body, revision } = await inSnapshot(async () => {
      const served = await servedOne(resource, service)(ctx);
      const { id } = served as { id: number };
      return {
        body: served,
        revision: await revisionFor(resource.type, id, { caller: callerOf(ctx) }),
      };
    });
    ctx.state.tagged = { revision } satisfies Tagged;
    ctx.body = body;
  },
});
