import { instantOfInput, readDate, wallOfInput } from '../time/date-input';
import type { WallTime } from '../time/wall-time';
import type { Field } from './field';
import { oneText, Unreadable } from './param';

/** D5.4: a date in any of the accepted spellings, relative ones in the zone. */
function dateIn(sent: unknown, now: Date, zone: string) {
  const input = readDate(typeof sent === 'number' ? sent : oneText(sent), { now, zone });
  if (!input) throw new Unreadable('not_date');
  return input;
}

/** UNIX seconds are a number as well. */
const anyDate = { type: ['string', 'integer'] };

/** D5.1 and D5.2: a wall time in the event's zone; an instant is converted into it. */
export const wallTime: Field<WallTime> = {
  schema: anyDate,
  read: (sent, { now, eventZone }) => wallOfInput(dateIn(sent, now, eventZone), eventZone),
};

const instantIn = (zoneOf: (context: { publicationZone: string }) => string): Field<string> => ({
  schema: anyDate,
  read(sent, context) {
    const zone = zoneOf(context);
    return instantOfInput(dateIn(sent, context.now, zone), zone).toISOString();
  },
});

/** D5.6: when a record is published. */
export const publicationDate = instantIn(({ publicationZone }) => publicationZone);

export const publicationDateUtc = instantIn(() => 'UTC');
