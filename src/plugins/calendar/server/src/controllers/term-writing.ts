import type { Context } from 'koa';
import type { View } from '../representation/view';
import type { TermResource } from '../resources/term-resource';
import { changedValues } from '../services/changed-values';
import { createTerm, deleteTerm, updateTerm } from '../services/term-writing';
import { termRows, type terms } from '../services/terms';
import { precondition } from './precondition';
import { sentValues } from './sent-values';
import { servedTerm } from './term-reading';
import { writingOf } from './writing';

type Service = ReturnType<typeof terms>;

/** The writing half of a controller of terms. */
export function termWriting(resource: TermResource, service: Service) {
  const { type, path, represent, representListed } = resource;

  const served = servedTerm(resource, service);
  const answering = (view: View) => async (id: number) => ({
    id,
    term: await service.shown(id, view),
  });

  return {
    async create(ctx: Context) {
      const sent = sentValues(ctx);
      const { view, writing } = writingOf(ctx, sent);
      const { id, term } = await createTerm(type, { ...writing, sent, answer: answering(view) });
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
        return changedValues(sent, shown as Record<string, unknown>);
      };
      const demand = precondition(ctx, served);
      const request = { ...writing, changes, demand, answer: answering(view) };
      const { term } = await updateTerm(resource, ctx.params.id, request);
      ctx.body = represent(term, view);
    },

    async delete(ctx: Context) {
      await termRows(resource, ctx.params.id);
      const { view } = writingOf(ctx, sentValues(ctx));
      const request = { demand: precondition(ctx, served), answer: answering(view) };
      const { term } = await deleteTerm(resource, ctx.params.id, request);
      ctx.body = representListed(term, view);
    },
  };
}
