import { event } from '../resources/event';
import { events } from '../services';
import { readingController } from './reading';

export const controllers = { event: () => readingController(event, events) };
