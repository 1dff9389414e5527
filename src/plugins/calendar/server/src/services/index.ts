import { event } from '../resources/event';
import { category, tag } from '../resources/term';
import { loadEvents } from '../store/load-events';
import { reading } from './reading';
import { records } from './records';
import { terms } from './terms';

/** The calendar without HTTP, for controllers and other plugins. */
export const events = reading({ ...event, type: 'event' }, loadEvents);

/** Events in whatever state, for those who write them. */
export const eventRecords = records('event', loadEvents);

export const categories = terms(category);
export const tags = terms(tag);

export const services = { event: () => events, category: () => categories, tag: () => tags };
