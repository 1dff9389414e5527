import { errors, traverse } from '@strapi/utils';
import type { Context } from 'koa';
import { recordExists, runIdempotent } from '../database/idempotency-keys';
import { type Ability, type Checker, checkerOf } from '../database/permissions';
import { mayRead } from '../records/agenda';
import { type RecordType, recordTypeOf, uidOf } from '../settings/record-types';
import { idempotentWriteOf } from './caller';

interface Row {
  documentId?: string;
  localizations?: Row[];
}

interface Answer {
  data?: Row | null;
  results?: Row[];
}

/** Who asks, and of what. */
interface Asked {
  type: RecordType;
  ability: Ability;
}

/** Strapi asks of a record what may be read, and gives its other languages whole. */
async function restrictLanguages(row: Row, checker: Checker): Promise<void> {
  if (!Array.isArray(row.localizations)) return;
  const sanitized = row.localizations.map((other) => checker.sanitizeOutput(other));
  row.localizations = await Promise.all(sanitized);
}

interface Query {
  sort?: unknown;
  filters?: unknown;
}

type Visit = Parameters<typeof traverse.traverseQuerySort>[0];

/** By a field that somebody may read of some records alone, Strapi filters and orders the others, too. */
async function restrictFields(query: Query, checker: Checker, { type, ability }: Asked) {
  const within = { schema: strapi.getModel(uidOf(type)), getModel: strapi.getModel.bind(strapi) };
  const drop: Visit = ({ key, schema }, { remove }) => {
    const isSome = schema === within.schema && checker.can.read(undefined, key);
    if (isSome && !mayRead(ability, type, key)) remove(key);
  };
  const { filters, sort } = query;
  if (filters) query.filters = await traverse.traverseQueryFilters(drop, within, filters);
  if (sort) query.sort = await traverse.traverseQuerySort(drop, within, sort);
}

/** An order that is one text passes by Strapi's rights, in a list it does not. */
async function restrictOrder(ctx: Context, checker: Checker, asked: Asked): Promise<void> {
  const { query } = ctx.request;
  if (typeof query.sort === 'string') query.sort = query.sort.split(',');
  await restrictFields(query, checker, asked);
  const body = (ctx.request as { body?: { sort?: unknown } }).body;
  if (!body?.sort) return;
  body.sort = (await checker.sanitizeQuery({ sort: [body.sort].flat() })).sort;
  await restrictFields(body, checker, asked);
}

const TEXTS = ['string', 'text', 'richtext', 'email', 'enumeration'];
const SEARCHED = [...TEXTS, 'integer', 'biginteger', 'float', 'decimal'];

/** Attributes that are no field of a form, and so have no right of their own. */
const DERIVED = ['search_text', 'locale'];

interface SearchQuery {
  _q?: unknown;
  filters?: { $and?: unknown };
}

/** Strapi's search looks into every field; where some may not be read, the words are looked for in the others. */
function restrictSearch(query: SearchQuery, { type, ability }: Asked): void {
  const { _q: words, filters } = query;
  if (!words) return;
  const searched = Object.entries(strapi.contentType(uidOf(type)).attributes).filter(
    ([name, { type: kind, searchable }]) =>
      SEARCHED.includes(kind) && searchable !== false && !DERIVED.includes(name),
  );
  const readable = searched.filter(([name]) => mayRead(ability, type, name));
  if (readable.length === searched.length) return;
  const within = readable
    .filter(([, { type: kind }]) => TEXTS.includes(kind))
    .map(([name]) => ({ [name]: { $containsi: String(words) } }));
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
    if (!type) return action(ctx);
    const ability: Ability = ctx.state.userAbility;
    const checker = checkerOf(ability, type);
    await restrictOrder(ctx, checker, { type, ability });
    restrictSearch(ctx.request.query, { type, ability });
    const result = await action(ctx);
    const { data, results } = (ctx.body ?? {}) as Answer;
    const rows = [...(data ? [data] : []), ...(Array.isArray(results) ? results : [])];
    await Promise.all(rows.map((row) => restrictLanguages(row, checker)));
    return result;
  };

/** Tells what there is. */
const showing =
  ({ findOne }: Records): Action =>
  (ctx) => {
    ctx.request.query = { locale: languageOf(ctx) }; // Strapi has moved it into what was sent.
    return findOne(ctx);
  };

/** Whoever may make but not change is told what there is. */
const changing =
  (records: Records): Change =>
  (ctx, type) => {
    const mayChange = checkerOf(ctx.state.userAbility, type).can.update();
    return mayChange ? records.update(ctx) : showing(records)(ctx);
  };

/** Strapi writes the language of a form there, wherever it was said. */
const languageOf = (ctx: Context) => (ctx.request as { body?: { locale?: string } }).body?.locale;

/**
 * D9.12: a form of a new record brings a key, the same when it is sent again because its answer was lost: it
 * then changes the record that it has made. What the key stands for depends on type and language, too, and of
 * a copy, which has that language alone, on the original.
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

/** Strapi takes any type for a single one, and its first record for it. */
const closedToRecords = (controller: Record<string, Action>) =>
  Object.fromEntries(
    Object.entries(controller).map(([name, action]) => [
      name,
      async (ctx: Context) => {
        if (recordTypeOf(ctx.params.model)) throw new errors.NotFoundError();
        return action.call(controller, ctx);
      },
    ]),
  );

/** What answers with records. */
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

/** Looks whether anything stands against a copy as it is, and calls `clone`. */
interface Copying {
  autoClone: Action;
}

/** Gives the shared fields of a row to whoever may read one of its type; Strapi's own admin does not ask it. */
interface Languages {
  getNonLocalizedAttributes: Action;
}

/** What Strapi refuses here it goes on with, having nothing to go on with. */
interface Relations {
  extractAndValidateRequestInfo(ctx: Context, id?: string): Promise<object | undefined>;
}

/** Judged, and made once where somebody makes a record or a copy. */
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
 * D10.11: what Strapi's own forms and lists tell of a record and whose order they take is what somebody may
 * read of it, in its other languages, too.
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
      return asked;
    },
  }));
  controllers.extend('plugin::i18n.content-types', (controller: Languages) => ({
    ...controller,
    async getNonLocalizedAttributes(ctx: Context) {
      const { model } = (ctx.request as { body?: { model?: unknown } }).body ?? {};
      if (recordTypeOf(String(model))) throw new errors.ForbiddenError();
      return controller.getNonLocalizedAttributes(ctx);
    },
  }));
}
