import type { Values } from '../content-types/rows';
import { InvalidValue } from '../kinds/kind';
import { readAddress } from '../kinds/text/text';
import { addressFields } from '../resources/fields/addresses';
import type { RecordType } from '../settings/record-types';
import { isRefused, refusal } from './refusal';

function addressIn(field: string, sent: unknown): string {
  try {
    return readAddress(sent);
  } catch (error) {
    if (error instanceof InvalidValue) throw refusal({ field, ...error.reason });
    throw error;
  }
}

/**
 * D4.9: the addresses that a save changes, read as the interface reads them. One that is stored already
 * may stay while other fields are saved: forms send all of them.
 */
export function addressesIn(type: RecordType, data: Values, stored: Values): Values {
  const changed = addressFields(type).filter(
    (field) => (data[field] ?? null) !== null && data[field] !== stored[field],
  );
  return Object.fromEntries(changed.map((field) => [field, addressIn(field, data[field])]));
}

/** Of these values the addresses that a save would refuse. */
export const refusedAddresses = (type: RecordType, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) =>
        addressFields(type).includes(field) &&
        isRefused(() => addressesIn(type, { [field]: value }, {})),
    ),
  );
