import type { OrganizerRow, VenueRow } from '../content-types/rows';
import { representEvent } from './event';
import { feedUrl } from './feed-url';
import { eventJsonLd, isPublic, organizerJsonLd, venueJsonLd } from './json-ld';
import { representListedOrganizer } from './organizer';
import type { Event } from './payloads/event';
import type { Organizer, Venue } from './payloads/posts';
import type { EventRecord, ListedPost } from './records';
import { representListedVenue } from './venue';
import type { View } from './view';

/** Spec 4.2: one event; with `json_ld` and the address of its calendar where everybody may read it. */
export function representSingleEvent(record: EventRecord, view: View): Event {
  const shown = representEvent(record, view);
  if (!isPublic(shown) || record.row.password) return shown;
  return {
    ...shown,
    json_ld: eventJsonLd(shown, record, view),
    feed_url: feedUrl('event', shown.id, view),
  };
}

/** Spec 4.3: one venue, likewise. */
export function representSingleVenue(record: ListedPost<VenueRow>, view: View): Venue {
  const shown = representListedVenue(record, view);
  if (!isPublic(shown)) return shown;
  return { ...shown, json_ld: venueJsonLd(shown), feed_url: feedUrl('venue', shown.id, view) };
}

/** Spec 4.4: one organizer, likewise. */
export function representSingleOrganizer(record: ListedPost<OrganizerRow>, view: View): Organizer {
  const shown = representListedOrganizer(record, view);
  if (!isPublic(shown)) return shown;
  return {
    ...shown,
    json_ld: organizerJsonLd(shown),
    feed_url: feedUrl('organizer', shown.id, view),
  };
}
