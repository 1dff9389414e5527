import { event } from './event';
import { organizer } from './organizer';
import { venue } from './venue';

/** Every resource that has routes. */
export const RESOURCES = [event, venue, organizer];
