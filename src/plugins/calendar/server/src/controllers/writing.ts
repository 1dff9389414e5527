import type { Context } from 'koa';
import type { Values } from '../content-types/rows';
import { language } from '../kinds/choice';
import type { Params } from '../kinds/kind';
import { readParams } from '../kinds/read';
import type { Tagged } from '../middlewares/caching';
import { likelyLanguage } from '../middlewares/edge';
import type { View } from '../representation/view';
import { settings } from '../services/settings';
import type { WritingService } from '../services/write-request';
import type { RecordType } from '../settings/record-types';
import { callerOf } from './caller-of';
import { keyOf, preconditionOf } from './precondition';
import { sentValues } from './sent-values';
import { viewOf } from './view-of';

/** A resource as its writes show it. */
interface Shown<Record> {
  type: RecordType;
  path: string;
  single?: Params;
  represent(record: Record, view: View): object;
  /** The representation of one that is gone, where it differs. */
  representDeleted?(record: Record, view: View): object;
}

/** Who writes what, in the language of query, body, address, default (D7.1); any other is refused. */
function requestOf(ctx: Context, sent: Values) {
  const now = new Date();
  const context = { now, settings: settings() };
  const { i18n_language } = readParams({ i18n_language: language }, sent, context);
  const view = viewOf(ctx, i18n_language, now);
  return { language: view.language, caller: callerOf(ctx), now, origin: view.origin, view, sent };
}

/** The writing half of a resource's controller. */
export function writingController<Record>(
  resource: Shown<Record>,
  service: WritingService<Record>,
) {
  const { path, represent, representDeleted = represent } = resource;

  /** D9.1: the record that the path names, before any parameter is looked at. */
  const toWrite = (ctx: Context) => {
    const asked = { key: keyOf(ctx), language: likelyLanguage(ctx), caller: callerOf(ctx) };
    return service.toWrite(asked, ctx.method === 'DELETE');
  };

  return {
    async create(ctx: Context) {
      const request = requestOf(ctx, sentValues(ctx));
      const { id, record, revision, now } = await service.create(request);
      ctx.state.tagged = { revision } satisfies Tagged;
      ctx.body = represent(record, { ...request.view, now });
      ctx.status = 201;
      ctx.set('Location', `${request.view.root}/${path}/${id}`);
    },

    async update(ctx: Context) {
      const rows = await toWrite(ctx);
      const request = requestOf(ctx, sentValues(ctx));
      const precondition = preconditionOf(ctx, resource);
      const { record, revision, now } = await service.update(rows, { ...request, precondition });
      ctx.state.tagged = { revision } satisfies Tagged;
      ctx.body = represent(record, { ...request.view, now });
    },

    async delete(ctx: Context) {
      const rows = await toWrite(ctx);
      const request = requestOf(ctx, sentValues(ctx));
      const precondition = preconditionOf(ctx, resource);
      const { record, revision, now, isGone } = await service.remove(rows, {
        ...request,
        precondition,
      });
      if (!isGone) ctx.state.tagged = { revision } satisfies Tagged;
      ctx.body = representDeleted(record, { ...request.view, now });
    },
  };
}
