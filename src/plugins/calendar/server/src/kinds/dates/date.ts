import { oneText, type Param, Unreadable } from '../param';
import { type DateInput, readDate } from './date-input';

/** D5.4: a point in time or a day, in any of the accepted spellings. */
export const date: Param<DateInput> = {
  schema: { type: 'string', minLength: 1 },
  read(sent, { now, settings }) {
    const value = readDate(oneText(sent), { now, zone: settings.timezone });
    if (!value) throw new Unreadable('not_date');
    return value;
  },
  show: (value) => ('wall' in value ? value.wall : value.instant.toISOString()),
};
