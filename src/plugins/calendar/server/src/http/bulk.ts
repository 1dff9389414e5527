import { errors } from '@strapi/utils';
import { z } from 'zod';
import type { AdminContext } from '../database/permissions';
import { readersLanguage, settings } from '../database/site';
import { namesOf } from '../records/agenda';
import { applyAction, undoAction } from '../records/bulk';
import { idsIn } from '../records/bulk-actions';
import { copies, type WriteOf } from '../records/copies';
import { NO_CHANGES, type Outcome } from '../records/locked-event';
import { deleteForGood } from '../records/versions';
import { type BulkRequest, bulkRequest, MAX_RECORDS } from '../resources/bulk';
import { AGENDA_ACTION } from '../settings/agenda';
import { languagesFrom } from '../settings/languages';
import { MAX_ID, REFERENCE_FIELDS, REFERENCES } from '../settings/record-types';
import { validated } from './body';
import { configRequiring, idempotentWriteOf } from './caller';

/**
 * Processes records one after another, each in a transaction of its own. After a failure the results of the earlier
 * ones, with their undo tokens, are returned and the rest is not tried.
 */
async function inTurn<Item extends { id: number }>(
  records: Item[],
  work: (item: Item) => Promise<Outcome>,
): Promise<Outcome[]> {
  const done: Outcome[] = [];
  for (const [at, each] of records.entries()) {
    try {
      done.push(await work(each));
    } catch (error) {
      if (done.every(({ refused }) => refused)) throw error;
      strapi.log.error(error);
      const failed = { ...NO_CHANGES, refused: { why: 'failed' } } as const;
      return [...done, ...records.slice(at).map(({ id }) => ({ id, ...failed }))];
    }
  }
  return done;
}

function outcomes(request: BulkRequest, ctx: AdminContext): Promise<Outcome[]> {
  const editor = { id: ctx.state.user.id, ability: ctx.state.userAbility };
  if (request.action === 'undo') {
    return inTurn(request.records, ({ id, undo }) => undoAction(id, undo, editor));
  }
  if (request.action === 'copy') {
    const writeOf: WriteOf = (id, day) => idempotentWriteOf(ctx, 'copy', id, day);
    return inTurn(request.records, (each) => copies(request, each, { editor, writeOf }));
  }
  return inTurn(request.records, (each) => applyAction(request, each, editor));
}

/** The names of records referenced before and after, by type and id. */
async function namesIn(done: Outcome[], ctx: AdminContext) {
  const { defaultLanguage } = settings();
  const languages = languagesFrom(readersLanguage(), defaultLanguage);
  const context = { now: new Date(), languages, ability: ctx.state.userAbility };
  const names: Record<string, Record<number, string>> = {};
  for (const field of REFERENCE_FIELDS) {
    const type = REFERENCES[field];
    const changed = done.flatMap(({ changes }) => changes.filter((each) => each.field === field));
    const along = done.flatMap((each) => each.along.filter((one) => one.type === type));
    const ids = [...changed.flatMap(({ from, to }) => [...idsIn(from), ...idsIn(to)])];
    const all = [...new Set([...ids, ...along.map(({ id }) => id)])];
    const found = await namesOf(type, all, context);
    names[field] = Object.fromEntries([...found].map(([id, { name }]) => [id, name]));
  }
  return names;
}

/** D15.8: the controller of bulk actions and their previews. */
export const bulk = {
  async run(ctx: AdminContext) {
    const request = validated(bulkRequest, ctx.request.body);
    const records = await outcomes(request, ctx);
    ctx.body = { records, names: await namesIn(records, ctx) };
  },
};

/** Route of the agenda's page, which sends some events at a time. */
export const bulkRoute = {
  method: 'POST',
  path: '/admin/bulk',
  handler: 'bulk.run',
  config: configRequiring(AGENDA_ACTION),
};

const NUMBERS = `ids must be a list of 1 to ${MAX_RECORDS} ids, which are whole numbers of at least 1`;

const idsSchema = z.strictObject({
  ids: z.array(z.int().min(1).max(MAX_ID)).min(1).max(MAX_RECORDS),
});

/** D6.3: the controller that deletes trashed records for good. */
export const trash = {
  async remove(ctx: AdminContext) {
    const { data } = idsSchema.safeParse(ctx.request.body);
    if (!data) throw new errors.ValidationError(NUMBERS);
    const ids = [...new Set(data.ids)];
    ctx.body = { results: await deleteForGood(ids, ctx.state.userAbility) };
  },
};

/** Route of the agenda's page: `{"ids": [12, 31]}`; a POST, because a DELETE has no body. */
export const trashRoute = {
  method: 'POST',
  path: '/admin/trash/delete',
  handler: 'trash.remove',
  config: configRequiring(AGENDA_ACTION),
};
