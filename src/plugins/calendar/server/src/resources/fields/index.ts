import type { Fields } from '../../kinds/kind';
import type { RecordType } from '../../settings/record-types';
import { eventFields } from './event';
import { organizerFields } from './organizer';
import { categoryFields, tagFields } from './term';
import { venueFields } from './venue';

/** Spec 2: what may be written, by type of record. */
export const FIELDS: Record<RecordType, Fields> = {
  event: eventFields,
  venue: venueFields,
  organizer: organizerFields,
  category: categoryFields,
  tag: tagFields,
};

/** Spec 2: what a new record of a type cannot do without. */
export const requiredOf = (type: RecordType): string[] =>
  Object.entries(FIELDS[type])
    .filter(([, { required }]) => required)
    .map(([name]) => name);
