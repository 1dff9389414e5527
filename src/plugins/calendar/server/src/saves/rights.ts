import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import { errors } from '@strapi/utils';
import { isDraftRow, type Row, type Values } from '../content-types/rows';
import type { LinkedRow } from '../database/links';
import { type Checker, checkerOf } from '../database/permissions';
import { rowsWithCreators, userExists } from '../database/rows';
import { CONTENT_MANAGER } from '../settings/addresses';
import {
  isId,
  isPostType,
  type LinkedType,
  NAME_FIELD,
  type PostType,
  type RecordType,
} from '../settings/record-types';
import { ownAttributes, sharedAttributes, writable } from './languages';
import { refusal, type Save } from './save';

/** The permission checker of the current editor; undefined outside of admin requests, where it does not apply. */
export function currentChecker(type: RecordType): Checker | undefined {
  const { userAbility } = strapi.requestContext.get()?.state ?? {};
  return userAbility && checkerOf(userAbility, type);
}

/**
 * D10.4, D10.10 in the admin: both ways require the right to change the field in every language, trashing also to
 * delete; of a public record, both ways require publishing too.
 */
export async function requireTrashRights(type: PostType, documentId: string, enters: boolean) {
  const checker = currentChecker(type);
  if (!checker) return;
  const { cannot } = checker;
  const forbidden = (row: { publishedAt: unknown }) =>
    cannot.update(row, 'trashed_at') ||
    (enters && cannot.delete(row)) ||
    (row.publishedAt && cannot.publish(row));
  if ((await rowsWithCreators(type, documentId)).some(forbidden)) throw new errors.ForbiddenError();
}

/**
 * D10.4 in the admin: deleting a published version outside of the trash requires the right to publish, as trashing does.
 * Strapi asks for the right to delete.
 */
export async function requireDeleteRights({ type, documentId, locale, rows }: Save) {
  const checker = isPostType(type) ? currentChecker(type) : undefined;
  const ends = (row: Row) =>
    row.publishedAt && !row.trashed_at && (locale === '*' || [locale].flat().includes(row.locale));
  if (!checker || !documentId || !rows.some(ends)) return;
  const stored = (await rowsWithCreators(type, documentId)).filter(ends);
  if (stored.some((row) => checker.cannot.publish(row))) throw new errors.ForbiddenError();
}

/** The checker for saves of Strapi's own forms; our routes check permissions themselves. */
const formsChecker = (type: RecordType): Checker | undefined =>
  CONTENT_MANAGER.test(strapi.requestContext.get()?.path ?? '') ? currentChecker(type) : undefined;

/** D6.3: refuses a form of `trashed_at` alone if Strapi has dropped it, because the user may not change that field. */
export function requireTrashField(type: RecordType, data: Values): void {
  if (!formsChecker(type) || 'trashed_at' in data) return;
  const { body } = (strapi.requestContext.get()?.request ?? {}) as { body?: Values };
  const { locale: _, trashed_at: sent, ...others } = body ?? {};
  if (sent !== undefined && Object.keys(others).length === 0) throw new errors.ForbiddenError();
}

/** D10.10: one of these shared fields that the editor may not change in another existing language. */
export async function forbiddenField({ type, documentId, locale }: Save, names: string[]) {
  const checker = formsChecker(type);
  if (!checker || !documentId || names.length === 0) return undefined;
  const isOther = (row: Row) => row.locale !== locale && isDraftRow(type, row);
  const found = (await rowsWithCreators(type, documentId)).filter(isOther).flatMap((row) => {
    const field = names.find((name) => checker.cannot.update(row, name));
    return field ? [{ field, language: row.locale }] : [];
  });
  return found[0];
}

/** A value for comparison: empty lists and texts, false and 0 are equal to null. */
const plain = (value: unknown) =>
  value === '' || value === false || value === 0 || (Array.isArray(value) && value.length === 0)
    ? null
    : (writable(value) ?? null);

const instant = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** D10.10: throws a refusal if a changed shared field may not be changed in every language of the record. */
export async function requireShared(save: Save, values: Values, stored: Values): Promise<void> {
  const changed = sharedAttributes(save.type).filter(
    (name) =>
      name in values &&
      !isDeepStrictEqual(instant(plain(values[name])), instant(plain(stored[name]))),
  );
  const found = await forbiddenField(save, changed);
  if (found) throw refusal({ field: found.field, text: 'rule.shared', values: found });
}

/**
 * D10.3: refuses another author than the stored one, unless a registered user has this id (0: nobody). In the admin, it
 * also requires the right to change the record if it were somebody else's; judged first, so that others cannot probe for
 * users. A stored author stays, also if the user has been deleted since.
 */
export async function requireAuthor(
  { type, locale }: Pick<Save, 'type' | 'locale'>,
  { values, stored = {} }: { values: Values; stored?: Values },
): Promise<void> {
  const field = 'author';
  const author = values[field] ?? 0;
  if (values[field] === undefined || author === (stored[field] ?? 0)) return;
  const ofOthers = { ...stored, ...values, locale, createdBy: null };
  if (formsChecker(type)?.cannot.update(ofOthers, field)) {
    throw refusal({ field, text: 'rule.author' });
  }
  if (author !== 0 && !(isId(author) && (await userExists(author))))
    throw refusal({ field, text: 'unknown_author' });
}

/** D10.4 in the admin: whether the editor may publish each row; always true outside of admin requests. */
async function mayPublish(type: PostType, rows: LinkedRow[]): Promise<boolean> {
  const checker = currentChecker(type);
  const [row] = rows;
  if (!checker || !row) return true;
  const stored = await rowsWithCreators(type, row.documentId);
  return stored.every((each) => !checker.cannot.publish(each));
}

/** Whether the caller may publish this venue or organizer along; must not throw. */
export type MayPublish = (type: LinkedType, rows: LinkedRow[]) => boolean | Promise<boolean>;

const publisher = new AsyncLocalStorage<MayPublish | 'nobody'>();

/** Runs work whose publications along are decided by `may`. */
export const publishingAs = <Result>(may: MayPublish, work: () => Promise<Result>) =>
  publisher.run(may, work);

/** Runs a save of a public record during which nothing is published along. */
export const publishingNothingAlong = <Result>(work: () => Promise<Result>) =>
  publisher.run('nobody', work);

/** D10.4: decides what may be published along; undefined if nothing is. */
export function currentPublisher(): MayPublish | undefined {
  const current = publisher.getStore() ?? mayPublish;
  return current === 'nobody' ? undefined : current;
}

/**
 * D10.10: refuses new records of editors who may write no shared field, that is translators. A 400, because Strapi
 * hides the message of a 403.
 */
function requireMaking(type: RecordType): void {
  const checker = currentChecker(type);
  if (!checker || sharedAttributes(type).some((field) => checker.can.create(undefined, field)))
    return;
  throw refusal({ field: NAME_FIELD[type], text: 'rule.translates' });
}

/** A row with the current user as its creator, on which conditions of permissions may depend. */
const asMade = (row: Values) => ({
  ...row,
  createdBy: strapi.requestContext.get()?.state?.user,
});

/**
 * D10.11: throws ForbiddenError if the editor may not create this record; Strapi only asks for the right to create
 * any.
 */
function requireRight({ type }: Pick<Save, 'type'>, made: Values): void {
  if (formsChecker(type)?.cannot.create(asMade(made))) throw new errors.ForbiddenError();
}

/**
 * D10.11: whether a copy, which the editor may read as its creator, has fields that they may not read in the
 * original.
 */
const revealsMore = ({ can, cannot }: Checker, row: Values, fields: string[]): boolean =>
  fields.some((field) => can.read(asMade(row), field) && cannot.read({ ...row }, field));

/** Whether a copy of an event would reveal fields that the editor may not read in the original row. */
export const copyRevealsMore = (checker: Checker, row: Values): boolean =>
  revealsMore(checker, row, ownAttributes('event'));

function requireReading({ type }: Pick<Save, 'type'>, row: Values, fields: string[]): void {
  const checker = formsChecker(type);
  if (checker && revealsMore(checker, row, fields)) throw new errors.ForbiddenError();
}

/** The rights to create a record. */
export function requireCreate(save: Save, values: Values): void {
  requireMaking(save.type);
  requireRight(save, { ...values, locale: save.locale });
}

/** The rows that editors see (drafts, or all of a type without drafts), with their creators. */
const draftsWithCreators = async ({ type, documentId }: Save): Promise<Row[]> =>
  formsChecker(type) && documentId
    ? (await rowsWithCreators(type, documentId)).filter((row) => isDraftRow(type, row))
    : [];

/** The rights to add a language, which inherits the shared fields of an existing one. */
export async function requireAddLanguage(save: Save, from: Row): Promise<void> {
  const row = (await draftsWithCreators(save)).find(({ id }) => id === from.id);
  if (!row) return;
  const added = { ...row, locale: save.locale };
  requireRight(save, added);
  requireReading(save, added, sharedAttributes(save.type));
}

/** The rights to copy a record, for each language copied. */
export async function requireCopy(save: Save): Promise<void> {
  requireMaking(save.type);
  const copied = (await draftsWithCreators(save)).filter(
    ({ locale }) => save.locale === '*' || locale === save.locale,
  );
  for (const row of copied) {
    requireRight(save, row);
    requireReading(save, row, ownAttributes(save.type));
  }
}
