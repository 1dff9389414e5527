import type { Knex } from 'knex';
import { type Caller, mayWrite } from '../access/rights';
import type { RowState } from '../access/viewer';
import { type RowChoice, resolveSlug, viewerOf } from '../access/viewer';
import type { Row, Values } from '../content-types/rows';
import { revisionOf } from '../database/revisions';
import { rowsOfIds } from '../database/rows';
import { languageChoice } from '../database/site';
import { lockExternalId, lockSlug } from '../database/transaction';
import { normalizeName } from '../kinds/text/normalize';
import { type ExternalId, statesByExternalId, statesById, statesBySlug } from '../listing/look-up';
import { CalendarError, refuse } from '../messages/errors';
import {
  isAny,
  matchesIfMatch,
  matchesIfNoneMatch,
  pickFields,
  type Validator,
  validatorOf,
} from '../resources/answer';
import { LANGUAGES } from '../settings/languages';
import { isId, isPostType, type PostType, type RecordType } from '../settings/record-types';
import type { Precondition, ReadRequest, ToWrite } from './write-request';

/** How a request names a record: public id, slug or external id. */
export type Key = { id: string } | { slug: string } | ExternalId;

/** Whether an id is an integer in range; PostgreSQL refuses others. */
export const isRecordId = (id: string) => isId(Number(id));

/** Whether a record of the type has this slug, in any state and language. */
export const isSlug = async (type: PostType, slug: string): Promise<boolean> =>
  (await statesBySlug(type, normalizeName(slug))).length > 0;

interface Among {
  type: PostType;
  choice: RowChoice;
}

/** The rows of the record with an id or external id. */
const statesNamed = async (key: { id: string } | ExternalId, type: PostType) => {
  if ('externalId' in key) return statesByExternalId(type, key);
  return isRecordId(key.id) ? statesById(type, Number(key.id)) : [];
};

/** All rows of the record that a path names; empty if there is none. */
export async function statesOf(key: Key, { type, choice }: Among): Promise<RowState[]> {
  if (!('slug' in key)) return statesNamed(key, type);
  const slug = normalizeName(key.slug);
  return resolveSlug(slug, await statesBySlug(type, slug), type, choice);
}

/**
 * RFC 9110 13.1.2 (`If-None-Match: *` on creation): locks the key (a slug in every language), so that no other request
 * creates a record of that name. Throws CalendarError 412 if one exists, even if the caller may not open it, because a
 * new record would get another slug, and so would each retry. The external id is locked first, as in every save
 * (D4.13).
 */
export async function requireVacant(
  type: PostType,
  key: Key,
  { external_id, source }: Values,
): Promise<void> {
  const named = { externalId: String(external_id), source: String(source ?? '') };
  if (external_id) await lockExternalId(type, named);
  await strapi.db.transaction(async ({ trx }) => {
    if (!('slug' in key)) return;
    // In the order in which saves lock them, so that the two cannot deadlock.
    for (const locale of LANGUAGES.toSorted()) {
      await lockSlug({ type, locale }, normalizeName(key.slug), trx as Knex.Transaction);
    }
  });
  const isTaken =
    'slug' in key ? await isSlug(type, key.slug) : (await statesNamed(key, type)).length > 0;
  if (isTaken) throw refuse(412, 'rest_precondition_failed');
}

/**
 * All rows of the record that a path names, in any state, without media; empty if there is none. A write that moves a
 * record to the trash means the same record when it is repeated, also for callers who may not open that.
 */
export async function recordRows(
  type: PostType,
  { key, language, caller, trashes }: ToWrite,
): Promise<Row[]> {
  if ('id' in key) return isRecordId(key.id) ? rowsOfIds(type, [Number(key.id)]) : [];
  const viewer = await viewerOf(caller, new Date());
  const trashed = trashes && (await caller.may(type, 'manageOthers'));
  const choice = { ...languageChoice(language), ...viewer, trashed };
  const [state] = await statesOf(key, { type, choice });
  return state ? rowsOfIds(type, [state.public_id]) : [];
}

/** Produces the response of GET for the caller. Throws CalendarError. */
type Served = (request: ReadRequest) => Promise<object>;

/**
 * The response of GET: empty where only the language is missing (404), since the caller may have seen another one;
 * undefined if it is refused, so that the caller cannot have seen a version.
 */
async function bodyOf(
  request: ReadRequest | undefined,
  served: Served,
): Promise<string | undefined> {
  if (!request) return undefined;
  try {
    const body = await served(request);
    return JSON.stringify(request.fields.length > 0 ? pickFields(body, request.fields) : body);
  } catch (error) {
    if (error instanceof CalendarError && error.status < 500)
      return error.status === 404 ? '' : undefined;
    throw error;
  }
}

/** Whether the preconditions hold for the version that the caller sees. */
function holds({ ifMatch, ifNoneMatch }: Precondition, version: Validator | undefined): boolean {
  const matches = (list: string) =>
    isAny(list) || (version !== undefined && matchesIfMatch(list, version));
  const isExcluded = (list: string) =>
    isAny(list) || (version !== undefined && matchesIfNoneMatch(list, version));
  return (
    (ifMatch === undefined || matches(ifMatch)) &&
    (ifNoneMatch === undefined || !isExcluded(ifNoneMatch))
  );
}

/**
 * RFC 9110 13.1: checks `If-Match` and `If-None-Match`. Call with the record locked. Throws CalendarError 412 if the
 * version does not match, or is excluded.
 */
export async function requireVersion(
  { type, id }: { type: RecordType; id: number },
  precondition: Precondition | undefined,
  served: Served,
): Promise<void> {
  if (!precondition) return;
  const body = await bodyOf(precondition.readRequest, served);
  const version = body === undefined ? undefined : validatorOf(body, await revisionOf(type, id));
  if (!holds(precondition, version)) throw refuse(412, 'rest_precondition_failed');
}

/**
 * D8.4: the record's revision for callers who may change or delete it; undefined for others, since it also reveals
 * changes of drafts. Call within the snapshot or write that reads the record: a tag newer than the content would let
 * its holder overwrite unseen changes. `states`: the states of its rows, if known.
 */
export async function revisionFor(
  type: RecordType,
  id: number,
  { caller, states }: { caller: Caller; states?: Pick<RowState, 'author' | 'publishedAt'>[] },
): Promise<number | undefined> {
  const writes = (await caller.may(type, 'update')) || (await caller.may(type, 'delete'));
  if (!writes) return undefined;
  if (isPostType(type)) {
    if (!(await mayWrite(type, states ?? (await statesById(type, id)), caller))) return undefined;
  }
  return revisionOf(type, id);
}
