import type { Context } from 'koa';
import { refuseTrashed, requireWritable, type Written } from '../access/rights';
import { viewerOf } from '../access/viewer';
import type { Row, Values } from '../content-types/rows';
import { language } from '../kinds/choice';
import { readParams } from '../kinds/read';
import type { Tagged } from '../middlewares/caching';
import { likelyLanguage } from '../middlewares/edge';
import type { View } from '../representation/view';
import type { PostResource } from '../resources/resource';
import { changedValues } from '../services/changed-values';
import type { Key } from '../services/named-record';
import type { RecordsService } from '../services/records';
import { revisionFor } from '../services/revision';
import { settings } from '../services/settings';
import { recordRows } from '../services/writable-record';
import { create, remove, update } from '../services/writing';
import { rowsWritten } from '../store/siblings';
import { callerOf } from './caller-of';
import { precondition, type Served } from './precondition';
import { sentValues } from './sent-values';
import { viewOf } from './view-of';

const keyOf = ({ params }: Context): Key =>
  params.id === undefined ? { slug: params.slug } : { id: params.id };

/** The language that is written: query, body, address, default (D7.1); any other is refused. */
export function writingOf(ctx: Context, sent: Values) {
  const now = new Date();
  const { i18n_language } = readParams({ i18n_language: language }, sent, {
    now,
    settings: settings(),
  });
  const view = viewOf(ctx, i18n_language, now);
  return {
    view,
    writing: { language: view.language, caller: callerOf(ctx), now, origin: view.origin },
  };
}

/** D10.6: what this caller sees in the record. */
const seenBy = async (ctx: Context, { language: shownIn, now }: View) => ({
  ...(await viewerOf(callerOf(ctx), now)),
  language: shownIn,
});

/** D9.1: the record that the path names, before any parameter is looked at. */
async function found(ctx: Context, resource: Written): Promise<Row[]> {
  const { type } = resource;
  const viewer = await viewerOf(callerOf(ctx), new Date());
  const rows = await recordRows(type, { key: keyOf(ctx), language: likelyLanguage(ctx), viewer });
  if (ctx.method === 'DELETE') refuseTrashed(type, rows);
  await requireWritable(resource, rows, callerOf(ctx));
  return rows;
}

/** The writing half of a resource's controller. */
export function writingController<Shown>(
  resource: PostResource<Shown>,
  { service, served }: { service: RecordsService<Shown>; served: Served },
) {
  const { type, path, represent } = resource;
  const demanding = (ctx: Context) => precondition(ctx, { type, served });

  /** Seen from after the write: what was published just now is no longer in the future. */
  const answering = (ctx: Context, before: View) => async (id: number) => {
    const view = { ...before, now: new Date() };
    const rows = await rowsWritten(type, id);
    const asked = { caller: callerOf(ctx), states: rows };
    ctx.state.tagged = { revision: await revisionFor(type, id, asked) } satisfies Tagged;
    return { id, view, record: await service.written(id, await seenBy(ctx, view), rows) };
  };

  const bodyOf = ({ record, view }: { record: Shown; view: View }) => represent(record, view);

  return {
    async create(ctx: Context) {
      const sent = sentValues(ctx);
      const { view, writing } = writingOf(ctx, sent);
      const answer = answering(ctx, view);
      const written = await create(type, { ...writing, sent, answer });
      ctx.body = bodyOf(written);
      ctx.status = 201;
      ctx.set('Location', `${view.root}/${path}/${written.id}`);
    },

    async update(ctx: Context) {
      const rows = await found(ctx, resource);
      const sent = sentValues(ctx);
      const { view, writing } = writingOf(ctx, sent);
      const id = Number(rows[0]?.public_id);
      const seen = await seenBy(ctx, view);
      const changes = async (current?: Row[]) => {
        const names = resource.references?.some((name) => name in sent);
        const shown = await service.shown(id, { ...seen, ownOnly: !names }, current);
        const known = shown ? (represent(shown, view) as Values) : {};
        return changedValues(sent, known, resource);
      };
      const demand = demanding(ctx)(id);
      const answer = answering(ctx, view);
      const request = { ...writing, sent: Object.keys(sent), changes, demand, answer };
      ctx.body = bodyOf(await update(resource, rows, request));
    },

    async delete(ctx: Context) {
      const rows = await found(ctx, resource);
      const { view, writing } = writingOf(ctx, sentValues(ctx));
      const demand = demanding(ctx)(Number(rows[0]?.public_id));
      const answer = answering(ctx, view);
      ctx.body = bodyOf(await remove(resource, rows, { ...writing, demand, answer }));
    },
  };
}
