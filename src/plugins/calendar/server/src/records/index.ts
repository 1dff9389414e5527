import { loadEvents, loadOrganizers, loadVenues } from '../listing/load';
import { event } from '../resources/event';
import type { PostResource, TermResource } from '../resources/resource';
import { category, tag } from '../resources/term';
import { organizer, venue } from '../resources/venue-organizer';
import { postsForPlugins, termsForPlugins } from './for-plugins';
import { type Load, type Readable, reading } from './reading';
import { terms, termWriting } from './terms';
import { writing } from './writing';

function posts<Record extends Readable>(resource: PostResource<Record>, load: Load<Record>) {
  const read = reading(resource, load);
  return { ...read, ...writing(resource, load, read) };
}

function ofTerms(resource: TermResource) {
  const read = terms(resource);
  return { ...read, ...termWriting(resource, read) };
}

/** A resource's service for controllers: records in and out, no HTTP. */
export type PostService<Record extends Readable> = ReturnType<typeof posts<Record>>;
export type TermService = ReturnType<typeof ofTerms>;

export const events = posts(event, loadEvents);
export const venues = posts(venue, loadVenues);
export const organizers = posts(organizer, loadOrganizers);
export const categories = ofTerms(category);
export const tags = ofTerms(tag);

/** `strapi.plugin('calendar').service('event')` and so on. */
export const services = {
  event: () => postsForPlugins(event, events),
  venue: () => postsForPlugins(venue, venues),
  organizer: () => postsForPlugins(organizer, organizers),
  category: () => termsForPlugins(category, categories),
  tag: () => termsForPlugins(tag, tags),
};
