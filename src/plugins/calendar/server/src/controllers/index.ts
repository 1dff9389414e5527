import { event } from '../resources/event';
import { category, tag } from '../resources/term';
import { categories, eventRecords, events, tags } from '../services';
import { RECORD_TYPES, type RecordType } from '../settings/record-types';
import { readingController } from './reading';
import { rightsOf } from './rights';
import { termReading } from './term-reading';
import { termWriting } from './term-writing';
import { writingController } from './writing';

/** What the routes of a type lead to. */
const HANDLERS: { [Type in RecordType]?: () => object } = {
  event: () => ({
    ...readingController({ ...event, type: 'event' }, events),
    ...writingController({ ...event, type: 'event' }, eventRecords),
  }),
  category: () => ({
    ...termReading(category, categories),
    ...termWriting(category, categories),
  }),
  tag: () => ({ ...termReading(tag, tags), ...termWriting(tag, tags) }),
};

const controllerOf = (type: RecordType) => () => ({ ...rightsOf(type), ...HANDLERS[type]?.() });

export const controllers = Object.fromEntries(
  RECORD_TYPES.map((type) => [type, controllerOf(type)]),
);
