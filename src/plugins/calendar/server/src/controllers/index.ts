import { event } from '../resources/event';
import { organizer } from '../resources/organizer';
import type { PostResource } from '../resources/resource';
import { category, tag } from '../resources/term';
import type { TermResource } from '../resources/term-resource';
import { venue } from '../resources/venue';
import {
  categories,
  eventRecords,
  events,
  organizerRecords,
  organizers,
  tags,
  venueRecords,
  venues,
} from '../services';
import type { Readable, ReadingService } from '../services/reading';
import type { RecordsService } from '../services/records';
import { RECORD_TYPES, type RecordType } from '../settings/record-types';
import { changes } from './changes';
import { description } from './description';
import { feedKeys } from './feed-keys';
import { inFormats } from './feeds';
import { readingController, servedOne } from './reading';
import { pictureRights, rightsOf } from './rights';
import { servedTerm, termReading } from './term-reading';
import { termWriting } from './term-writing';
import { writingController } from './writing';

/** What the routes of a type of posts lead to. */
const handlers = <Record extends Readable>(
  resource: PostResource<Record>,
  service: ReadingService<Record>,
  written: RecordsService<Record>,
) => {
  const served = servedOne(resource, service);
  return {
    ...inFormats(resource.type, readingController(resource, service), served),
    ...writingController(resource, { service: written, served }),
  };
};

const termHandlers = (resource: TermResource, service: typeof categories) => ({
  ...inFormats(resource.type, termReading(resource, service), servedTerm(resource, service)),
  ...termWriting(resource, service),
});

const HANDLERS: { [Type in RecordType]?: () => object } = {
  event: () => handlers(event, events, eventRecords),
  venue: () => handlers(venue, venues, venueRecords),
  organizer: () => handlers(organizer, organizers, organizerRecords),
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
