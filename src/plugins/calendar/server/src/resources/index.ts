import { event } from './event';
import { category, tag } from './term';

/** Every resource that has routes. */
export const RESOURCES = [event, category, tag];
