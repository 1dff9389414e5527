import { event } from '../resources/event';
import { organizer } from '../resources/organizer';
import type { PostResource, TermResource } from '../resources/resource';
import { category, tag } from '../resources/term';
import { venue } from '../resources/venue';
import type { Readable } from '../services/reading';
import {
  categories,
  events,
  organizers,
  type PostService,
  type TermService,
  tags,
  venues,
} from '../services/services';
import { RECORD_TYPES, type RecordType } from '../settings/record-types';
import { pictureRights, rightsOf } from './caller-of';
import { changes } from './changes';
import { description } from './description';
import { feedKeys } from './feed-keys';
import { inFormats } from './feeds';
import { readingController, servedOne } from './reading';
import { servedTerm, termReading } from './term-reading';
import { writingController } from './writing';

/** What the routes of a type of posts lead to. */
const handlers = <Record extends Readable>(
  resource: PostResource<Record>,
  service: PostService<Record>,
) => ({
  ...inFormats(resource.type, readingController(resource, service), servedOne(resource, service)),
  ...writingController(resource, service),
});

const termHandlers = (resource: TermResource, service: TermService) => ({
  ...inFormats(resource.type, termReading(resource, service), servedTerm(resource, service)),
  ...writingController(resource, service),
});

const HANDLERS: { [Type in RecordType]?: () => object } = {
  event: () => handlers(event, events),
  venue: () => handlers(venue, venues),
  organizer: () => handlers(organizer, organizers),
  category: () => termHandlers(category, categories),
  tag: () => termHandlers(tag, tags),
};

const controllerOf = (type: RecordType) => () => ({ ...rightsOf(type), ...HANDLERS[type]?.() });

export const controllers = {
  ...Object.fromEntries(RECORD_TYPES.map((type) => [type, controllerOf(type)])),
  change: changes,
  description,
  feed: feedKeys,
  picture: pictureRights,
};
