import type { Caller } from '../access/rights';
import type { Row, Values } from '../content-types/rows';
import type { View } from '../representation/view';
import type { Language } from '../settings/languages';
import type { Key } from './named-record';

/** A record that somebody is about to write. */
export interface ToWrite {
  key: Key;
  language: Language;
  caller: Caller;
}

/** What every write depends on besides the record. */
export interface Writing {
  language: Language;
  caller: Caller;
  now: Date;
  /** The site's own `https://host`, whose pictures are found and not fetched. */
  origin: string;
}

/** A new record: the fields as they were sent, of whatever type. */
export interface WriteRequest extends Writing {
  sent: Values;
}

/** What GET is asked for, and in what shape it answers. */
export interface Asked {
  key: Key;
  language: Language;
  password?: string;
  view: View;
  /** D9.6: the parts of the answer that are wanted; none: all of it. */
  fields: string[];
}

/** RFC 9110 13.1.1: the version that is to be changed: what `If-Match` names, and of which answer. */
export interface Precondition {
  ifMatch: string;
  /** Nothing where GET would refuse the parameters: then nobody has seen a version. */
  asked?: Asked;
}

/** A change of a stored record. */
export interface ChangeRequest extends WriteRequest {
  /** D4.12: what was sent is compared with what is served so. */
  view: View;
  precondition?: Precondition;
}

/** A removal. */
export type RemoveRequest = Writing & Pick<ChangeRequest, 'view' | 'precondition'>;

/** All rows of a record; there is one at least. */
export type Rows = [Row, ...Row[]];

/** What a write answers: the record as it is in the write's own transaction (D8.4). */
export interface Written<Record> {
  id: number;
  record: Record;
  /** For those who may know it. */
  revision?: number;
  /** The moment at which it was read. */
  now: Date;
  /** A term that is removed has no next version. */
  isGone?: boolean;
}

/** The writing half of a resource's service. */
export interface WritingService<Record> {
  /** D9.1: the rows of the record that is to be changed or removed; throws CalendarError 403, 404 or 410. */
  toWrite(asked: ToWrite, isRemoval: boolean): Promise<Rows>;
  create(request: WriteRequest): Promise<Written<Record>>;
  update(rows: Rows, request: ChangeRequest): Promise<Written<Record>>;
  remove(rows: Rows, request: RemoveRequest): Promise<Written<Record>>;
}
