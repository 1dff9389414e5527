import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import { errors } from '@strapi/utils';
import type { Row, Values } from '../content-types/rows';
import type { LinkedRow } from '../database/links';
import { type Checker, checkerOf } from '../database/permissions';
import { rowsWithCreators } from '../database/rows';
import { isPostType, NAME_FIELD, type PostType, type RecordType } from '../settings/record-types';
import { ownAttributes, sharedAttributes, writable } from './languages';
import { refusal, type Save } from './save';

/** Nothing where no editor asks: the interface judges its callers itself, and code may do everything. */
export function currentChecker(type: RecordType): Checker | undefined {
  const { userAbility } = strapi.requestContext.get()?.state ?? {};
  return userAbility && checkerOf(userAbility, type);
}

/** D10.4 in the admin: the trash needs the right to delete, and both ways what is public that to publish. */
export async function requireTrashRights(type: PostType, documentId: string, enters: boolean) {
  const checker = currentChecker(type);
  if (!checker) return;
  const { cannot } = checker;
  const forbidden = (row: { publishedAt: unknown }) =>
    (enters && cannot.delete(row)) || (row.publishedAt && cannot.publish(row));
  if ((await rowsWithCreators(type, documentId)).some(forbidden)) throw new errors.ForbiddenError();
}

/** Of a save at Strapi's own forms; our routes ask for the rights of their actions themselves. */
const formsChecker = (type: RecordType): Checker | undefined =>
  strapi.requestContext.get()?.path.startsWith('/content-manager/')
    ? currentChecker(type)
    : undefined;

/** D10.10: of these shared fields one that may not be changed in a language which has it, too. */
export async function forbiddenField({ type, documentId, locale }: Save, names: string[]) {
  const checker = formsChecker(type);
  if (!checker || !documentId || names.length === 0) return undefined;
  const isOther = (row: Row) => row.locale !== locale && (!row.publishedAt || !isPostType(type));
  const found = (await rowsWithCreators(type, documentId)).filter(isOther).flatMap((row) => {
    const field = names.find((name) => checker.cannot.update(row, name));
    return field ? [{ field, language: row.locale }] : [];
  });
  return found[0];
}

/** No references, texts and flags are nothing, an empty list, an empty text, false or 0. */
const plain = (value: unknown) =>
  value === '' || value === false || value === 0 || (Array.isArray(value) && value.length === 0)
    ? null
    : (writable(value) ?? null);

const instant = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** D10.10: a shared field is changed in every language, so that its right is asked in each; throws a refusal. */
export async function requireShared(save: Save, values: Values, stored: Values): Promise<void> {
  const changed = sharedAttributes(save.type).filter(
    (name) =>
      name in values &&
      !isDeepStrictEqual(instant(plain(values[name])), instant(plain(stored[name]))),
  );
  const found = await forbiddenField(save, changed);
  if (found) throw refusal({ field: found.field, text: 'rule.shared', values: found });
}

/** D10.4 in the admin: the editor's own right to publish each row; code may do everything. */
async function mayPublish(type: PostType, rows: LinkedRow[]): Promise<boolean> {
  const checker = currentChecker(type);
  const [row] = rows;
  if (!checker || !row) return true;
  const stored = await rowsWithCreators(type, row.documentId);
  return stored.every((each) => !checker.cannot.publish(each));
}

/** Decides for whoever publishes through the interface; throws nothing. */
export type MayPublish = (type: PostType, rows: LinkedRow[]) => boolean | Promise<boolean>;

const publisher = new AsyncLocalStorage<MayPublish | 'nobody'>();

/** What is published meanwhile is judged by this. */
export const publishingAs = <Result>(may: MayPublish, work: () => Promise<Result>) =>
  publisher.run(may, work);

/** For a save that changes what is public already, and is no publishing to whoever makes it. */
export const publishingNothingAlong = <Result>(work: () => Promise<Result>) =>
  publisher.run('nobody', work);

/** D10.4: who decides what is published along; nobody where nothing is. */
export function currentPublisher(): MayPublish | undefined {
  const current = publisher.getStore() ?? mayPublish;
  return current === 'nobody' ? undefined : current;
}

/**
 * D10.10: an editor who may write no shared field translates records, and makes none. A 400, as Strapi hides
 * the reason of a 403.
 */
function requireMaking(type: RecordType): void {
  const checker = currentChecker(type);
  if (!checker || sharedAttributes(type).some((field) => checker.can.create(undefined, field)))
    return;
  throw refusal({ field: NAME_FIELD[type], text: 'rule.translates' });
}

/** A row as whoever saves has made it; the rights of some depend on that. */
const asMade = (row: Values) => ({
  ...row,
  createdBy: strapi.requestContext.get()?.state?.user,
});

/** D10.11: Strapi asks for the right to make some record, in whatever language. */
function requireRight({ type }: Pick<Save, 'type'>, made: Values): void {
  if (formsChecker(type)?.cannot.create(asMade(made))) throw new errors.ForbiddenError();
}

/** D10.11: what somebody makes of a row shows them these fields of it, so that they must be theirs to read there. */
const tellsMore = ({ can, cannot }: Checker, row: Values, fields: string[]): boolean =>
  fields.some((field) => can.read(asMade(row), field) && cannot.read({ ...row }, field));

/** Whether a copy would show somebody what they may not read in the row that is copied. */
export const copyTellsMore = (checker: Checker, type: RecordType, row: Values): boolean =>
  tellsMore(checker, row, ownAttributes(type));

function requireReading({ type }: Pick<Save, 'type'>, row: Values, fields: string[]): void {
  const checker = formsChecker(type);
  if (checker && tellsMore(checker, row, fields)) throw new errors.ForbiddenError();
}

/** Of a new record. */
export function requireCreate(save: Save, values: Values): void {
  requireMaking(save.type);
  requireRight(save, { ...values, locale: save.locale });
}

/** Rows as editors see them: drafts, or all of a type that has none. */
const draftsWithCreators = async ({ type, documentId }: Save): Promise<Row[]> =>
  formsChecker(type) && documentId
    ? (await rowsWithCreators(type, documentId)).filter(
        (row) => !row.publishedAt || !isPostType(type),
      )
    : [];

/** Of a language that a record lacks; it takes the shared fields of one that it has. */
export async function requireAddLanguage(save: Save, from: Row): Promise<void> {
  const row = (await draftsWithCreators(save)).find(({ id }) => id === from.id);
  if (!row) return;
  const added = { ...row, locale: save.locale };
  requireRight(save, added);
  requireReading(save, added, sharedAttributes(save.type));
}

/** Of a copy, in each language that is copied. */
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
