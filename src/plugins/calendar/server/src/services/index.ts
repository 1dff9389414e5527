import { event } from '../resources/event';
import { loadEvents } from '../store/load-events';
import { reading } from './reading';

/** The calendar without HTTP, for controllers and other plugins. */
export const events = reading({ ...event, type: 'event' }, loadEvents);

export const services = { event: () => events };
