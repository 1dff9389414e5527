import { isDeepStrictEqual } from 'node:util';
import type { Values } from '../content-types/rows';
import { normalZone } from '../kinds/dates/zone';
import { readFields, wasSent } from '../kinds/read';
import { idsOf } from '../kinds/reference';
import { missingParams } from '../messages/errors';
import { FIELDS, requiredOf } from '../resources/fields';
import type { Resource } from '../resources/resource';
import type { Language } from '../settings/languages';
import type { RecordType } from '../settings/record-types';
import { settings } from './settings';

interface FieldsWritten {
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
  return typeof timezone === 'string' ? normalZone(timezone) : undefined;
}

/** The fields that were sent, read; throws `rest_invalid_param` with all faults together. */
export function fieldValues(type: RecordType, sent: Values, writing: FieldsWritten): Values {
  const chosen = settings();
  const zone = sentZone(sent, chosen.timezone);
  return readFields(FIELDS[type], sent, {
    now: writing.now,
    settings: chosen,
    language: writing.language,
    eventZone: zone ?? writing.storedZone ?? chosen.timezone,
  });
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** A form sends `true`, 12 and false as texts. */
const alike = (sent: unknown, served: unknown) =>
  isDeepStrictEqual(sent, served) ||
  (typeof sent === 'string' && isScalar(served) && sent === String(served));

/** The same records, however they have changed meanwhile: a list names them and does not hold them. */
function sameRecords(sent: unknown, served: unknown): boolean {
  const ids = idsOf(sent);
  return ids !== undefined && isDeepStrictEqual(ids, idsOf(served));
}

/**
 * D4.12: what equals the value that GET serves this caller at this address is not a change. Of the
 * `joined` fields all that were sent stay as soon as one is a change.
 */
export function changedValues(
  sent: Values,
  served: Values,
  { joined = [], references = [] }: Pick<Resource, 'joined' | 'references'> = {},
): Values {
  const entries = Object.entries(sent);
  const equals = (name: string, value: unknown) =>
    alike(value, served[name]) || (references.includes(name) && sameRecords(value, served[name]));
  const differs = ([name, value]: [string, unknown]) => !(name in served && equals(name, value));
  const together = entries.filter(([name]) => joined.includes(name));
  const kept = together.some(differs) ? together : [];
  return Object.fromEntries([...entries.filter(differs), ...kept]);
}
