import type { RecordType } from '../../src/plugins/calendar/server/src/settings/record-types';
import { categories, type SampleCategory } from './categories';
import { events } from './events/all-events';
import type { SampleEvent } from './events/sample-event';
import { organizers, type SampleOrganizer } from './organizers';
import type { PictureKey } from './pictures/pictures';
import type { Texts } from './shapes';
import { tags } from './tags';
import { type Times, timesOf } from './times';
import { type SampleVenue, venues } from './venues';

/** The context from which a record's values are computed: the day, and the records and pictures loaded before. */
export type Surroundings = {
  now: Date;
  /** The public id of a loaded record; undefined if a user has deleted it. */
  idOf: (type: RecordType, key: string) => number | undefined;
  /** The file id of a picture; undefined if a user has deleted it. */
  fileOf: (key: PictureKey) => number | undefined;
};

type Values = Record<string, unknown>;

export type SampleRecord = {
  type: RecordType;
  key: string;
  texts: Texts<Values>;
  /** Values shared by all languages. */
  shared: (around: Surroundings) => Values;
  /** An event's dates, relative to the day of loading. */
  times?: (now: Date) => Times;
};

const pictured = (picture: PictureKey | undefined, { fileOf }: Surroundings): Values => {
  const image = picture && fileOf(picture);
  return image ? { image } : {};
};

const categoryRecords = Object.entries<SampleCategory>(categories).map(
  ([key, { parent, color, texts }]): SampleRecord => ({
    type: 'category',
    key,
    texts,
    shared: ({ idOf }) => ({ color, parent: (parent && idOf('category', parent)) ?? null }),
  }),
);

const tagRecords = Object.entries(tags).map(
  ([key, texts]): SampleRecord => ({ type: 'tag', key, texts, shared: () => ({}) }),
);

const placeRecords = (type: 'venue' | 'organizer', places: typeof venues | typeof organizers) =>
  Object.entries<SampleVenue | SampleOrganizer>(places).map(
    ([key, { picture, details, texts }]): SampleRecord => ({
      type,
      key,
      texts,
      shared: (around) => ({ ...details, ...pictured(picture, around) }),
    }),
  );

function sharedOf(event: SampleEvent, around: Surroundings): Values {
  const idsOf = (type: RecordType, keys: string[] = []) =>
    keys.map((key) => around.idOf(type, key)).filter((id) => id !== undefined);
  return {
    ...event.details,
    ...timesOf(event.when, event.timezone, around.now),
    ...pictured(event.picture, around),
    timezone: event.timezone,
    venue: idsOf('venue', event.venue),
    organizer: idsOf('organizer', event.organizer),
    categories: idsOf('category', event.categories),
    tags: idsOf('tag', event.tags),
    post_parent: (event.partOf && around.idOf('event', event.partOf)) ?? null,
  };
}

const eventRecords = events.map(
  (event): SampleRecord => ({
    type: 'event',
    key: event.key,
    texts: event.texts,
    shared: (around) => sharedOf(event, around),
    times: (now) => timesOf(event.when, event.timezone, now),
  }),
);

/** All sample records; referenced records come before those that refer to them. */
export const sampleRecords: SampleRecord[] = [
  ...categoryRecords,
  ...tagRecords,
  ...placeRecords('venue', venues),
  ...placeRecords('organizer', organizers),
  ...eventRecords,
];
