import { z } from 'zod';
import type { Settings } from '../../settings/settings';
import { type FieldContext, InvalidValue, type Kind, oneText } from '../kind';
import { type DateInput, instantOfInput, readDate } from './date-input';
import { isWritable, type WallTime, wallOf } from './wall-time';
import { normalZone } from './zone';

/** D5.4: a point in time or a day, in any of the accepted spellings. */
export const date: Kind<DateInput> = {
  meaning: z.string().min(1),
  read: (sent, { now, settings }) => dateIn(oneText(sent), now, settings.timezone),
  show: (value) => ('wall' in value ? value.wall : value.instant.toISOString()),
};

/** The instant of a date in any of those spellings; read in UTC unless it has an offset. */
export const utcInstant: Kind<Date> = {
  meaning: date.meaning,
  read: (sent, { now }) => instantOfInput(dateIn(oneText(sent), now, 'UTC'), 'UTC'),
  show: (value) => value.toISOString(),
};

/** D5.4: a date in any of the accepted spellings, relative ones in the zone. */
function dateIn(sent: unknown, now: Date, zone: string) {
  const input = readDate(typeof sent === 'number' ? sent : oneText(sent), { now, zone });
  if (!input) throw new InvalidValue('not_date');
  return input;
}

/** D5.1: the instant that is meant in the zone; one that cannot be written down there is refused. */
function instantIn(sent: unknown, now: Date, zone: string) {
  const instant = instantOfInput(dateIn(sent, now, zone), zone);
  if (!isWritable(instant, zone)) throw new InvalidValue('rule.years');
  return instant;
}

/** UNIX seconds are a number as well. */
const anyDate = z.union([z.string(), z.int()]).meta({ type: ['string', 'integer'] });

/** D5.1 and D5.2: a wall time in the event's zone; an instant is converted into it. */
export const wallTime: Kind<WallTime, FieldContext> = {
  meaning: anyDate,
  read: (sent, { now, eventZone }) => wallOf(instantIn(sent, now, eventZone), eventZone),
};

const publication = (zoneOf: (settings: Settings) => string): Kind<string> => ({
  meaning: anyDate,
  read: (sent, { now, settings }) => instantIn(sent, now, zoneOf(settings)).toISOString(),
});

/** D5.6: when a record is published, on the wall of the site, as it is served. */
export const publicationDate = publication(({ timezone }) => timezone);

export const publicationDateUtc = publication(() => 'UTC');

/** D9.6: `""` is the site's zone. */
export const timezone: Kind<string> = {
  meaning: z.string(),
  read(sent, { settings }) {
    if (sent === '') return settings.timezone;
    const zone = normalZone(oneText(sent));
    if (!zone) throw new InvalidValue('rule.timezone');
    return zone;
  },
};
