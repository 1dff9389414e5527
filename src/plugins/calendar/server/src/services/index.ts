import { event } from '../resources/event';
import { organizer } from '../resources/organizer';
import { category, tag } from '../resources/term';
import { venue } from '../resources/venue';
import { loadEvents } from '../store/load-events';
import { loadOrganizers, loadVenues } from '../store/load-linked-posts';
import { reading } from './reading';
import { records } from './records';
import { terms } from './terms';

/** The calendar without HTTP, for controllers and other plugins. */
export const events = reading(event, loadEvents);
export const venues = reading(venue, loadVenues);
export const organizers = reading(organizer, loadOrganizers);

/** Records in whatever state, for those who write them. */
export const eventRecords = records(event, loadEvents);
export const venueRecords = records(venue, loadVenues);
export const organizerRecords = records(organizer, loadOrganizers);

export const categories = terms(category);
export const tags = terms(tag);

export const services = {
  event: () => events,
  venue: () => venues,
  organizer: () => organizers,
  category: () => categories,
  tag: () => tags,
};
