import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../access/rights';
import type { Row, Values } from '../content-types/rows';
import { settings } from '../database/site';
import { isKnownZone, normalizeZone } from '../kinds/dates/wall-time';
import { FIELDS, requiredOf } from '../kinds/fields';
import { type ReadContext, readFields, wasSent } from '../kinds/kind';
import { hasOnlyIds, idsOf } from '../kinds/reference';
import { ignoredParams, missingParams, unavailable } from '../messages/errors';
import type { View } from '../resources/answer';
import type { Resource } from '../resources/resource';
import type { Language } from '../settings/languages';
import type { RecordType } from '../settings/record-types';
import type { Key } from './named-record';
import { type Picture, PictureGone } from './pictures';

/** A record to be written. */
export interface ToWrite {
  key: Key;
  /** Whether the write moves the record to the trash. */
  trashes?: boolean;
  language: Language;
  caller: Caller;
}

/** The context of a write. */
export interface Writing extends Pick<ReadContext, 'strict'> {
  language: Language;
  caller: Caller;
  now: Date;
  /** The site's own origin, whose pictures are looked up instead of fetched. */
  origin: string;
}

/** The request for a new record, with its fields as sent. */
export interface WriteRequest extends Writing {
  sent: Values;
  /** The key of the new record, which no other may have (`If-None-Match: *`). */
  vacant?: Key;
}

/** The request of GET for a record, and the shape of its answer. */
export interface ReadRequest {
  key: Key;
  language: Language;
  password?: string;
  view: View;
  /** D9.6: the requested keys of the answer; empty means all. */
  fields: string[];
}

/** RFC 9110 13.1: the preconditions of a write. */
export interface Precondition {
  ifMatch?: string;
  ifNoneMatch?: string;
  /** The GET whose response the tags refer to; undefined if it would be refused. */
  readRequest?: ReadRequest;
}

/** A change of a stored record. */
export interface ChangeRequest extends WriteRequest {
  /** D4.12: sent values are compared with those served in this view. */
  view: View;
  precondition?: Precondition;
}

/** A removal. */
export type RemoveRequest = Writing & Pick<ChangeRequest, 'view' | 'precondition'>;

/** All rows of a record; at least one. */
export type Rows = [Row, ...Row[]];

/** D8.4: the result of a write: the record as read in the write's own transaction. */
export interface Written<Record> {
  id: number;
  record: Record;
  /** Only for callers who may know it. */
  revision?: number;
  /** The moment at which it was read. */
  now: Date;
  /** Whether the record no longer exists (a deleted term). */
  isGone?: boolean;
}

/** The writing half of a resource's service. */
export interface WritingService<Record> {
  /** D9.1: the rows of the record to be changed or removed. Throws CalendarError 403, 404 or 410. */
  toWrite(target: ToWrite, isRemoval: boolean): Promise<Rows>;
  create(request: WriteRequest): Promise<Written<Record>>;
  update(rows: Rows, request: ChangeRequest): Promise<Written<Record>>;
  remove(rows: Rows, request: RemoveRequest): Promise<Written<Record>>;
}

interface FieldsWritten extends Pick<ReadContext, 'strict'> {
  language: Language;
  now: Date;
  /** The stored zone of the event, if any. */
  storedZone?: string | null;
}

/** D9.2: throws `rest_missing_callback_param` if required fields are missing. */
export function requireFields(type: RecordType, sent: Values): void {
  const missing = requiredOf(type).filter((name) => !wasSent(sent, name));
  if (missing.length > 0) throw missingParams(missing);
}

function sentZone({ timezone }: Values, siteZone: string): string | undefined {
  if (timezone === '') return siteZone;
  return typeof timezone === 'string' ? normalizeZone(timezone) : undefined;
}

/** D5.6: whether `date` contradicts `date_utc`, which takes precedence. */
const contradictsUtc = ({ date, date_utc }: Values) =>
  date !== undefined && date_utc !== undefined && !isDeepStrictEqual(date, date_utc);

/** Parses the sent fields. Throws `rest_invalid_param` with all faults. */
export function fieldValues(type: RecordType, sent: Values, writing: FieldsWritten): Values {
  const chosen = settings();
  const { storedZone } = writing;
  const stored = storedZone && isKnownZone(storedZone) ? storedZone : undefined;
  const values = readFields(FIELDS[type], sent, {
    now: writing.now,
    strict: writing.strict,
    settings: chosen,
    language: writing.language,
    eventZone: sentZone(sent, chosen.timezone) ?? stored ?? chosen.timezone,
  });
  if (writing.strict && contradictsUtc(values)) throw ignoredParams(['date']);
  return values;
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** D9.6: whether a value clears a field. */
export const isEmptyReference = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a sent value equals the served one; forms send booleans and numbers as texts. */
const alike = (sent: unknown, served: unknown) =>
  isDeepStrictEqual(sent, served) ||
  (isEmptyReference(sent) && isEmptyReference(served)) ||
  (typeof sent === 'string' && isScalar(served) && sent === String(served));

/** Whether both name the same records, regardless of changes to these records. */
function sameRecords(sent: unknown, served: unknown, strict: boolean | undefined): boolean {
  const ids = strict && !hasOnlyIds(sent) ? undefined : idsOf(sent);
  return ids !== undefined && isDeepStrictEqual(ids, idsOf(served));
}

/**
 * D4.12: removes sent values that equal those served to this caller. Of the `coupled` fields all are kept as soon as one
 * has changed; when strict (D9.10), so are fields of referenced records besides the id.
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

const ATTEMPTS = 3;

/**
 * Runs a write with the list of pictures that it chooses. If it fails, removes those that were added for it; if one
 * was removed by somebody else meanwhile, runs it again. Throws CalendarError 503 when that happens repeatedly.
 */
export async function withPictures<Result>(
  write: (pictures: Picture[]) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const pictures: Picture[] = [];
    try {
      return await write(pictures);
    } catch (error) {
      for (const picture of pictures) await picture.undo();
      if (!(error instanceof PictureGone)) throw error;
      if (attempt === ATTEMPTS) throw unavailable();
    }
  }
}
