import { event } from '../resources/event';
import { events } from '../services';
import { RECORD_TYPES, type RecordType } from '../settings/record-types';
import { readingController } from './reading';
import { rightsOf } from './rights';

/** What the routes of a type lead to. */
const HANDLERS: { [Type in RecordType]?: () => object } = {
  event: () => readingController(event, events),
};

const controllerOf = (type: RecordType) => () => ({ ...rightsOf(type), ...HANDLERS[type]?.() });

export const controllers = Object.fromEntries(
  RECORD_TYPES.map((type) => [type, controllerOf(type)]),
);
