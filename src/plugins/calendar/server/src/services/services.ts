import { event } from '../resources/event';
import { organizer } from '../resources/organizer';
import type { PostResource, TermResource } from '../resources/resource';
import { category, tag } from '../resources/term';
import { venue } from '../resources/venue';
import { loadEvents, loadOrganizers, loadVenues } from '../store/load';
import { type Load, type Readable, reading } from './reading';
import { termWriting } from './term-writing';
import { terms } from './terms';
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
