import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../access/rights';
import type { Row, Values } from '../content-types/rows';
import { settings } from '../database/site';
import { normalizeZone } from '../kinds/dates/wall-time';
import { FIELDS, requiredOf } from '../kinds/fields';
import { type ReadContext, readFields, wasSent } from '../kinds/kind';
import { hasOnlyIds, idsOf } from '../kinds/reference';
import { ignoredParams, missingParams } from '../messages/errors';
import type { View } from '../resources/answer';
import type { Resource } from '../resources/resource';
import type { Language } from '../settings/languages';
import type { RecordType } from '../settings/record-types';
import type { Key } from './named-record';

/** A record that somebody is about to write. */
export interface ToWrite {
  key: Key;
  language: Language;
  caller: Caller;
}

/** What every write depends on besides the record. */
export interface Writing extends Pick<ReadContext, 'strict'> {
  language: Language;
  caller: Caller;
  now: Date;
  /** The site's own `https://host`, whose pictures are found and not fetched. */
  origin: string;
}

/** A new record: the fields as they were sent, of whatever type. */
export interface WriteRequest extends Writing {
  sent: Values;
  /** What must name no record yet: the new one is to be found by it. */
  vacant?: Key;
}

/** What GET is asked for, and in what shape it answers. */
export interface ReadRequest {
  key: Key;
  language: Language;
  password?: string;
  view: View;
  /** D9.6: the parts of the answer that are wanted; none: all of it. */
  fields: string[];
}

/** RFC 9110 13.1: which version is to be changed, or is not, and of which answer. */
export interface Precondition {
  ifMatch?: string;
  ifNoneMatch?: string;
  /** Nothing where GET would refuse the parameters: then nobody has seen a version. */
  readRequest?: ReadRequest;
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
  toWrite(target: ToWrite, isRemoval: boolean): Promise<Rows>;
  create(request: WriteRequest): Promise<Written<Record>>;
  update(rows: Rows, request: ChangeRequest): Promise<Written<Record>>;
  remove(rows: Rows, request: RemoveRequest): Promise<Written<Record>>;
}

interface FieldsWritten extends Pick<ReadContext, 'strict'> {
  language: Language;
  now: Date;
  /** The zone of the event as it is stored, if it is. */
  storedZone?: string | null;
}

/** D9.2: what a new record cannot do without; throws `rest_missing_callback_param`. */
export function requireFields(type: RecordType, sent: Values): void {
  const missing = requiredOf(type).filter((name) => !wasSent(sent, name));
  if (missing.length > 0) throw missingParams(missing);
}

function sentZone({ timezone }: Values, siteZone: string): string | undefined {
  if (timezone === '') return siteZone;
  return typeof timezone === 'string' ? normalizeZone(timezone) : undefined;
}

/** D5.6: `date_utc` counts, and `date` for nothing beside it. */
const saysOtherwise = ({ date, date_utc }: Values) =>
  date !== undefined && date_utc !== undefined && !isDeepStrictEqual(date, date_utc);

/** The fields that were sent, read; throws `rest_invalid_param` with all faults together. */
export function fieldValues(type: RecordType, sent: Values, writing: FieldsWritten): Values {
  const chosen = settings();
  const zone = sentZone(sent, chosen.timezone);
  const values = readFields(FIELDS[type], sent, {
    now: writing.now,
    strict: writing.strict,
    settings: chosen,
    language: writing.language,
    eventZone: zone ?? writing.storedZone ?? chosen.timezone,
  });
  if (writing.strict && saysOtherwise(values)) throw ignoredParams(['date']);
  return values;
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Each of them clears a field (D9.6). */
export const isNothing = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A form sends `true`, 12 and false as texts. */
const alike = (sent: unknown, served: unknown) =>
  isDeepStrictEqual(sent, served) ||
  (isNothing(sent) && isNothing(served)) ||
  (typeof sent === 'string' && isScalar(served) && sent === String(served));

/** The same records, however they have changed meanwhile: a list names them and does not hold them. */
function sameRecords(sent: unknown, served: unknown, strict: boolean | undefined): boolean {
  const ids = strict && !hasOnlyIds(sent) ? undefined : idsOf(sent);
  return ids !== undefined && isDeepStrictEqual(ids, idsOf(served));
}

/**
 * D4.12: what equals the value that GET serves this caller at this address is not a change. Of the
 * `coupled` fields all that were sent stay as soon as one is a change; where nothing may be ignored
 * (D9.10), so does what is said of a record besides its id.
 */
export function changedValues(
  sent: Values,
  served: Values,
  {
    coupled = [],
    references = [],
    strict,
  }: Pick<Resource, 'coupled' | 'references'> & Pick<ReadContext, 'strict'> = {},
): Values {
  const entries = Object.entries(sent);
  const equals = (name: string, value: unknown) =>
    alike(value, served[name]) ||
    (references.includes(name) && sameRecords(value, served[name], strict));
  const differs = ([name, value]: [string, unknown]) => !(name in served && equals(name, value));
  const together = entries.filter(([name]) => coupled.includes(name));
  const kept = together.some(differs) ? together : [];
  return Object.fromEntries([...entries.filter(differs), ...kept]);
}
