import type { Language } from '../settings/languages';
import { document, line, textLine } from './content-line';
import { eventTime } from './event-time';
import { type FeedEvent, type Telling, vevent } from './vevent';
import { vtimezone } from './vtimezone';

/** RFC 7986 5.7: how often to ask again; the answer is mostly that nothing has changed. */
const REFRESH = 'PT1H';

/** A calendar without its events. */
export interface CalendarHead {
  name: string;
  language: Language;
  /** What subscribers must know, such as that it is not whole. */
  remark?: string;
  /** D5.7: of the site, which an empty calendar tells. */
  timezone: string;
  now: Date;
}

/** The lines of an event, and the years for which they ask readers to know its zone. */
export interface Told {
  lines: string[];
  timezone: string;
  years: number[];
}

export function told(event: FeedEvent, telling: Telling): Told {
  const { lines, years } = eventTime(event.shown);
  return { lines: vevent(event, telling, lines), timezone: event.shown.timezone, years };
}

/** RFC 5545 3.6: a calendar holds at least one component, so that an empty one tells its zone. */
function zones(events: Told[], { timezone, now }: CalendarHead): string[] {
  const years = new Map<string, Set<number>>();
  for (const event of events) {
    const known = years.get(event.timezone) ?? new Set();
    for (const year of event.years) known.add(year);
    if (known.size > 0) years.set(event.timezone, known);
  }
  if (events.length === 0) years.set(timezone, new Set([now.getUTCFullYear()]));
  return [...years]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([zone, used]) => vtimezone(zone, used));
}

/** RFC 5545 and 7986: events as a calendar. Without METHOD: it is published, and nobody is invited. */
export function vcalendar(events: Told[], head: CalendarHead): string {
  const { name, language: LANGUAGE, remark = '' } = head;
  return document([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Event Calendar//Feeds//EN',
    'CALSCALE:GREGORIAN',
    ...textLine('NAME', name, { LANGUAGE }),
    ...textLine('X-WR-CALNAME', name),
    ...textLine('DESCRIPTION', remark, { LANGUAGE }),
    ...textLine('X-WR-CALDESC', remark),
    ...line('REFRESH-INTERVAL', REFRESH, { VALUE: 'DURATION' }),
    ...line('X-PUBLISHED-TTL', REFRESH),
    ...zones(events, head),
    ...events.flatMap(({ lines }) => lines),
    'END:VCALENDAR',
  ]);
}
