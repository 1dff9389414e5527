import type { RecordType } from '../settings/record-types';

/** D10.8: what the setting `publicContacts` keeps from the public, by record type. */
export const CONTACTS: Partial<Record<RecordType, readonly string[]>> = {
  organizer: ['phone', 'email'],
};

/** Stands in an organizer's search text before the contacts; no folded text holds it. */
export const CONTACTS_BEGIN = '\u001e';
