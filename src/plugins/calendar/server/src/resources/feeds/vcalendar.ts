import { addMonths } from '../../kinds/dates/parts';
import { DAY, dayStart } from '../../kinds/dates/wall-time';
import type { Language } from '../../settings/languages';
import { BOUNDS, type DateValues, isSync, MONTHS_AHEAD } from '../event/window';
import { document, line, textLine } from './content-line';
import { eventTime, vtimezone } from './times';
import { type ComponentOptions, type FeedEvent, vevent } from './vevent';

/** RFC 7986 5.7: the suggested interval between requests, most of which are answered with 304. */
const REFRESH = 'PT1H';

/** The metadata of a calendar. */
export interface CalendarHead {
  name: string;
  language: Language;
  /** A note to subscribers, for instance that the calendar is truncated. */
  remark?: string;
  /** D5.7: the site's zone, which an empty calendar defines. */
  timezone: string;
  now: Date;
}

/** The lines of a VEVENT, and the local years for which the calendar must define its zone. */
export interface EventComponent {
  lines: string[];
  timezone: string;
  years: number[];
}

export function eventComponent(event: FeedEvent, options: ComponentOptions): EventComponent {
  const { lines, years } = eventTime(event.shown);
  return { lines: vevent(event, options, lines), timezone: event.shown.timezone, years };
}

/**
 * The VTIMEZONE components of all events. RFC 5545 3.6: a calendar has at least one component, so
 * an empty one defines the site's zone.
 */
function zones(events: EventComponent[], { timezone, now }: CalendarHead): string[] {
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

/** RFC 5545, RFC 7986: a calendar of events. It has no METHOD, which is for scheduling, such as invitations. */
export function vcalendar(events: EventComponent[], head: CalendarHead): string {
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

/** Days for which past events stay in calendars. */
const DAYS_BACK = 30;

type WindowQuery = DateValues & { include?: unknown };

/**
 * The default window of a calendar feed: running events, those of the next 24 months, and those
 * that ended in the last 30 days. Its bounds are days of the site's zone, so that it stays the same
 * all day. A query with bounds of its own, or one without a default window in the list, is returned unchanged.
 */
export function feedWindow<Values extends WindowQuery>(
  sent: Values,
  { now, zone }: { now: Date; zone: string },
): Values {
  const isBounded = [...BOUNDS, 'include' as const].some((name) => sent[name] !== undefined);
  if (isSync(sent) || isBounded) return sent;
  const today = dayStart(now, zone).getTime();
  const before = new Date(today - (DAYS_BACK + 0.5) * DAY);
  return {
    ...sent,
    strict_dates: undefined,
    ends_after: { instant: before },
    starts_before: { instant: addMonths(new Date(today), MONTHS_AHEAD, zone) },
  };
}
