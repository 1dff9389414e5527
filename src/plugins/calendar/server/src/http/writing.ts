import type { Context } from 'koa';
import type { Values } from '../content-types/rows';
import { settings } from '../database/site';
import { language } from '../kinds/choice';
import type { Params } from '../kinds/kind';
import { readParams } from '../kinds/read';
import { spelled } from '../kinds/text/fold';
import { cleanSlug } from '../kinds/text/slug';
import { CalendarError, invalidParams, refuse } from '../messages/errors';
import type { Key } from '../records/named-record';
import type { Rows, WritingService, Written } from '../records/write-request';
import { isAny } from '../resources/etag';
import type { View } from '../resources/shared/view';
import type { RecordType } from '../settings/record-types';
import { sentValues } from './body';
import { keyOf, preconditionOf } from './caching';
import { callerOf, viewOf } from './caller';
import { likelyLanguage } from './edge';
import { type Answering, idempotent } from './idempotent';

/** A resource as its writes show it. */
interface Shown<Record> {
  type: RecordType;
  path: string;
  single?: Params;
  present(record: Record, view: View): object;
  /** The representation of one that is gone, where it differs. */
  presentDeleted?(record: Record, view: View): object;
}

/** Who writes what, in the language of query, body, address, default (D7.1); any other is refused. */
function requestOf(ctx: Context, sent: Values) {
  const now = new Date();
  const context = { now, settings: settings() };
  const { i18n_language } = readParams({ i18n_language: language }, sent, context);
  const view = viewOf(ctx, i18n_language, now);
  return { language: view.language, caller: callerOf(ctx), now, origin: view.origin, view, sent };
}

const hasStatus = (error: unknown, status: number) =>
  error instanceof CalendarError && error.status === status;

/** What was sent for a new record, with the slug of its address; throws CalendarError 400 for another one. */
function namedAs(key: Key, sent: Values): Values {
  if (!('slug' in key)) return sent;
  const slug = spelled(key.slug);
  const wanted = typeof sent.slug === 'string' ? sent.slug : slug;
  const other = [slug, wanted].map(cleanSlug).find((clean) => clean !== slug);
  if (other === undefined) return { ...sent, slug };
  throw invalidParams({ slug: { text: 'slug_of_address', values: { slug: other } } });
}

/** The writing half of a resource's controller. */
export function writingController<Record>(
  resource: Shown<Record>,
  service: WritingService<Record>,
) {
  const { type, path, present, presentDeleted = present } = resource;

  /** D9.1: the record that the path names, before any parameter is looked at. */
  const toWrite = (ctx: Context) => {
    const asked = { key: keyOf(ctx), language: likelyLanguage(ctx), caller: callerOf(ctx) };
    return service.toWrite(asked, ctx.method === 'DELETE');
  };

  /**
   * The record to be changed; none where PUT is to make it: by an external id, or by a slug with
   * `If-None-Match: *` (RFC 9110 13.1.2).
   */
  async function toChange(ctx: Context): Promise<Rows | undefined> {
    const anew = isAny(ctx.get('If-None-Match'));
    const key = keyOf(ctx);
    const makes = ctx.method === 'PUT' && ('externalId' in key || (anew && 'slug' in key));
    const rows = await toWrite(ctx).catch((error) => {
      if (makes && hasStatus(error, 404)) return undefined;
      throw error;
    });
    if (rows ? anew : ctx.get('If-Match')) throw refuse(412, 'rest_precondition_failed');
    if (!rows && !(await callerOf(ctx).may(type, 'create'))) throw refuse(403, 'rest_forbidden');
    return rows;
  }

  const changed =
    (view: View, shown = present) =>
    ({ record, revision, now, isGone }: Written<Record>) => ({
      status: 200,
      body: shown(record, { ...view, now }),
      ...(!isGone && { tagged: { revision } }),
    });

  const made = (view: View) => (written: Written<Record>) => ({
    ...changed(view)(written),
    ...{ status: 201, headers: { Location: `${view.root}/${path}/${written.id}` } },
  });

  /** A new record by what its address names it; nothing where somebody else was quicker. */
  async function makeNamed(ctx: Context, answer: Answering<Written<Record>>) {
    const request = requestOf(ctx, sentValues(ctx));
    const vacant = keyOf(ctx);
    const asked = { ...request, vacant, sent: namedAs(vacant, request.sent) };
    try {
      return await answer(made(request.view), () => service.create(asked));
    } catch (error) {
      if (isAny(ctx.get('If-None-Match')) || !hasStatus(error, 412)) throw error;
      return undefined;
    }
  }

  return {
    create: idempotent<Written<Record>>((ctx, answer) => {
      const request = requestOf(ctx, sentValues(ctx));
      return answer(made(request.view), () => service.create(request));
    }),

    update: idempotent<Written<Record>>(async (ctx, answer) => {
      const found = await toChange(ctx);
      const reply = found ? undefined : await makeNamed(ctx, answer);
      if (reply) return reply;
      const rows = found ?? (await toWrite(ctx));
      const request = requestOf(ctx, sentValues(ctx));
      const asked = { ...request, precondition: preconditionOf(ctx, resource) };
      return answer(changed(request.view), () => service.update(rows, asked));
    }),

    delete: idempotent<Written<Record>>(async (ctx, answer) => {
      const rows = await toWrite(ctx);
      const request = requestOf(ctx, sentValues(ctx));
      const asked = { ...request, precondition: preconditionOf(ctx, resource) };
      return answer(changed(request.view, presentDeleted), () => service.remove(rows, asked));
    }),
  };
}
