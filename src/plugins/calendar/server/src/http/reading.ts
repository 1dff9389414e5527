import type { Context } from 'koa';
import { viewerOf } from '../access/viewer';
import { inSnapshot } from '../database/snapshot';
import { refuse } from '../messages/errors';
import {
  type AskedList,
  type ListAsked,
  listed as listedBy,
  listedTerms,
  presented,
} from '../records/listed';
import { revisionFor } from '../records/named-record';
import type { Readable, ReadingService } from '../records/reading';
import type { TermReading } from '../records/terms';
import { feedAddresses } from '../resources/feeds/address';
import type { Paged } from '../resources/payloads';
import type { PostResource, TermResource } from '../resources/resource';
import { listLinks, presentList, presentTermList } from '../resources/shared/list';
import { oneAsked, type Served, type Tagged, viewAsked } from './caching';
import { callerOf, viewOf } from './caller';
import { addLink, linkFeeds } from './discovery';

/** What a list is asked of. */
interface Listing<Record extends Readable> extends Pick<ListAsked, 'complete'> {
  resource: PostResource<Record>;
  service: Pick<ReadingService<Record>, 'lookUp'>;
  /** Parameters that count instead of those that were sent, as the address says them itself. */
  own?: { [name: string]: string };
}

/** What the caller of an address asks a list for. */
export const listAsked = (ctx: Context): ListAsked => ({
  query: ctx.query,
  caller: callerOf(ctx),
  viewIn: (language, now) => viewOf(ctx, language, now),
});

/** What a list's caller asks for, and what is read of it, in one snapshot. */
export const listed = <Record extends Readable, Result>(
  ctx: Context,
  { resource, service, own, complete }: Listing<Record>,
  read: (asked: AskedList) => Promise<Result>,
): Promise<Result> => {
  const asked = listAsked(ctx);
  const query = { ...asked.query, ...own };
  return listedBy(resource, service, { ...asked, query, complete }, read);
};

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
    sendList(ctx, presentList(path, shown, asked));
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
  const { present, presentSingle = present } = resource;
  return async (ctx: Context) => {
    const { record, view } = await foundOne(ctx, resource, service);
    return presentSingle(record, view);
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

/** `GET /categories` and `GET /tags`: a page of terms; one beyond the last is empty. */
function listOfTerms(resource: TermResource, service: TermReading) {
  const { path, presentListed } = resource;
  return async (ctx: Context) => {
    const { view, request, filters, records, total } = await listedTerms(
      resource,
      service,
      listAsked(ctx),
    );
    const shown = records.map((record) => presentListed(record, view));
    const asked = { ...request, address: `${view.root}/${path}`, total, filters };
    sendList(ctx, presentTermList(path, shown, asked));
  };
}

/** `GET /categories/{id}` and `GET /tags/{id}`; the term is judged before the parameters (D9.1). */
export function servedTerm(resource: TermResource, service: TermReading): Served {
  return async (ctx: Context) => {
    const now = new Date();
    const { key, language: asked } = oneAsked(ctx);
    const term = await service.findOne({ key, language: asked, now });
    return resource.present(term, viewAsked(ctx, resource, now));
  };
}

/** The reading half of a controller of terms. */
export const termReading = (resource: TermResource, service: TermReading) => ({
  find: listOfTerms(resource, service),
  async findOne(ctx: Context) {
    const { body, revision } = await inSnapshot(async () => ({
      body: await servedTerm(resource, service)(ctx),
      revision: await revisionFor(resource.type, Number(ctx.params.id), { caller: callerOf(ctx) }),
    }));
    ctx.state.tagged = { revision } satisfies Tagged;
    ctx.body = body;
  },
});
