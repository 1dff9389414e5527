import type { Context } from 'koa';
import { refuse } from '../errors/refusals';
import { likelyLanguage, type Sent } from '../middlewares/edge';
import { language } from '../params/language';
import { readParams } from '../params/read-params';
import { representList } from '../representation/list';
import type { EventRecord } from '../representation/records';
import type { Resource } from '../resources/resource';
import type { reading } from '../services/reading';
import { settings } from '../services/settings';
import { conditionsOf, listParams, shownFilters } from './read-list';
import { viewOf } from './view-of';

type Service = ReturnType<typeof reading>;

/** `GET /{path}`: a page of records in their envelope. */
function find(resource: Resource<EventRecord>, service: Service) {
  const { filters, path, refusals } = resource;
  const params = listParams(filters);
  const represent = resource.representListed ?? resource.represent;
  return async (ctx: Context) => {
    const context = { now: new Date(), settings: settings() };
    const sent = readParams(params, ctx.query, context);
    const view = viewOf(ctx, sent.i18n_language, context.now);
    const values = await service.lookUp(sent, view);
    const { page = 1, per_page = 1 } = sent;
    const perPage = Math.min(per_page, context.settings.maxPerPage);
    const together = resource.together?.(values, context);
    const conditions = conditionsOf(resource, values, together);
    const order = resource.order(values);
    const { language: shownIn, now } = view;
    const { records, total } = await service.find({
      conditions,
      order,
      page,
      perPage,
      language: shownIn,
      now,
    });
    if (page > 1 && records.length === 0) throw refuse(404, refusals.noSuchPage);
    const shown = records.map((record) => represent(record, view));
    const address = `${view.root}/${path}`;
    const asked = {
      address,
      page,
      perPage,
      total,
      filters: shownFilters(resource, values, together),
    };
    sendList(ctx, representList(path, shown, asked));
  };
}

export function sendList(ctx: Context, body: ReturnType<typeof representList>) {
  ctx.set('X-TEC-Total', String(body.total));
  ctx.set('X-TEC-TotalPages', String(body.total_pages));
  ctx.body = body;
}

/** `GET /{path}/{id}` and `/{path}/by-slug/{slug}`; the record is judged before the parameters (D9.1). */
function findOne(resource: Resource<EventRecord>, service: Service) {
  const params = { ...resource.single, i18n_language: language };
  return async (ctx: Context) => {
    const context = { now: new Date(), settings: settings() };
    const { password } = ctx.state.sent as Sent;
    const record = await service.findOne({
      key: ctx.params.id === undefined ? { slug: ctx.params.slug } : { id: ctx.params.id },
      language: likelyLanguage(ctx),
      password: typeof password === 'string' ? password : undefined,
      now: context.now,
    });
    const { i18n_language } = readParams(params, { ...ctx.query, password }, context);
    ctx.body = resource.represent(record, viewOf(ctx, i18n_language, context.now));
  };
}

/** The reading half of a resource's controller. */
export const readingController = (resource: Resource<EventRecord>, service: Service) => ({
  find: find(resource, service),
  findOne: findOne(resource, service),
});
