import { errors } from '@strapi/utils';
import { recordExists, runIdempotent } from '../database/idempotency-keys';
import { type AdminContext, checkerOf } from '../database/permissions';
import { rowsOfDocuments } from '../database/rows';
import { type RecordType, recordTypeOf } from '../settings/record-types';
import { idempotentWriteOf } from './caller';
import {
  type AskedRelation,
  type Related,
  readableNames,
  readableRelations,
  requireReadable,
  restrictExisting,
  restrictRelation,
  restrictRequest,
} from './field-permissions';

interface Answer {
  data?: Related | null;
  results?: Related[];
}

type Action = (ctx: AdminContext) => Promise<unknown>;

type Change = (ctx: AdminContext, type: RecordType) => Promise<unknown>;

const restricted =
  (action: Action): Action =>
  async (ctx) => {
    await restrictRequest(ctx);
    const result = await action(ctx);
    const answer = (ctx.body ?? {}) as Answer;
    const readable = readableRelations(ctx.state.userAbility, ctx.params.model);
    if (answer.data) answer.data = await readable(answer.data);
    if (Array.isArray(answer.results)) {
      answer.results = await Promise.all(answer.results.map(readable));
    }
    return result;
  };

/** Answers with the existing record. */
const showing =
  ({ findOne }: Records): Action =>
  (ctx) => {
    ctx.request.query = { locale: languageOf(ctx) }; // Strapi has moved the locale into the body.
    return findOne(ctx);
  };

/** Updates the existing record; answers with it unchanged for users who may create but not update. */
const changing =
  (records: Records): Change =>
  (ctx, type) => {
    const mayChange = checkerOf(ctx.state.userAbility, type).can.update();
    return mayChange ? records.update(ctx) : showing(records)(ctx);
  };

/** The locale of a form, which Strapi puts into the body. */
const languageOf = (ctx: AdminContext) =>
  (ctx.request as { body?: { locale?: string } }).body?.locale;

/**
 * D9.12: makes creation idempotent. The form of a new record sends the same key when it retries after a lost response,
 * which then updates the created record. The key is scoped by type and language, and for copies by the original.
 */
const makingOnce =
  (make: Action, change: Change): Action =>
  async (ctx) => {
    const { model, id, sourceId } = ctx.params;
    const type = recordTypeOf(model);
    const write = idempotentWriteOf(ctx, model, sourceId, languageOf(ctx));
    if (!type || id || !write) return make(ctx);
    return runIdempotent(write, {
      now: new Date(),
      async make() {
        await make(ctx);
        const { documentId } = (ctx.body as Answer | undefined)?.data ?? {};
        return documentId === undefined ? undefined : { documentId };
      },
      async again(made) {
        if (!(await recordExists(type, made.documentId))) return undefined;
        ctx.params.id = made.documentId;
        await change(ctx, type);
        return made;
      },
    });
  };

/** What an action on several records or languages is sent, and its answer. */
interface Several {
  request: { body?: { documentIds?: string[]; locale?: string | string[] } };
  body?: { count?: number };
}

/** Refuses what no longer exists in any of these languages: Strapi answers as if it had published or unpublished it. */
const ofExisting =
  (act: Action): Action =>
  async (ctx) => {
    await act(ctx);
    const type = recordTypeOf(ctx.params.model);
    const { request, body } = ctx as AdminContext & Several;
    if (!type || body?.count !== 0) return;
    const { documentIds = [], locale = '*' } = request.body ?? {};
    const rows = await rowsOfDocuments(type, documentIds);
    const found = rows.some((row) => locale === '*' || [locale].flat().includes(row.locale));
    if (!found) throw new errors.NotFoundError();
  };

/** Refuses our types at Strapi's single-type routes, which use a type's first record; restricts other types. */
const closedToRecords = (controller: Record<string, Action>) =>
  Object.fromEntries(
    Object.entries(controller).map(([name, action]) => [
      name,
      async (ctx: AdminContext) => {
        if (recordTypeOf(ctx.params.model)) throw new errors.NotFoundError();
        return restricted((asked) => action.call(controller, asked))(ctx);
      },
    ]),
  );

/** Actions that return records. */
const ACTIONS = [
  'find',
  'findOne',
  'create',
  'update',
  'clone',
  'publish',
  'unpublish',
  'discard',
  'delete',
  'bulkFindForValidation',
] as const;

type Records = Record<(typeof ACTIONS)[number], Action>;

/** Strapi's action that checks whether a record can be copied unchanged, and calls `clone`. */
interface Copying {
  autoClone: Action;
}

/** Strapi's actions on several records or languages. */
type Bulk = Record<'bulkPublish' | 'bulkUnpublish', Action>;

/** `getNonLocalizedAttributes` returns shared fields to anyone who may read some record; the admin does not use it. */
type Languages = Record<'getNonLocalizedAttributes' | 'getFillFromLocaleData', Action>;

/** Strapi continues after a refusal here, with an undefined result. */
interface Relations {
  findExisting(ctx: AdminContext): Promise<void>;
  extractAndValidateRequestInfo(ctx: AdminContext, id?: string): Promise<AskedRelation | undefined>;
}

/** Wraps the actions: restricted to readable data, and creations idempotent. */
function guarded(controller: Records & Copying & Bulk) {
  const actions = Object.fromEntries(
    ACTIONS.map((name) => [name, restricted((ctx) => controller[name](ctx))]),
  ) as Records;
  const { create, publish, clone } = actions;
  const findOne: Action = async (ctx) => {
    await actions.findOne(ctx);
    await requireReadable(ctx);
  };
  const autoClone: Action = (ctx) => controller.autoClone.call(actions, ctx);
  return {
    ...controller,
    ...actions,
    findOne,
    create: makingOnce(create, changing(actions)),
    publish: makingOnce(publish, publish),
    clone: makingOnce(clone, changing(actions)),
    autoClone: makingOnce(autoClone, showing(actions)),
    bulkPublish: ofExisting((ctx) => controller.bulkPublish(ctx)),
    bulkUnpublish: ofExisting((ctx) => controller.bulkUnpublish(ctx)),
  };
}

/**
 * D10.11: restricts Strapi's forms and lists to what the user may read of each record, including its other languages
 * and records in relations of a host's own types.
 */
export function guardForms(): void {
  const controllers = strapi.get('controllers');
  controllers.extend('plugin::content-manager.collection-types', guarded);
  controllers.extend('plugin::content-manager.single-types', closedToRecords);
  controllers.extend('plugin::content-manager.relations', (controller: Relations) => ({
    ...controller,
    async findExisting(ctx: AdminContext) {
      await controller.findExisting.call(this, ctx);
      restrictExisting(ctx);
    },
    async extractAndValidateRequestInfo(ctx: AdminContext, id?: string) {
      const asked = await controller.extractAndValidateRequestInfo(ctx, id);
      if (!asked) throw new errors.ForbiddenError();
      return restrictRelation(ctx, asked);
    },
  }));
  controllers.extend('plugin::i18n.content-types', (controller: Languages) => ({
    ...controller,
    async getNonLocalizedAttributes(ctx: AdminContext) {
      const { model } = (ctx.request as { body?: { model?: unknown } }).body ?? {};
      if (recordTypeOf(String(model))) throw new errors.ForbiddenError();
      return controller.getNonLocalizedAttributes(ctx);
    },
    async getFillFromLocaleData(ctx: AdminContext) {
      await controller.getFillFromLocaleData(ctx);
      const { data } = (ctx.body ?? {}) as { data?: Related };
      const readable = readableNames(ctx.state.userAbility, ctx.params.model);
      if (data) ctx.body = { data: await readable(data) };
    },
  }));
}
