import type { Context } from 'koa';
import type { Values } from '../content-types/rows';
import type { Tagged } from '../middlewares/caching';
import type { View } from '../representation/view';
import type { TermResource } from '../resources/term-resource';
import { changedValues } from '../services/changed-values';
import { revisionFor } from '../services/revision';
import { createTerm, deleteTerm, updateTerm } from '../services/term-writing';
import { termRows, type terms } from '../services/terms';
import { callerOf } from './caller-of';
import { precondition } from './precondition';
import { sentValues } from './sent-values';
import { servedTerm } from './term-reading';
import { writingOf } from './writing';

type Service = ReturnType<typeof terms>;

/** The writing half of a controller of terms. */
export function termWriting(resource: TermResource, service: Service) {
  const { type, path, represent, representListed } = resource;

  const served = servedTerm(resource, service);
  const demanding = (ctx: Context) => precondition(ctx, { type, served })(Number(ctx.params.id));
  const answering = (ctx: Context, view: View) => async (id: number) => {
    ctx.state.tagged = {
      revision: await revisionFor(type, id, { caller: callerOf(ctx) }),
    } satisfies Tagged;
    return { id, term: await service.shown(id, view) };
  };

  return {
    async create(ctx: Context) {
      const sent = sentValues(ctx);
      const { view, writing } = writingOf(ctx, sent);
      const { id, term } = await createTerm(type, {
        ...writing,
        sent,
        answer: answering(ctx, view),
      });
      ctx.body = represent(term, view);
      ctx.status = 201;
      ctx.set('Location', `${view.root}/${path}/${id}`);
    },

    async update(ctx: Context) {
      await termRows(resource, ctx.params.id);
      const sent = sentValues(ctx);
      const { view, writing } = writingOf(ctx, sent);
      const id = Number(ctx.params.id);
      const changes = async () => {
        const shown = representListed(await service.shown(id, view), view);
        return changedValues(sent, shown as Values);
      };
      const answer = answering(ctx, view);
      const request = {
        ...writing,
        changes,
        sent: Object.keys(sent),
        demand: demanding(ctx),
        answer,
      };
      const { term } = await updateTerm(resource, ctx.params.id, request);
      ctx.body = represent(term, view);
    },

    async delete(ctx: Context) {
      await termRows(resource, ctx.params.id);
      const { view } = writingOf(ctx, sentValues(ctx));
      const answer = (id: number) => service.shown(id, view);
      const request = { demand: demanding(ctx), answer };
      const term = await deleteTerm(resource, ctx.params.id, request);
      ctx.body = representListed(term, view);
    },
  };
}
