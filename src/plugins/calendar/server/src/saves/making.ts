import { errors } from '@strapi/utils';
import type { Row, Values } from '../content-types/rows';
import { rowsWithMakers } from '../database/rows';
import { isPostType, NAME_FIELD, type RecordType } from '../settings/record-types';
import { ownAttributes, sharedAttributes } from './languages';
import { currentChecker, formsChecker } from './publish-along';
import { refusal, type Save } from './save';

/** D10.10: an editor who may write no shared field translates records, and makes none. A 400, because of a 403 Strapi does not say why. */
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
function requireReading({ type }: Pick<Save, 'type'>, row: Values, fields: string[]): void {
  const checker = formsChecker(type);
  const shown = fields.filter((field) => checker?.can.read(asMade(row), field));
  if (shown.some((field) => checker?.cannot.read({ ...row }, field)))
    throw new errors.ForbiddenError();
}

/** Of a new record. */
export function mayMake(save: Save, values: Values): void {
  requireMaking(save.type);
  requireRight(save, { ...values, locale: save.locale });
}

/** Rows as editors see them: drafts, or all of a type that has none. */
const draftsWithMakers = async ({ type, documentId }: Save): Promise<Row[]> =>
  formsChecker(type) && documentId
    ? (await rowsWithMakers(type, documentId)).filter(
        (row) => !row.publishedAt || !isPostType(type),
      )
    : [];

/** Of a language that a record lacks; it takes the shared fields of one that it has. */
export async function mayAddLanguage(save: Save, from: Row): Promise<void> {
  const row = (await draftsWithMakers(save)).find(({ id }) => id === from.id);
  if (!row) return;
  const added = { ...row, locale: save.locale };
  requireRight(save, added);
  requireReading(save, added, sharedAttributes(save.type));
}

/** Of a copy, in each language that is copied. */
export async function mayCopy(save: Save): Promise<void> {
  requireMaking(save.type);
  const copied = (await draftsWithMakers(save)).filter(
    ({ locale }) => save.locale === '*' || locale === save.locale,
  );
  for (const row of copied) {
    requireRight(save, row);
    requireReading(save, row, ownAttributes(save.type));
  }
}
