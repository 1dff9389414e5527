import type { Context } from 'koa';
import { refuse } from '../errors/refusals';
import type { SentStatus } from '../kinds/choice';
import { language } from '../kinds/choice';
import { readParams } from '../kinds/read';
import type { Tagged } from '../middlewares/caching';
import { languageRead, type Sent } from '../middlewares/edge';
import { representList } from '../representation/list';
import { listLinks } from '../representation/list-links';
import type { Paged } from '../representation/payloads/answers';
import {
  conditionsOf,
  filtersFor,
  listParams,
  narrowingOf,
  shownFilters,
} from '../resources/read-list';
import type { PostResource } from '../resources/resource';
import type { Readable, ReadingService } from '../services/reading';
import { revisionFor } from '../services/revision';
import { settings } from '../services/settings';
import { isUnlocked, sightOf } from '../services/sight';
import { inSnapshot } from '../store/snapshot';
import { callerOf } from './caller-of';
import type { Served } from './precondition';
import { viewOf } from './view-of';

/** What a list's caller asks for, only what this caller may ask (D8.7), and the page of it. */
async function found<Record extends Readable>(
  ctx: Context,
  resource: PostResource<Record>,
  service: ReadingService<Record>,
) {
  const context = { now: new Date(), settings: settings() };
  const sight = await sightOf(callerOf(ctx), context.now);
  const filters = filtersFor(resource, sight.unpublished.includes(resource.type));
  const sent = readParams(listParams(filters), ctx.query, context);
  const seen = viewOf(ctx, sent.i18n_language, context.now);
  const { page = 1, per_page = 1 } = sent;
  return inSnapshot(async () => {
    const values = await service.lookUp(sent, { ...sight, language: seen.language });
    const together = resource.together?.(values, { ...context, sight });
    const view = { ...seen, near: together?.near };
    const listed = { ...resource, filters };
    const request = {
      ...sight,
      conditions: conditionsOf(listed, { values, together, sight }),
      narrowing: narrowingOf(listed, { values, together }),
      order: resource.order(values),
      page,
      perPage: Math.min(per_page, context.settings.maxPerPage),
      language: view.language,
      statuses: (values as { status?: SentStatus[] }).status,
    };
    const shown = shownFilters({ filters }, values, together);
    return { view, request, filters: shown, ...(await service.find(request)) };
  });
}

/** `GET /{path}`: a page of records in their envelope. */
function find<Record extends Readable>(
  resource: PostResource<Record>,
  service: ReadingService<Record>,
) {
  const { path, refusals, represent, representListed = represent } = resource;
  return async (ctx: Context) => {
    const { view, request, filters, records, total } = await found(ctx, resource, service);
    if (request.page > 1 && records.length === 0) throw refuse(404, refusals.noSuchPage);
    const shown = records.map((record) =>
      isUnlocked(record.row, request) ? represent(record, view) : representListed(record, view),
    );
    const asked = { ...request, address: `${view.root}/${path}`, total, filters };
    sendList(ctx, representList(path, shown, asked));
  };
}

export function sendList(ctx: Context, body: Paged) {
  const links = listLinks(body);
  if (links) ctx.set('Link', links);
  ctx.set('X-TEC-Total', String(body.total));
  ctx.set('X-TEC-TotalPages', String(body.total_pages));
  ctx.body = body;
}

/** `GET /{path}/{id}` and `/{path}/by-slug/{slug}`; the record is judged before the parameters (D9.1). */
export function servedOne<Record extends Readable>(
  resource: PostResource<Record>,
  service: ReadingService<Record>,
): Served {
  const { represent, representAlone = represent } = resource;
  const params = { ...resource.single, i18n_language: language };
  return async (ctx: Context) => {
    const context = { now: new Date(), settings: settings() };
    const { password } = ctx.state.sent as Sent;
    const record = await service.findOne({
      key: ctx.params.id === undefined ? { slug: ctx.params.slug } : { id: ctx.params.id },
      language: languageRead(ctx),
      password: typeof password === 'string' ? password : undefined,
      ...(await sightOf(callerOf(ctx), context.now)),
    });
    const { i18n_language } = readParams(params, { ...ctx.query, password }, context);
    return representAlone(record, viewOf(ctx, i18n_language, context.now));
  };
}

/** The reading half of a resource's controller. */
export const readingController = <Record extends Readable>(
  resource: PostResource<Record>,
  service: ReadingService<Record>,
) => ({
  find: find(resource, service),
  async findOne(ctx: Context) {
    const { body, revision } = await inSnapshot(async () => {
      const served = await servedOne(resource, service)(ctx);
      const { id } = served as { id: number };
      return { body: served, revision: await revisionFor(resource.type, id, callerOf(ctx)) };
    });
    ctx.state.tagged = { revision } satisfies Tagged;
    ctx.body = body;
  },
});
