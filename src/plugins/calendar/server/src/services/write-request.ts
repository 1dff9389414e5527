import type { Caller } from '../access/rights';
import type { Row, Values } from '../content-types/rows';
import type { Language } from '../settings/languages';

/** What every write depends on besides the record. */
export interface Writing {
  language: Language;
  caller: Caller;
  now: Date;
  /** The site's own `https://host`, whose pictures are found and not fetched. */
  origin: string;
}

/** Throws CalendarError when the record is not as the caller knows it; asked under the record's lock. */
export type Demand = () => Promise<void>;

/** What a write answers, by the record's public id. */
export interface Answering<Answer> {
  /** D8.4: asked in the write's own transaction, once all is written (of what is deleted, before). */
  answer(id: number): Promise<Answer>;
}

/** A new record: the fields as they were sent, of whatever type. */
export interface WriteRequest<Answer> extends Writing, Answering<Answer> {
  sent: Values;
}

/** A change of a stored record. */
export interface ChangeRequest<Answer> extends Writing, Answering<Answer> {
  demand?: Demand;
  /**
   * D4.12: of the fields that were sent those that differ from what is served while it is asked; under
   * the record's lock, of these rows.
   */
  changes(rows?: Row[]): Promise<Values>;
  /** The names of the fields that were sent. */
  sent: string[];
}
