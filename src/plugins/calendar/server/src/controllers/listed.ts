import type { Context } from 'koa';
import type { Viewer } from '../access/viewer';
import { viewerOf } from '../access/viewer';
import type { SentStatus } from '../kinds/choice';
import type { Params, ReadContext } from '../kinds/kind';
import { readParams, type Values } from '../kinds/read';
import type { View } from '../representation/view';
import {
  conditionsOf,
  filtersFor,
  listParams,
  narrowingOf,
  shownFilters,
} from '../resources/read-list';
import type { PostResource } from '../resources/resource';
import type { ListRequest, Readable, ReadingService } from '../services/reading';
import { settings } from '../services/settings';
import { inSnapshot } from '../store/snapshot';
import { callerOf } from './caller-of';
import { viewOf } from './view-of';

type Sent = Values<Params>;

/** What a list is asked of. */
interface Listing<Record extends Readable> {
  resource: PostResource<Record>;
  service: Pick<ReadingService<Record>, 'lookUp'>;
  /** Parameters that count instead of those that were sent, as the address says them itself. */
  own?: { [name: string]: string };
  /** The values that count, where not everything was sent; throws CalendarError 400. */
  complete?(sent: Sent, context: ReadContext & { viewer: Viewer }): Sent;
}

/** A list as it was asked for. */
export interface AskedList {
  view: View;
  request: ListRequest;
  /** As addresses show them. */
  filters: { [name: string]: string };
}

/** What a list's caller asks for, only what this caller may ask (D8.7), and what is read of it, in one snapshot. */
export async function listed<Record extends Readable, Result>(
  ctx: Context,
  { resource, service, own = {}, complete = (values) => values }: Listing<Record>,
  read: (asked: AskedList) => Promise<Result>,
): Promise<Result> {
  const context = { now: new Date(), settings: settings() };
  const viewer = await viewerOf(callerOf(ctx), context.now);
  const filters = filtersFor(resource, viewer.unpublished.includes(resource.type));
  const sent = readParams(listParams(filters), { ...ctx.query, ...own }, context) as Sent;
  const completed = complete(sent, { ...context, viewer });
  const seen = viewOf(ctx, sent.i18n_language, context.now);
  const { page = 1, per_page = 1 } = sent as { page?: number; per_page?: number };
  return inSnapshot(async () => {
    const values = await service.lookUp(completed, { ...viewer, language: seen.language });
    const together = resource.together?.(values, { ...context, viewer });
    const view: View = { ...seen, near: together?.near };
    const list = { ...resource, filters };
    const request: ListRequest = {
      ...viewer,
      conditions: conditionsOf(list, { values, together, viewer }),
      narrowing: narrowingOf(list, { values, together }),
      order: resource.order(values),
      page,
      perPage: Math.min(per_page, context.settings.maxPerPage),
      language: view.language,
      statuses: (values as { status?: SentStatus[] }).status,
    };
    return read({ view, request, filters: shownFilters({ filters }, values, together) });
  });
}
