import type { Context } from 'koa';
import { likelyLanguage } from '../middlewares/edge';
import { language } from '../params/language';
import { readParams } from '../params/read-params';
import { representTermList } from '../representation/list';
import type { TermResource } from '../resources/term-resource';
import { settings } from '../services/settings';
import type { terms } from '../services/terms';
import { conditionsOf, listParams, shownFilters } from './read-list';
import { sendList } from './reading';
import { viewOf } from './view-of';

type Service = ReturnType<typeof terms>;

/** `GET /categories` and `GET /tags`: a page of terms; one beyond the last is empty. */
function find(resource: TermResource, service: Service) {
  const { filters, path, representListed } = resource;
  const params = listParams(filters);
  return async (ctx: Context) => {
    const context = { now: new Date(), settings: settings() };
    const sent = readParams(params, ctx.query, context);
    const view = viewOf(ctx, sent.i18n_language, context.now);
    const values = await service.lookUp(sent, view);
    const { page = 1, per_page = 1 } = sent;
    const paging = { page, perPage: Math.min(per_page, context.settings.maxPerPage) };
    const { records, total } = await service.find({
      ...paging,
      conditions: conditionsOf(resource, values, resource.together(values, context)),
      sorting: resource.sorting(values, context),
      language: view.language,
      now: view.now,
    });
    const shown = records.map((record) => representListed(record, view));
    const asked = { ...paging, total, filters: shownFilters(resource, values) };
    sendList(ctx, representTermList(path, shown, { address: `${view.root}/${path}`, ...asked }));
  };
}

/** `GET /categories/{id}` and `GET /tags/{id}`; the term is judged before the parameters (D9.1). */
function findOne({ represent }: TermResource, service: Service) {
  return async (ctx: Context) => {
    const context = { now: new Date(), settings: settings() };
    const seen = { language: likelyLanguage(ctx), now: context.now };
    const term = await service.findOne(ctx.params.id, seen);
    const { i18n_language } = readParams({ i18n_language: language }, ctx.query, context);
    ctx.body = represent(term, viewOf(ctx, i18n_language, context.now));
  };
}

/** The reading half of a controller of terms. */
export const termReading = (resource: TermResource, service: Service) => ({
  find: find(resource, service),
  findOne: findOne(resource, service),
});
