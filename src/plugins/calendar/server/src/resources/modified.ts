import { utcInstant } from '../kinds/dates/date';
import { sql } from '../sql/sql';
import { type Filters, filter } from './resource';

/** D5.7: every list can be asked by when the row that it shows was changed, to the instant. */
export const MODIFIED: Filters = {
  modified_after: filter(utcInstant, (instant) => sql`e.updated_at > ${instant}`),
  modified_before: filter(utcInstant, (instant) => sql`e.updated_at < ${instant}`),
};
