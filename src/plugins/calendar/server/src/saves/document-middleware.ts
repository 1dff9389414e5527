import { errors } from '@strapi/utils';
import type { Values } from '../content-types/rows';
import { rowsOf } from '../database/rows';
import { lockRecord } from '../database/transaction';
import { isLanguage, LANGUAGES } from '../settings/languages';
import { type RecordType, recordTypeOf } from '../settings/record-types';
import { clone, create, update } from './create-update';
import { discardDraft, publish } from './publish-along';
import { revising, revisingNew } from './revise';
import { type Done, refusal, type Save } from './save';
import { remove } from './tree';
import { lockAlong, namedIn } from './waiting';

type Rule = (save: Save) => Promise<Done>;

/** The rule of each writing action of the Document Service; unpublishing only takes the lock. */
const RULES: Record<string, Rule> = {
  create,
  update,
  clone,
  publish,
  discardDraft,
  unpublish: async ({ next }) => ({ result: await next() }),
  delete: remove,
};

/** How the revision follows (D8.4); where nothing is said, by comparing. */
const REVISING: Record<string, typeof revising> = {
  create: revisingNew,
  clone: revisingNew,
};

/** What is part of publishing an event: the admin saves it before, in the same transaction. */
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

/** D7.1: content exists in the four languages and in no other; Strapi itself would take any. */
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

/** D6.5: `status: 'published'` would pass by every rule of publishing. Only code sends it, hence English. */
function refusePublishedStatus({ action, params }: Action) {
  if ((action === 'create' || action === 'update') && params.status === 'published') {
    throw new errors.ValidationError("Save first, then publish: status 'published' is not taken.");
  }
}

type Middleware = Parameters<typeof strapi.documents.use>[0];

async function inTransaction(type: RecordType, context: Action, next: Save['next']) {
  const { params, action } = context;
  const rule = RULES[action] as Rule;
  refusePublishedStatus(context);
  const locale = await languageOf(params);
  const { documentId } = params;
  return strapi.db.transaction(async ({ trx }) => {
    const now = new Date();
    if (type === 'event' && PUBLISHING.includes(action)) {
      await lockAlong({ ...namedIn([params.data ?? {}]), event: documentId }, now);
    }
    await lockRecord(type, documentId);
    const rows = documentId ? await rowsOf(type, documentId) : [];
    const save: Save = { type, trx, now, documentId, rows, locale, params, next };
    const follow = REVISING[action] ?? revising;
    return follow(save, rule);
  });
}

/** D3, D4: registers the rules of every save, whichever door it came through; each in one transaction. */
export function registerDocumentMiddleware(): void {
  const middleware = (context: Action, next: Save['next']) => {
    const type = recordTypeOf(context.uid);
    if (!type || !(context.action in RULES)) return next();
    return inTransaction(type, context, next);
  };
  strapi.documents.use(middleware as Middleware); // Strapi types a context and a result per action.
}
