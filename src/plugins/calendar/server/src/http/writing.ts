import type { Context } from 'koa';
import type { Values } from '../content-types/rows';
import { settings } from '../database/site';
import { language } from '../kinds/choice';
import type { Params } from '../kinds/kind';
import { readParams } from '../kinds/read';
import type { WritingService, Written } from '../records/write-request';
import type { View } from '../resources/shared/view';
import type { RecordType } from '../settings/record-types';
import { sentValues } from './body';
import { keyOf, preconditionOf } from './caching';
import { callerOf, viewOf } from './caller';
import { likelyLanguage } from './edge';
import { idempotent } from './idempotent';

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

  const changed =
    (view: View, shown = represent) =>
    ({ record, revision, now, isGone }: Written<Record>) => ({
      status: 200,
      body: shown(record, { ...view, now }),
      ...(!isGone && { tagged: { revision } }),
    });

  const made = (view: View) => (written: Written<Record>) => ({
    ...changed(view)(written),
    ...{ status: 201, headers: { Location: `${view.root}/${path}/${written.id}` } },
  });

  return {
    create: idempotent<Written<Record>>((ctx, answer) => {
      const request = requestOf(ctx, sentValues(ctx));
      return answer(made(request.view), () => service.create(request));
    }),

    update: idempotent<Written<Record>>(async (ctx, answer) => {
      const rows = await toWrite(ctx);
      const request = requestOf(ctx, sentValues(ctx));
      const asked = { ...request, precondition: preconditionOf(ctx, resource) };
      return answer(changed(request.view), () => service.update(rows, asked));
    }),

    delete: idempotent<Written<Record>>(async (ctx, answer) => {
      const rows = await toWrite(ctx);
      const request = requestOf(ctx, sentValues(ctx));
      const asked = { ...request, precondition: preconditionOf(ctx, resource) };
      return answer(changed(request.view, representDeleted), () => service.remove(rows, asked));
    }),
  };
}
