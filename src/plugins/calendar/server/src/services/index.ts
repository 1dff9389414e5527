import { event } from '../resources/event';
import { loadEvents } from '../store/load-events';
import { reading } from './reading';
import { records } from './records';

/** The calendar without HTTP, for controllers and other plugins. */
export const events = reading({ ...event, type: 'event' }, loadEvents);

/** Events in whatever state, for those who write them. */
export const eventRecords = records('event', loadEvents);

export const services = { event: () => events };
