import type { Settings } from '../../settings/settings';
import type { Field } from '../field';
import { oneText, Unreadable } from '../param';
import { instantOfInput, readDate } from './date-input';
import { isWritable, type WallTime, wallOf } from './wall-time';

/** D5.4: a date in any of the accepted spellings, relative ones in the zone. */
function dateIn(sent: unknown, now: Date, zone: string) {
  const input = readDate(typeof sent === 'number' ? sent : oneText(sent), { now, zone });
  if (!input) throw new Unreadable('not_date');
  return input;
}

/** D5.1: the instant that is meant in the zone; one that cannot be written down there is refused. */
function instantIn(sent: unknown, now: Date, zone: string) {
  const instant = instantOfInput(dateIn(sent, now, zone), zone);
  if (!isWritable(instant, zone)) throw new Unreadable('rule.years');
  return instant;
}

/** UNIX seconds are a number as well. */
const anyDate = { type: ['string', 'integer'] };

/** D5.1 and D5.2: a wall time in the event's zone; an instant is converted into it. */
export const wallTime: Field<WallTime> = {
  schema: anyDate,
  read: (sent, { now, eventZone }) => wallOf(instantIn(sent, now, eventZone), eventZone),
};

const publication = (zoneOf: (settings: Settings) => string): Field<string> => ({
  schema: anyDate,
  read: (sent, { now, settings }) => instantIn(sent, now, zoneOf(settings)).toISOString(),
});

/** D5.6: when a record is published, on the wall of the site, as it is served. */
export const publicationDate = publication(({ timezone }) => timezone);

export const publicationDateUtc = publication(() => 'UTC');
