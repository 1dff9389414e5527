import type { Language } from '../settings/languages';
import type { Caller } from './caller';

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

/** A new record: the fields as they were sent, of whatever type. */
export interface WriteRequest extends Writing {
  sent: Record<string, unknown>;
}

/** A change of a stored record. */
export interface ChangeRequest extends Writing {
  demand?: Demand;
  /** D4.12: of the fields that were sent those that differ from what is served while it is asked. */
  changes(): Promise<Record<string, unknown>>;
}
