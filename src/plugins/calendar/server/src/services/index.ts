import { event } from '../resources/event';
import { organizer } from '../resources/organizer';
import { category, tag } from '../resources/term';
import { venue } from '../resources/venue';
import { postsForPlugins, termsForPlugins } from './for-plugins';
import { categories, events, organizers, tags, venues } from './services';

/** `strapi.plugin('calendar').service('event')` and so on. */
export const services = {
  event: () => postsForPlugins(event, events),
  venue: () => postsForPlugins(venue, venues),
  organizer: () => postsForPlugins(organizer, organizers),
  category: () => termsForPlugins(category, categories),
  tag: () => termsForPlugins(tag, tags),
};
