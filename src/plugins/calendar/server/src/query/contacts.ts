import type { RecordType } from '../settings/record-types';

/** D10.8: what the setting `publicContacts` keeps from the public, by record type. */
export const CONTACTS: Partial<Record<RecordType, readonly string[]>> = {
  organizer: ['phone', 'email'],
};
