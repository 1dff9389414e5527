import { isoWithOffset } from '../kinds/dates/iso';
import { instantOf } from '../kinds/dates/wall-time';
import { described, organizationOf, placeOf, plain } from './json-ld-linked';
import { offerOf } from './json-ld-offer';
import type { ListedEvent } from './payloads/event';
import type { Organizer, Venue } from './payloads/posts';
import type { EventRecord } from './records';
import type { View } from './view';
import { withoutEmpty } from './without-empty';

const CONTEXT = { '@context': 'https://schema.org' };

const STATUSES: Record<string, string> = {
  scheduled: 'EventScheduled',
  canceled: 'EventCancelled',
  postponed: 'EventPostponed',
};
const MODES: Record<string, string> = {
  offline: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  mixed: 'MixedEventAttendanceMode',
};

const oneOrMany = <Item>(items: Item[]) => (items.length > 1 ? items : items[0]);

const isPublic = ({ status }: Venue | Organizer) => status === 'publish';

/** An all-day event has no hours; others begin and end with the offset of their zone. */
function dateOf(event: ListedEvent, name: 'start_date' | 'end_date'): string {
  if (!event[name]) return '';
  if (event.all_day) return event[name].slice(0, 10);
  return isoWithOffset(instantOf(event[`utc_${name}`], 'UTC'), event.timezone);
}

function locationOf(event: ListedEvent) {
  const { attendance_mode: mode, virtual_url, url } = event;
  const venues = [event.venue].flat();
  const places = mode === 'online' ? [] : venues.filter(isPublic).map(placeOf);
  const virtual = { '@type': 'VirtualLocation', url: virtual_url || url };
  return oneOrMany<object>(mode === 'offline' ? places : [...places, virtual]);
}

/** schema.org's Event as search engines ask for it. */
export function eventJsonLd(shown: ListedEvent, { row }: EventRecord, { settings }: View) {
  const { url } = shown;
  return withoutEmpty<Record<string, unknown>>({
    ...CONTEXT,
    '@type': 'Event',
    name: plain(shown.title),
    ...described(shown),
    url,
    inLanguage: shown.language,
    startDate: dateOf(shown, 'start_date'),
    endDate: dateOf(shown, 'end_date'),
    eventStatus: `https://schema.org/${STATUSES[shown.event_status] ?? STATUSES.scheduled}`,
    eventAttendanceMode: `https://schema.org/${MODES[shown.attendance_mode] ?? MODES.offline}`,
    location: locationOf(shown),
    offers: offerOf(row, { url, site: settings.currency }),
    organizer: oneOrMany(shown.organizer.filter(isPublic).map(organizationOf)),
  });
}

export const venueJsonLd = (shown: Venue) => ({ ...CONTEXT, ...placeOf(shown) });

export const organizerJsonLd = (shown: Organizer) => ({
  ...CONTEXT,
  ...organizationOf(shown),
});
