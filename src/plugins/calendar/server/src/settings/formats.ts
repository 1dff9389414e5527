import type { RecordType } from './record-types';

/** Where a format is offered: the list of events, one event, or what events refer to (a venue, a tag …). */
export type FeedPlace = 'events' | 'event' | 'related';

interface Feed {
  /** How an address of this format ends. */
  suffix: string;
  /** RFC 6838: the media type by which it is asked for and sent. */
  type: string;
  places: readonly FeedPlace[];
  /** D6.1: the states of the events that it holds, whoever asks. */
  statuses: readonly string[];
}

/** What events are given out in besides JSON, by the word that `format` takes. */
export const FEEDS = {
  ics: {
    suffix: '.ics',
    type: 'text/calendar',
    places: ['events', 'event', 'related'],
    statuses: ['publish', 'future', 'private'],
  },
  rss: { suffix: '.rss', type: 'application/rss+xml', places: ['events'], statuses: ['publish'] },
  jsonfeed: {
    suffix: '.json',
    type: 'application/feed+json',
    places: ['events'],
    statuses: ['publish'],
  },
} as const satisfies Record<string, Feed>;

export type FeedFormat = keyof typeof FEEDS;

/** Those that tell of newly published events. */
export type NewsFormat = Exclude<FeedFormat, 'ics'>;

export type Format = 'json' | FeedFormat;

export const FEED_FORMATS = Object.keys(FEEDS) as FeedFormat[];

export const suffixOf = (format: FeedFormat): string => FEEDS[format].suffix;

/** Where a single record of a type is offered. */
export const placeOf = (type: RecordType): FeedPlace => (type === 'event' ? 'event' : 'related');

/** The formats that are offered at a place, JSON first. */
export const formatsOf = (place: FeedPlace): Format[] => [
  'json',
  ...FEED_FORMATS.filter((name) => (FEEDS[name].places as readonly FeedPlace[]).includes(place)),
];
