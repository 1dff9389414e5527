import type { Values } from '../content-types/rows';

import { normalZone } from '../kinds/dates/zone';
import { readFields, wasSent } from '../kinds/read';
import { missingParams } from '../messages/errors';
import { FIELDS, requiredOf } from '../resources/fields';
import type { Language } from '../settings/languages';
import type { RecordType } from '../settings/record-types';
import { settings } from './settings';

interface Writing {
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
export function fieldValues(type: RecordType, sent: Values, writing: Writing): Values {
  const chosen = settings();
  const zone = sentZone(sent, chosen.timezone);
  return readFields(FIELDS[type], sent, {
    now: writing.now,
    settings: chosen,
    language: writing.language,
    eventZone: zone ?? writing.storedZone ?? chosen.timezone,
  });
}
