import type { Knex } from 'knex';
import type { RecordType } from '../settings/record-types';

/** One action of the Document Service on a record of ours, inside its transaction. */
export interface Save {
  type: RecordType;
  trx: Knex.Transaction;
  now: Date;
  /** The record; a new one has none yet. */
  documentId?: string;
  /** The language written; the default one where the caller named none. */
  locale: string;
  /** What the rules let through, in place of what the caller sent. */
  params: { data?: Record<string, unknown>; locale?: unknown };
  next: () => Promise<unknown>;
}
