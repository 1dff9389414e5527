import { errors } from '@strapi/utils';
import { z } from 'zod';
import { type IdempotentWrite, runIdempotent } from '../database/idempotency-keys';
import type { AdminContext } from '../database/permissions';
import {
  addSharedDraft,
  creatorNames,
  type NewDraft,
  removeSharedDraft,
  type SharedDraft,
  sharedDraft,
  sharedDraftsOf,
} from '../database/shared-drafts';
import { DAY } from '../kinds/dates/wall-time';
import { hashOf, mayShare, type Named, newToken, previewPath } from '../records/previews';
import { oneOf } from '../resources/agenda';
import { LANGUAGES } from '../settings/languages';
import { MAX_ID } from '../settings/record-types';
import { validated } from './body';
import { idempotentWriteOf } from './caller';
import { originOf } from './request';

/** The most links to one draft. */
const MAX_LINKS = 20;

/** A draft in a language. */
const OF = z.object({
  documentId: z.string('is missing').regex(/^[a-z0-9]{1,64}$/, 'is not the id of a record'),
  language: oneOf(LANGUAGES),
});

/** A new link, with its lifetime in days. */
const NEW = OF.extend({ days: z.int('must be a whole number').min(1).max(90).default(7) });

const ID = z.object({ id: z.coerce.number('must be a number').int().min(1).max(MAX_ID) });

/** D16.7: whoever may change a draft may show it to others. */
async function requireMayShare(ctx: AdminContext, named: Named) {
  if (!(await mayShare(ctx.state, named))) throw new errors.ForbiddenError();
}

/** The links in the form of the answer, in order. */
async function present(drafts: SharedDraft[]) {
  const names = await creatorNames(drafts);
  return drafts.map(({ id, language, created, expires, maker }) => ({
    ...{ id, language, maker: names.get(maker) ?? '' },
    created: new Date(Number(created)).toISOString(),
    expires: new Date(Number(expires)).toISOString(),
  }));
}

/** D9.12: a retry with the same key ends the link whose answer was lost, and creates another. */
function add(draft: NewDraft, write: IdempotentWrite | undefined) {
  const make = () => addSharedDraft(draft, MAX_LINKS);
  const again = async ({ id }: SharedDraft) => {
    await removeSharedDraft(id);
    return undefined;
  };
  return runIdempotent(write, { now: new Date(), make, again });
}

/** D16.7: the controller of links that show a draft to anyone who has them. */
export const sharedDrafts = {
  async find(ctx: AdminContext) {
    const named = validated(OF, ctx.query);
    await requireMayShare(ctx, named);
    const { documentId: document_id, language } = named;
    const drafts = await sharedDraftsOf({ document_id, language }, new Date());
    ctx.body = { results: await present(drafts) };
  },

  /** The address is returned only here. */
  async create(ctx: AdminContext) {
    const { days, ...named } = validated(NEW, ctx.request.body);
    await requireMayShare(ctx, named);
    const { documentId: document_id, language } = named;
    const [token, created] = [newToken(), Date.now()];
    const draft = {
      ...{ hash: hashOf(token), document_id, language, created },
      maker: ctx.state.user.id,
      expires: created + days * DAY,
    };
    const made = await add(draft, idempotentWriteOf(ctx, 'shared draft', document_id, language));
    if (!made) throw new errors.ApplicationError(`This draft already has ${MAX_LINKS} links.`);
    const url = `${originOf(ctx)}${previewPath(token, language)}`;
    const [shown] = await present([made]);
    ctx.body = { ...shown, url };
    ctx.status = 201;
  },

  async delete(ctx: AdminContext) {
    const { id } = validated(ID, ctx.params);
    const known = await sharedDraft(id);
    if (!known) throw new errors.NotFoundError();
    await requireMayShare(ctx, { documentId: known.document_id, language: known.language });
    await removeSharedDraft(id);
    [ctx.body] = await present([known]);
  },
};

const config = { policies: ['admin::isAuthenticatedAdmin'] };

/** Routes of the panel in an event's form. */
export const sharedDraftRoutes = [
  { method: 'GET', path: '/admin/shared-drafts', handler: 'sharedDrafts.find', config },
  { method: 'POST', path: '/admin/shared-drafts', handler: 'sharedDrafts.create', config },
  { method: 'DELETE', path: '/admin/shared-drafts/:id', handler: 'sharedDrafts.delete', config },
];
