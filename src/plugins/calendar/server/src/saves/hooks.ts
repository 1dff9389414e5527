import { AsyncLocalStorage } from 'node:async_hooks';
import { errors } from '@strapi/utils';
import type { Knex } from 'knex';
import type { Values } from '../content-types/rows';
import {
  FILE,
  type RecordsUsingFiles,
  recordsUsingFiles,
  reviseHolders,
  saveFilesInTransactions,
} from '../database/files';
import { type SearchingQuery, searchEverySpelling } from '../database/find';
import { addLinks, writeLinks } from '../database/links';
import { rowsOf, rowsOfDocuments } from '../database/rows';
import { commitInTime, lockRecord, throwIfTimedOut } from '../database/transaction';
import { isLanguage, LANGUAGES } from '../settings/languages';
import { RECORD_TYPES, type RecordType, recordTypeOf, uidOf } from '../settings/record-types';
import { announce } from './announce';
import { clone, create, update } from './create-update';
import { discardDraft, lockAlong, namedIn, publish } from './publish-along';
import { followTransfer } from './repair';
import { revising, revisingNew } from './revise';
import { type Done, namePicture, refusal, requirePicture, type Save } from './save';
import { remove } from './tree';

type Rule = (save: Save) => Promise<Done>;

/** The rule of each writing action of the Document Service; `unpublish` is only locked. */
const RULES: Record<string, Rule> = {
  create,
  update,
  clone,
  publish,
  discardDraft,
  unpublish: async ({ next }) => ({ result: await next() }),
  delete: remove,
};

/** D8.4: actions that always have a new revision; others only if the content differs. */
const REVISING: Record<string, typeof revising> = {
  create: revisingNew,
  clone: revisingNew,
};

/** Actions that may lead to publishing an event: the admin saves and publishes in one transaction. */
const PUBLISHING = ['create', 'update', 'publish'];

interface Action {
  uid: string;
  action: string;
  params: {
    documentId?: string;
    locale?: unknown;
    data?: Values;
    status?: unknown;
  };
}

/** D7.1: the locale of a save. Throws a refusal unless it is one of the four languages; Strapi accepts any. */
async function languageOf({ locale }: Action['params']): Promise<string> {
  const wanted = locale ?? (await strapi.plugin('i18n').service('locales').getDefaultLocale());
  for (const code of [wanted].flat()) {
    if (code !== '*' && !isLanguage(code)) {
      const values = { languages: LANGUAGES.join(', ') };
      throw refusal({ field: 'locale', text: 'rule.language', values });
    }
  }
  return wanted;
}

/** D6.5: refuses `status: 'published'`, which bypasses the rules of publishing. Only code sends it, hence English. */
function refusePublishedStatus({ action, params }: Action) {
  if ((action === 'create' || action === 'update') && params.status === 'published') {
    throw new errors.ValidationError("Save first, then publish: status 'published' is refused.");
  }
}

/**
 * D4.2: removes what says which record a row belongs to. Strapi would take `documentId` and `id` as the record to write,
 * without checking the right to change it, and give the rows in `localizations` to this record, from whichever they are.
 */
function stripIdentity(params: Action['params']): void {
  const { id: _, documentId: __, localizations: ___, ...data } = params.data ?? {};
  if (params.data) params.data = data;
}

type Middleware = Parameters<typeof strapi.documents.use>[0];

async function inTransaction(type: RecordType, context: Action, next: Save['next']) {
  const { params, action } = context;
  const rule = RULES[action] as Rule;
  refusePublishedStatus(context);
  stripIdentity(params);
  const locale = await languageOf(params);
  const { documentId } = params;
  return strapi.db.transaction(async ({ trx }) => {
    throwIfTimedOut();
    const now = new Date();
    if (type === 'event' && PUBLISHING.includes(action)) {
      await lockAlong({ ...namedIn([params.data ?? {}]), event: documentId }, now);
    }
    await lockRecord(type, documentId);
    const rows = documentId ? await rowsOf(type, documentId) : [];
    const write = () => next().catch(namePicture);
    const save: Save = { type, trx, now, documentId, rows, locale, params, next: write };
    if (params.data?.image) await requirePicture(save);
    const follow = REVISING[action] ?? revising;
    const result = await follow(save, rule);
    commitInTime();
    return result;
  });
}

/** Set while the Document Service saves. */
const saving = new AsyncLocalStorage<true>();

/** D3, D4: registers the rules for every save, whichever door it comes through, each in one transaction. */
export function registerDocumentMiddleware(): void {
  const withRules = (context: Action, next: Save['next']) => {
    const type = recordTypeOf(context.uid);
    if (!type || !(context.action in RULES)) return next();
    return inTransaction(type, context, next);
  };
  const middleware: typeof withRules = (...save) => saving.run(true, () => withRules(...save));
  strapi.documents.use(middleware as Middleware); // Strapi types a context and a result per action.
}

interface Manager {
  deleteMany(ids: string[], ...rest: unknown[]): Promise<{ count: number }>;
  unpublishMany(ids: string[], ...rest: unknown[]): Promise<unknown>;
  publishMany(uid: string, ids: string[], ...rest: unknown[]): Promise<unknown>;
}

/** Each once: Strapi runs the actions of a bulk at once, and those on one record would write the same rows. */
const inOrder = (ids: string[]) => [...new Set(ids)].sort();

/**
 * Decision 6: sorts the records of the admin's bulk actions, so that concurrent actions lock them in the same order
 * and cannot deadlock. Deletes one after another: the children of a category move up to its parent, which must not be
 * about to be deleted too.
 */
export function sortBulkActions(): void {
  const manager: Manager = strapi.plugin('content-manager').service('document-manager');
  const { deleteMany, unpublishMany, publishMany } = manager;
  manager.deleteMany = async (ids, ...rest) =>
    (await strapi.db.transaction(async () => {
      let count = 0;
      for (const id of inOrder(ids)) count += (await deleteMany.call(manager, [id], ...rest)).count;
      return { count };
    })) as { count: number };
  manager.unpublishMany = (ids, ...rest) => unpublishMany.call(manager, inOrder(ids), ...rest);
  manager.publishMany = (uid, ids, ...rest) =>
    strapi.db.transaction(async () => {
      if (recordTypeOf(uid) === 'event')
        await lockAlong(namedIn(await rowsOfDocuments('event', ids)), new Date());
      return publishMany.call(manager, uid, inOrder(ids), ...rest);
    });
}

interface RowSaved {
  result?: { id?: number };
  params: { data?: Values };
}

const after =
  (write: typeof writeLinks) =>
  ({ result, params }: RowSaved) =>
    result?.id && params.data ? write(result.id, params.data) : undefined;

/** D4.4: writes links in lifecycle hooks of rows, so that rows copied by Strapi (on publish) have them too. */
export function registerLinkHooks(): void {
  strapi.db.lifecycles.subscribe({
    models: [uidOf('event')],
    afterCreate: (event) => after(addLinks)(event as RowSaved),
    afterUpdate: (event) => after(writeLinks)(event as RowSaved),
  });
}

/** D8.6: makes Strapi's own search of our records, as in the content manager's lists, ignore accents and spelling. */
export function registerSearchHooks(): void {
  const search = (query: unknown) => {
    const { params } = query as SearchingQuery;
    if (params._q) searchEverySpelling(query as SearchingQuery);
  };
  const models = RECORD_TYPES.map(uidOf);
  strapi.db.lifecycles.subscribe({ models, beforeFindMany: search, beforeCount: search });
}

interface FileSaved {
  params: { where?: object };
  state: { holders?: RecordsUsingFiles };
}

/** Remembers the records that use the files, before these are changed or deleted. */
async function rememberHolders(event: unknown) {
  const { params, state } = event as FileSaved;
  state.holders = await recordsUsingFiles(params.where ?? {});
}

async function revise(event: unknown) {
  const { holders = [] } = (event as FileSaved).state;
  if (holders.length === 0) return;
  await strapi.db.transaction(async ({ trx }) => {
    await reviseHolders(holders, new Date());
    for (const { type, document_id: documentId, public_id: publicId, published } of holders) {
      if (published)
        announce({ type, documentId, publicId, fields: ['image'] }, trx as Knex.Transaction);
    }
  });
}

/**
 * D8.14: raises the revisions of records whose picture is replaced, described differently or deleted, whether in the
 * media library, over HTTP or by code.
 */
export function registerPictureHooks(): void {
  saveFilesInTransactions();
  strapi.db.lifecycles.subscribe({
    models: [FILE],
    beforeUpdate: rememberHolders,
    afterUpdate: revise,
    beforeDelete: rememberHolders,
    afterDelete: revise,
    beforeDeleteMany: rememberHolders,
    afterDeleteMany: revise,
  });
}

/**
 * D4.4: keeps lifecycle hooks running for requests and the Document Service during Strapi's data transfer, which
 * disables them for the whole process, even when it only reads. They stay off for the rows that the transfer itself
 * writes; what is derived from those is repaired after the commit.
 */
export function runHooksDuringTransfer(): void {
  const { lifecycles } = strapi.db;
  const { run } = lifecycles;
  const isSave = () => Boolean(strapi.requestContext.get() ?? saving.getStore());
  const duringTransfer: typeof run = async (...save) => {
    const [action, uid, , states = new Map()] = save;
    if (isSave()) return run.apply(lifecycles, save);
    if (recordTypeOf(uid) && /^after(?:Create|Delete)/.test(action)) await followTransfer();
    return states;
  };
  lifecycles.disable = () => {
    lifecycles.run = duringTransfer;
  };
  lifecycles.enable = () => {
    lifecycles.run = run;
  };
}
