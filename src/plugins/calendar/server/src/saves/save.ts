import { errors } from '@strapi/utils';
import type { Knex } from 'knex';
import { isValues, type Row, type Values } from '../content-types/rows';
import { filesOf, mediaTypeOf } from '../database/files';
import { readersLanguage } from '../database/site';
import { isPicture } from '../kinds/picture';
import { type MessageKey, type MessageValues, t } from '../messages/t';
import type { RecordType } from '../settings/record-types';

/** An action of the Document Service on one of our records, within its transaction. */
export interface Save {
  type: RecordType;
  trx: Knex.Transaction;
  now: Date;
  /** The record; undefined for a new one. */
  documentId?: string;
  /** All rows of the record before the save, read after it was locked. */
  rows: Row[];
  /** The language written; by default the site's. */
  locale: string;
  /** The parameters passed on to Strapi; rules replace what the caller sent. */
  params: { data?: Values; locale?: unknown };
  next: () => Promise<unknown>;
}

/** The result of a save, and all rows of the record after it if a rule has read them. */
export interface Done {
  result: unknown;
  rows?: Row[];
}

export interface FieldRefusal {
  field: string;
  text: MessageKey;
  values?: MessageValues;
}

/**
 * The error for a save that a rule refuses: a 400 that names the field; `details` allow other doors to translate it.
 */
export function refusal({ field, text: key, values = {} }: FieldRefusal) {
  const message = t(readersLanguage(), key, values);
  return new errors.ValidationError(message, {
    errors: [{ path: [field], message, name: 'ValidationError', value: undefined }],
    refusal: { field, text: key, values },
  });
}

/** Whether the work throws a refusal; other errors are rethrown. */
export function isRefused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof errors.ValidationError) return true;
    throw error;
  }
}

/** The ids of files in a value, in each of the forms that Strapi takes. */
const fileIds = (value: unknown): number[] => {
  if (Array.isArray(value)) return value.flatMap(fileIds);
  if (isValues(value)) return fileIds([value.id, value.set, value.connect]);
  return [Number(value)].filter((id) => Number.isSafeInteger(id) && id > 0);
};

/**
 * D10.9: refuses a file that is no picture, which Strapi would attach. One that the record has already, from before this
 * rule, does not keep its form from being saved.
 */
export async function requirePicture({ type, documentId, params }: Save): Promise<void> {
  for (const id of fileIds(params.data?.image)) {
    const kind = await mediaTypeOf(id);
    if (kind === undefined || isPicture(kind)) continue;
    if (documentId && (await filesOf(type, documentId)).includes(id)) continue;
    throw refusal({ field: 'image', text: 'rule.not_picture' });
  }
}

/** Strapi's message for files that do not exist, which is English and names no field. */
const NO_FILE = /^\d+ relation\(s\) of type plugin::upload\.file /;

/** Names the field in the error of a save whose picture somebody has deleted; throws others as they are. */
export function namePicture(error: unknown): never {
  const isGone = error instanceof errors.ValidationError && NO_FILE.test(error.message);
  throw isGone ? refusal({ field: 'image', text: 'rule.picture_gone' }) : error;
}
