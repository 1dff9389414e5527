import { errors } from '@strapi/utils';
import type { Knex } from 'knex';
import type { Row, Values } from '../content-types/rows';
import { type MessageKey, type MessageValues, t } from '../messages/t';
import { isLanguage, type Language } from '../settings/languages';
import type { RecordType } from '../settings/record-types';

/** One action of the Document Service on a record of ours, inside its transaction. */
export interface Save {
  type: RecordType;
  trx: Knex.Transaction;
  now: Date;
  /** The record; a new one has none yet. */
  documentId?: string;
  /** All rows of the record before the save, read once its turn has come. */
  rows: Row[];
  /** The language written; the default one where the caller named none. */
  locale: string;
  /** What the rules let through, in place of what the caller sent. */
  params: { data?: Values; locale?: unknown };
  next: () => Promise<unknown>;
}

/** What a save gives: its result, and all rows of the record after it, where a rule has read them. */
export interface Done {
  result: unknown;
  rows?: Row[];
}

/** Whoever saves in the admin reads it in the language they chose for themselves. */
function readersLanguage(): Language {
  const preferred = strapi.requestContext.get()?.state?.user?.preferedLanguage;
  return isLanguage(preferred) ? preferred : 'en';
}

export interface Refusal {
  field: string;
  text: MessageKey;
  values?: MessageValues;
}

/** A save that a rule refuses: 400 at either door, naming the field; `details` say it in any language. */
export function refusal({ field, text: key, values = {} }: Refusal) {
  const message = t(readersLanguage(), key, values);
  return new errors.ValidationError(message, {
    errors: [{ path: [field], message, name: 'ValidationError', value: undefined }],
    refusal: { field, text: key, values },
  });
}

/** Whether a rule refuses the work; any other error of it is thrown. */
export function isRefused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof errors.ValidationError) return true;
    throw error;
  }
}
