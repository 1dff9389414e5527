import type { Context } from 'koa';
import type { Tagged } from '../middlewares/caching';
import { representTermList } from '../representation/list';
import type { TermResource } from '../resources/resource';
import { listedTerms } from '../services/listed';
import type { TermReading } from '../services/terms';
import { revisionFor } from '../services/version';
import { inSnapshot } from '../store/snapshot';
import { callerOf } from './caller-of';
import { listAsked } from './listed';
import { oneAsked, type Served, viewAsked } from './precondition';
import { sendList } from './reading';

/** `GET /categories` and `GET /tags`: a page of terms; one beyond the last is empty. */
function listOfTerms(resource: TermResource, service: TermReading) {
  const { path, representListed } = resource;
  return async (ctx: Context) => {
    const { view, request, filters, records, total } = await listedTerms(
      resource,
      service,
      listAsked(ctx),
    );
    const shown = records.map((record) => representListed(record, view));
    const asked = { ...request, address: `${view.root}/${path}`, total, filters };
    sendList(ctx, representTermList(path, shown, asked));
  };
}

/** `GET /categories/{id}` and `GET /tags/{id}`; the term is judged before the parameters (D9.1). */
export function servedTerm(resource: TermResource, service: TermReading): Served {
  return async (ctx: Context) => {
    const now = new Date();
    const { key, language: asked } = oneAsked(ctx);
    const term = await service.findOne({ key, language: asked, now });
    return resource.represent(term, viewAsked(ctx, resource, now));
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
