import { countOf, instantOf, isoWithOffset } from '../../kinds/dates/wall-time';
import { isOffsetZone } from '../../kinds/dates/zone';
import type { ListedEvent } from '../../resources/event/payload';
import type { Language } from '../../settings/languages';

type Times = Pick<
  ListedEvent,
  'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'timezone' | 'timezone_abbr'
>;

const DAY = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const;
const MINUTE = { ...DAY, hour: 'numeric', minute: '2-digit' } as const;

/** From when until when, as people say it; nothing for a draft without times. Zones by offset are no `timeZone` of every Node, so that the wall itself is written. */
export function when({ all_day, start_date, end_date }: Times, language: Language): string {
  if (!start_date) return '';
  const format = new Intl.DateTimeFormat(language, {
    ...(all_day ? DAY : MINUTE),
    timeZone: 'UTC',
  });
  const [start, end] = [countOf(start_date), countOf(end_date || start_date)];
  return end > start ? format.formatRange(start, end) : format.format(start);
}

/** The zone in words, with its abbreviation: `Central European Standard Time (CET)`. */
export function zoneName(
  { utc_start_date, timezone, timezone_abbr }: Times,
  language: Language,
): string {
  if (!utc_start_date || isOffsetZone(timezone)) return timezone;
  const parts = new Intl.DateTimeFormat(language, {
    timeZone: timezone,
    timeZoneName: 'long',
  }).formatToParts(instantOf(utc_start_date, 'UTC'));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
  return timezone_abbr && timezone_abbr !== name ? `${name} (${timezone_abbr})` : name;
}

/** HTML 4.6.4: the start for programs; a day where there are no hours. */
export const machineTime = ({ all_day, start_date, utc_start_date, timezone }: Times): string =>
  all_day ? start_date.slice(0, 10) : isoWithOffset(instantOf(utc_start_date, 'UTC'), timezone);

/** Whether an event is going on at a moment, is over, or neither. */
export function running(
  {
    utc_start_date: start,
    utc_end_date: end,
  }: Pick<ListedEvent, 'utc_start_date' | 'utc_end_date'>,
  now: Date,
): 'now' | 'over' | undefined {
  if (!start || !end) return undefined;
  if (instantOf(end, 'UTC') < now) return 'over';
  return instantOf(start, 'UTC') <= now ? 'now' : undefined;
}
