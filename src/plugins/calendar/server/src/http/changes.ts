import type { Context } from 'koa';
import { viewerOf } from '../access/viewer';
import { language } from '../kinds/choice';
import { readParams } from '../kinds/kind';
import { forbidden } from '../messages/errors';
import { changesSince } from '../records/changes';
import { CHANGE_PARAMS, changeCursor, MAX_CHANGES } from '../resources/changes';
import type { Changes } from '../resources/payloads';
import { RECORD_TYPES, type RecordType, uidOf } from '../settings/record-types';
import { sentQuery } from './body';
import { callerOf, hasScope, viewOf } from './caller';
import { addLink, readContext } from './edge';

/** The types whose lists the caller may read. Throws CalendarError 401 or 403 if there are none. */
async function typesFor(ctx: Context): Promise<RecordType[]> {
  const types: RecordType[] = [];
  for (const type of RECORD_TYPES) if (await hasScope(ctx, `${uidOf(type)}.find`)) types.push(type);
  if (types.length === 0) throw forbidden(callerOf(ctx).known);
  return types;
}

/** D8.14 `GET /changes`: which records have changed since a cursor. */
export const changes = {
  async find(ctx: Context) {
    const types = await typesFor(ctx);
    const context = readContext(ctx);
    const { now } = context;
    const params = { ...CHANGE_PARAMS, i18n_language: language };
    const { since, per_page, i18n_language } = readParams(params, sentQuery(ctx), context);
    const { root } = viewOf(ctx, i18n_language, now);
    const most = Math.min(per_page ?? MAX_CHANGES, MAX_CHANGES);
    const viewer = await viewerOf(callerOf(ctx), now);
    const answer = await changesSince({ since, most, viewer, types });
    const cursor = changeCursor.toParam?.(answer.cursor) ?? '';
    const body: Changes = { changes: answer.changes, cursor };
    if (answer.more) {
      const query = new URLSearchParams({ since: cursor, per_page: String(most) });
      body.next_rest_url = `${root}/changes?${query}`;
      addLink(ctx, `<${body.next_rest_url}>; rel="next"`);
    }
    ctx.set('Cache-Control', 'private, no-store'); // Reading assigns positions to changes.
    ctx.body = body;
  },
};
