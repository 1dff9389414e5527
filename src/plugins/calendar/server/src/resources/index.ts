import { event } from './event';
import { organizer } from './organizer';
import { category, tag } from './term';
import { venue } from './venue';

/** Every resource that has routes. */
export const RESOURCES = [event, venue, organizer, category, tag];
