import { errors, traverseEntity } from '@strapi/utils';
import type { Context } from 'koa';
import { recordExists, runIdempotent } from '../database/idempotency-keys';
import { type Ability, checkerOf } from '../database/permissions';
import { rowsWithCreators } from '../database/rows';
import { fold } from '../kinds/text/normalize';
import { mayRead } from '../records/agenda';
import { isPostType, type RecordType, recordTypeOf, uidOf } from '../settings/record-types';
import {
  type AskedRelation,
  modelOf,
  type Related,
  readableRelations,
  restrictQuery,
  restrictRelation,
  type Traversed,
} from './admin-inputs';
import { idempotentWriteOf } from './caller';

interface Answer {
  data?: Related | null;
  results?: Related[];
}

/**
 * Restricts orders in the query, and in the body of the action that names many records. Strapi checks permissions for
 * a list of orders, but not for a single text.
 */
async function restrictOrder(ctx: Context, ability: Ability): Promise<void> {
  const { model } = ctx.params;
  await restrictQuery(ctx.request.query, ability, model);
  const { body } = ctx.request as { body?: { sort?: unknown; documentIds?: unknown } };
  if (!body?.sort || !body.documentIds) return;
  const type = recordTypeOf(model);
  const sort = [body.sort].flat();
  const judged = type ? await checkerOf(ability, type).sanitizeQuery({ sort }) : { sort };
  await restrictQuery(judged, ability, model);
  body.sort = judged.sort;
}

const TEXTS = ['string', 'text', 'richtext', 'email', 'enumeration'];
const SEARCHED = [...TEXTS, 'integer', 'biginteger', 'float', 'decimal'];

/** Attributes without a field permission, because they are not in forms. */
const DERIVED = ['search_text', 'locale'];

interface SearchQuery {
  _q?: unknown;
  filters?: { $and?: unknown };
}

/** Replaces Strapi's search, which covers every field, by filters on readable fields if some may not be read. */
function restrictSearch(query: SearchQuery, type: RecordType, ability: Ability): void {
  const { _q, filters } = query;
  if (!_q) return;
  const words = String(_q);
  const searched = Object.entries(strapi.contentType(uidOf(type)).attributes).filter(
    ([name, { type: kind, searchable }]) =>
      SEARCHED.includes(kind) && searchable !== false && !DERIVED.includes(name),
  );
  const readable = searched.filter(([name]) => mayRead(ability, type, name));
  if (readable.length === searched.length) {
    // The search text is folded, and without it other spellings and marks would find nothing.
    if (isPostType(type) && /[^\x20-\x7e]/.test(words)) query._q = fold(words) || words;
    return;
  }
  const within = readable
    .filter(([, { type: kind }]) => TEXTS.includes(kind))
    .map(([name]) => ({ [name]: { $containsi: words } }));
  const found = within.length > 0 ? { $or: within } : { documentId: { $in: [] } };
  delete query._q;
  query.filters = { ...filters, $and: [...[filters?.$and ?? []].flat(), found] };
}

type Action = (ctx: Context) => Promise<unknown>;

type Change = (ctx: Context, type: RecordType) => Promise<unknown>;

const restricted =
  (action: Action): Action =>
  async (ctx) => {
    const { model } = ctx.params;
    const type = recordTypeOf(model);
    const ability: Ability = ctx.state.userAbility;
    await restrictOrder(ctx, ability);
    if (type) restrictSearch(ctx.request.query, type, ability);
    const result = await action(ctx);
    const answer = (ctx.body ?? {}) as Answer;
    const readable = readableRelations(ability, model);
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
const languageOf = (ctx: Context) => (ctx.request as { body?: { locale?: string } }).body?.locale;

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

/** Refuses our types at Strapi's single-type routes, which use a type's first record; restricts other types. */
const closedToRecords = (controller: Record<string, Action>) =>
  Object.fromEntries(
    Object.entries(controller).map(([name, action]) => [
      name,
      async (ctx: Context) => {
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

/** D10.11: in "Fill in from another locale", replaces names of related records that may not be read by their ids. */
export function readableNames(ability: Ability, uid: string) {
  const readable = async (type: RecordType, record: Related): Promise<Related> => {
    const { documentId, id, locale, status, __temp_key__, label: _, ...names } = record;
    const row = (await rowsWithCreators(type, String(documentId))).find((each) => each.id === id);
    const { can } = checkerOf(ability, type);
    if (row && Object.keys(names).every((name) => can.read(row, name))) return record;
    return { documentId, id, locale, status, __temp_key__, label: documentId };
  };
  const visit: Parameters<typeof traverseEntity>[0] = async ({ key, attribute, data }) => {
    const type = recordTypeOf(String((attribute as { target?: string } | undefined)?.target));
    const value = data[key] as { connect?: Related[] } | undefined;
    if (!type || !value?.connect) return;
    const connect = await Promise.all(value.connect.map((record) => readable(type, record)));
    Object.assign(data, { [key]: { ...value, connect } });
  };
  return (data: Related) => traverseEntity(visit, modelOf(uid), data as Traversed);
}

/** `getNonLocalizedAttributes` returns shared fields to anyone who may read some record; the admin does not use it. */
type Languages = Record<'getNonLocalizedAttributes' | 'getFillFromLocaleData', Action>;

/** Strapi continues after a refusal here, with an undefined result. */
interface Relations {
  extractAndValidateRequestInfo(ctx: Context, id?: string): Promise<AskedRelation | undefined>;
}

/** Wraps the actions: restricted to readable data, and creations idempotent. */
function guarded(controller: Records & Copying) {
  const actions = Object.fromEntries(
    ACTIONS.map((name) => [name, restricted((ctx) => controller[name](ctx))]),
  ) as Records;
  const { create, publish, clone } = actions;
  const autoClone: Action = (ctx) => controller.autoClone.call(actions, ctx);
  return {
    ...controller,
    ...actions,
    create: makingOnce(create, changing(actions)),
    publish: makingOnce(publish, publish),
    clone: makingOnce(clone, changing(actions)),
    autoClone: makingOnce(autoClone, showing(actions)),
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
    async extractAndValidateRequestInfo(ctx: Context, id?: string) {
      const asked = await controller.extractAndValidateRequestInfo(ctx, id);
      if (!asked) throw new errors.ForbiddenError();
      return restrictRelation(ctx, asked);
    },
  }));
  controllers.extend('plugin::i18n.content-types', (controller: Languages) => ({
    ...controller,
    async getNonLocalizedAttributes(ctx: Context) {
      const { model } = (ctx.request as { body?: { model?: unknown } }).body ?? {};
      if (recordTypeOf(String(model))) throw new errors.ForbiddenError();
      return controller.getNonLocalizedAttributes(ctx);
    },
    async getFillFromLocaleData(ctx: Context) {
      await controller.getFillFromLocaleData(ctx);
      const { data } = (ctx.body ?? {}) as { data?: Related };
      const readable = readableNames(ctx.state.userAbility, ctx.params.model);
      if (data) ctx.body = { data: await readable(data) };
    },
  }));
}
