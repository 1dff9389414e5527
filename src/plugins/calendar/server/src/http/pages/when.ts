import {
  DAY,
  instantOf,
  isOffsetZone,
  isoWithOffset,
  localMillis,
  wallOfMillis,
} from '../../kinds/dates/wall-time';
import { type Html, html } from '../../kinds/text/html';
import { MESSAGES } from '../../messages/t';
import type { View } from '../../resources/answer';
import type { Event, ListedEvent } from '../../resources/event/payload';
import { subscribing } from '../../resources/feeds/address';
import { htmlToText, truncateBytes } from '../../resources/feeds/content-line';
import { localTime } from '../../resources/feeds/times';
import { placeLine } from '../../resources/feeds/vevent';
import type { Venue } from '../../resources/shared/payloads';
import { FEEDS } from '../../settings/addresses';
import type { Language } from '../../settings/languages';

type Times = Pick<
  ListedEvent,
  'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'timezone' | 'timezone_abbr'
>;

const DATE = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const;
const MOMENT = { ...DATE, hour: 'numeric', minute: '2-digit' } as const;

/**
 * The time of an event in words; empty for a draft without times. Formats wall times as if they
 * were in UTC, since not every Node accepts an offset zone as `timeZone`.
 */
export function when({ all_day, start_date, end_date }: Times, language: Language): string {
  if (!start_date) return '';
  const format = new Intl.DateTimeFormat(language, {
    ...(all_day ? DATE : MOMENT),
    timeZone: 'UTC',
  });
  const [start, end] = [localMillis(start_date), localMillis(end_date || start_date)];
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

/**
 * HTML 4.6.4: the start as a machine-readable value: an instant, or the day of an all-day event.
 */
export const machineTime = ({ all_day, start_date, utc_start_date, timezone }: Times): string =>
  all_day ? start_date.slice(0, 10) : isoWithOffset(instantOf(utc_start_date, 'UTC'), timezone);

type Timed = Pick<ListedEvent, 'utc_start_date' | 'utc_end_date'>;

/** Whether an event is under way or over at a moment; undefined if it is neither. */
export function running(
  { utc_start_date: start, utc_end_date: end }: Timed,
  now: Date,
): 'now' | 'over' | undefined {
  if (!start || !end) return undefined;
  if (instantOf(end, 'UTC') < now) return 'over';
  return instantOf(start, 'UTC') <= now ? 'now' : undefined;
}

/**
 * Milliseconds since 1970 of the next moment at which the event begins or is over; else Infinity.
 */
export function nextTransition(
  { utc_start_date: start, utc_end_date: end }: Timed,
  now: Date,
): number {
  const times = start && end ? [+instantOf(start, 'UTC'), +instantOf(end, 'UTC') + 1] : [];
  return Math.min(...times.filter((time) => time > +now), Number.POSITIVE_INFINITY);
}

/** The most bytes of a description in a URL, since servers refuse long URLs. */
const MAX_LENGTH = 1000;

const iso = (wall: string) => `${wall.replace(' ', 'T')}Z`;

const dayAfter = (wall: string) => wallOfMillis(localMillis(wall) + DAY).slice(0, 10);

/** The first day, and the day after the last. */
const days = ({ start_date, end_date }: ListedEvent) => [
  start_date.slice(0, 10),
  dayAfter(`${end_date.slice(0, 10)} 00:00:00`),
];

function textsOf(event: ListedEvent) {
  const text = truncateBytes(htmlToText(event.description), MAX_LENGTH);
  const places = [event.venue].flat().map(placeLine);
  return {
    details: [text, event.url].filter(Boolean).join('\n\n'),
    location: places.join('; ') || event.virtual_url,
  };
}

function google(event: ListedEvent): string {
  const [from = '', to = ''] = event.all_day
    ? days(event).map(localTime)
    : [event.utc_start_date, event.utc_end_date].map((wall) => `${localTime(wall)}Z`);
  const { details, location } = textsOf(event);
  const query = {
    action: 'TEMPLATE',
    text: event.title,
    dates: `${from}/${to}`,
    details,
    location,
  };
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(query)}`;
}

function outlook(event: ListedEvent): string {
  const [startdt = '', enddt = ''] = event.all_day
    ? days(event)
    : [event.utc_start_date, event.utc_end_date].map(iso);
  const { details: body, location } = textsOf(event);
  const query = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    ...{ startdt, enddt, allday: String(Boolean(event.all_day)), body, location },
  };
  return `https://outlook.live.com/calendar/0/deeplink/compose?${new URLSearchParams(query)}`;
}

/** URLs that add a copy of the event to other calendars; undefined for a draft without times. */
const adding = (event: ListedEvent): { google: string; outlook: string } | undefined =>
  event.start_date ? { google: google(event), outlook: outlook(event) } : undefined;

/** A link to another site, which search engines do not count as a recommendation. */
export const away = (address: string, name: string): Html =>
  html`<a href="${address}" rel="nofollow noopener">${name}</a>`;

/** D14.8: links that add this event or subscribe to all; none without a public feed. */
export function calendars(event: Event, view: View): Html | false {
  const texts = MESSAGES[view.language].event_page;
  if (!event.feed_url) return false;
  const { google, outlook } = adding(event) ?? {};
  const all = subscribing(`${view.origin}/${view.language}${view.base}/events${FEEDS.ics.suffix}`);
  const item = (address: string | undefined, name: string) =>
    address ? [html`<li>${away(address, name)}</li>`] : [];
  return html`<nav class="calendars" aria-label="${texts.calendars}">
<h2>${texts.add}</h2>
<ul>${[...item(google, 'Google'), ...item(outlook, 'Outlook'), ...item(event.feed_url, texts.file)]}</ul>
<h2>${texts.subscribe}</h2>
<ul>${[...item(all.google, 'Google'), ...item(all.outlook, 'Outlook'), ...item(all.webcal, texts.program)]}</ul>
</nav>`;
}

/**
 * D16.3: a link to a map that needs no consent from visitors: at the venue's coordinates, else at
 * its address; undefined without either.
 */
export function mapLink(venue: Venue): string | undefined {
  const { geo_lat, geo_lng } = venue;
  const root = 'https://www.openstreetmap.org';
  if (geo_lat !== undefined && geo_lng !== undefined) {
    return `${root}/?mlat=${geo_lat}&mlon=${geo_lng}#map=17/${geo_lat}/${geo_lng}`;
  }
  const { address, city, country } = venue;
  const query = [address, city, country].filter(Boolean).join(', ');
  return address || city ? `${root}/search?${new URLSearchParams({ query })}` : undefined;
}
