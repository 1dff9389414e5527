import { event } from '../resources/event';
import { organizer } from '../resources/organizer';
import type { PostResource } from '../resources/resource';
import { venue } from '../resources/venue';
import {
  eventRecords,
  events,
  organizerRecords,
  organizers,
  venueRecords,
  venues,
} from '../services';
import type { Readable, ReadingService } from '../services/reading';
import type { RecordsService } from '../services/records';
import { RECORD_TYPES, type RecordType } from '../settings/record-types';
import { readingController } from './reading';
import { rightsOf } from './rights';
import { writingController } from './writing';

/** What the routes of a type of posts lead to. */
const handlers = <Record extends Readable>(
  resource: PostResource<Record>,
  service: ReadingService<Record>,
  written: RecordsService<Record>,
) => ({ ...readingController(resource, service), ...writingController(resource, written) });

const HANDLERS: { [Type in RecordType]?: () => object } = {
  event: () => handlers(event, events, eventRecords),
  venue: () => handlers(venue, venues, venueRecords),
  organizer: () => handlers(organizer, organizers, organizerRecords),
};

const controllerOf = (type: RecordType) => () => ({ ...rightsOf(type), ...HANDLERS[type]?.() });

export const controllers = Object.fromEntries(
  RECORD_TYPES.map((type) => [type, controllerOf(type)]),
);
