import type { Values } from '../content-types/rows';
import type { Reference } from '../kinds/reference';
import { CalendarError, errorBody, invalidParams, refuse } from '../messages/errors';
import { REFERENCES, type RecordType, type ReferenceField } from '../settings/record-types';
import { fieldValues, requireFields } from './field-values';
import { type Picture, pictureOf } from './images';
import { settings } from './settings';
import type { Writing } from './write-request';

/** A write, with the number of records that it may still make besides its own. */
export interface Making extends Writing {
  left: number;
}

export const making = (writing: Writing): Making => ({
  ...writing,
  left: settings().limits.newRecords,
});

/** D9.7: a field would make more records than one write may. */
export const tooManyNew = (field: string) =>
  invalidParams({
    [field]: { text: 'too_many_new', values: { most: settings().limits.newRecords } },
  });

/** Counts a record that is about to be made; throws CalendarError 400 naming the field. */
export function countNew(field: string, counted: Making): void {
  if (counted.left === 0) throw tooManyNew(field);
  counted.left -= 1;
}

/** A reference whose new record, if it is one, has been read and given its picture. */
export type ReadReference = { id: number } | { text: string } | { values: Values };

/** A nested record's faults, told under the name of the field that holds it. */
function asNested(field: string, error: unknown, { language }: Writing) {
  if (!(error instanceof CalendarError) || error.status !== 400) return error;
  const { message, data } = errorBody(error, language);
  const params: unknown = 'params' in data ? data.params : [];
  const details = Array.isArray(params) ? '' : ` ${Object.values(params as Values).join(' ')}`;
  return invalidParams({ [field]: { text: 'invalid_nested', values: { why: message + details } } });
}

/** Does what belongs to a nested record; its faults are those of the field that holds it. */
export async function nestedIn<Result>(
  field: string,
  writing: Writing,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asNested(field, error, writing);
  }
}

async function readRecord(type: RecordType, record: Values, writing: Writing, pictures: Picture[]) {
  if (!(await writing.caller.may(type, 'create'))) throw refuse(403, 'rest_forbidden');
  requireFields(type, record);
  const values = fieldValues(type, record, writing);
  if (values.image === undefined) return values;
  const picture = await pictureOf(values.image, writing);
  pictures.push(picture);
  return { ...values, image: picture.fileId };
}

/** Spec 2, D10.4: reads the records to be made inside another; their pictures are fetched here, once. */
export async function readReferences(
  field: ReferenceField,
  references: Reference[],
  { writing, pictures }: { writing: Writing; pictures: Picture[] },
): Promise<ReadReference[]> {
  const read: ReadReference[] = [];
  for (const reference of references) {
    if (!('record' in reference)) {
      read.push(reference);
      continue;
    }
    const { record } = reference;
    const fetches = record.image !== undefined;
    if (fetches && pictures.length >= settings().limits.newRecords) throw tooManyNew(field);
    const make = () => readRecord(REFERENCES[field], record, writing, pictures);
    read.push({ values: await nestedIn(field, writing, make) });
  }
  return read;
}
