import type { Knex } from 'knex';
import type { Row, Values } from '../content-types/rows';
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
