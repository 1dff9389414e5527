import type { Context } from 'koa';
import { viewerOf } from '../access/viewer';
import { language } from '../kinds/choice';
import { formatParams } from '../kinds/format';
import { readParams } from '../kinds/read';
import type { Tagged } from '../middlewares/caching';
import { languageRead } from '../middlewares/edge';
import { representTermList } from '../representation/list';
import { conditionsOf, listParams, shownFilters } from '../resources/read-list';
import type { TermResource } from '../resources/term-resource';
import { revisionFor } from '../services/revision';
import { settings } from '../services/settings';
import type { terms } from '../services/terms';
import { placeOf } from '../settings/formats';
import { inSnapshot } from '../store/snapshot';
import { callerOf } from './caller-of';
import type { Served } from './precondition';
import { sendList } from './reading';
import { viewOf } from './view-of';

type Service = ReturnType<typeof terms>;

/** What a list's caller asks for, by an event that this caller may see, and the page of it. */
async function found(ctx: Context, resource: TermResource, service: Service) {
  const context = { now: new Date(), settings: settings() };
  const viewer = await viewerOf(callerOf(ctx), context.now);
  const sent = readParams(listParams(resource.filters), ctx.query, context);
  const view = viewOf(ctx, sent.i18n_language, context.now);
  const { page = 1, per_page = 1 } = sent;
  return inSnapshot(async () => {
    const values = await service.lookUp(sent, { ...viewer, language: view.language });
    const together = resource.together(values, { ...context, viewer });
    const request = {
      conditions: conditionsOf(resource, { values, together, viewer }),
      sorting: resource.sorting(values, context),
      page,
      perPage: Math.min(per_page, context.settings.maxPerPage),
      language: view.language,
      now: context.now,
    };
    const shown = shownFilters(resource, values);
    return { view, request, filters: shown, ...(await service.find(request)) };
  });
}

/** `GET /categories` and `GET /tags`: a page of terms; one beyond the last is empty. */
function find(resource: TermResource, service: Service) {
  const { path, representListed } = resource;
  return async (ctx: Context) => {
    const { view, request, filters, records, total } = await found(ctx, resource, service);
    const shown = records.map((record) => representListed(record, view));
    const asked = { ...request, address: `${view.root}/${path}`, total, filters };
    sendList(ctx, representTermList(path, shown, asked));
  };
}

/** `GET /categories/{id}` and `GET /tags/{id}`; the term is judged before the parameters (D9.1). */
export function servedTerm({ type, represent }: TermResource, service: Service): Served {
  const params = { ...formatParams(placeOf(type)), i18n_language: language };
  return async (ctx: Context) => {
    const context = { now: new Date(), settings: settings() };
    const seen = { language: languageRead(ctx), now: context.now };
    const term = await service.findOne(ctx.params.id, seen);
    const { i18n_language } = readParams(params, ctx.query, context);
    return represent(term, viewOf(ctx, i18n_language, context.now));
  };
}

/** The reading half of a controller of terms. */
export const termReading = (resource: TermResource, service: Service) => ({
  find: find(resource, service),
  async findOne(ctx: Context) {
    const { body, revision } = await inSnapshot(async () => ({
      body: await servedTerm(resource, service)(ctx),
      revision: await revisionFor(resource.type, Number(ctx.params.id), { caller: callerOf(ctx) }),
    }));
    ctx.state.tagged = { revision } satisfies Tagged;
    ctx.body = body;
  },
});
