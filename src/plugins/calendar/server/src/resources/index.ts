import { event } from './event';

/** Every resource that has routes. */
export const RESOURCES = [event];
