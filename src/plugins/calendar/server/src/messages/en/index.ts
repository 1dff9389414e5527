import type { RecordType } from '../../settings/record-types';
import { descriptions, headers } from './descriptions';
import { errors } from './errors';
import { groups, introduction, operations, parameters, units } from './operations';

/** English, and the shape of every language: the compiler names what another one lacks. */
export const en = {
  errors,
  descriptions,
  headers,
  operations,
  parameters,
  groups,
  introduction,
  units,

  /** What stands in place of a cost of nothing. */
  free: 'Free',

  /** Titles and summaries of the document, and what it says once. */
  headings: {
    title: 'Event calendar',
    about: 'Events with their venues, organizers, categories and tags, in several languages.',
    docs: 'The same as a page, to read and to try.',
    list: 'List {many}',
    create: 'Create {one}',
    read: 'Read {one}',
    update: 'Change {one}',
    delete: 'Delete {one}',
    by_slug: '{what}, by slug',
    put: 'Change or create {one}',
    by_external_id: '{what}, by external id',
    ics: '{what} as iCalendar',
    ics_of: 'Events of {what} as iCalendar',
    rss: '{what} newly published, as RSS',
    jsonfeed: '{what} newly published, as JSON Feed',
    as_patch: '{what}, as PATCH does',
    index: 'Read all routes and their arguments',
    changes: 'Read what has changed',
    batch: 'Send several requests at once',
    document: 'Read this document',
    forms:
      'In a form, the parts of a new record are named `venue[city]` or `organizer[0][email]`, and `custom_fields` is JSON text.',
    shortened: 'Shortened',
    answer: 'What was asked for.',
    unchanged: 'Nothing has changed since the version that `If-None-Match` names.',
    made: 'What was made.',
    changed: 'The record after the change.',
    deleted: 'The record that was deleted.',
    token: 'An API token of Strapi.',
    jwt: 'A JWT of Users & Permissions, from `POST /api/auth/local`.',
    basic: 'An API token as the password; the name does not matter.',
    key: 'The key of a personal feed, from `POST /feeds`.',
  },

  /** A record type, or a personal feed, in a sentence: one of them, and all of them. */
  types: {
    event: { one: 'an event', many: 'events' },
    venue: { one: 'a venue', many: 'venues' },
    organizer: { one: 'an organizer', many: 'organizers' },
    category: { one: 'a category', many: 'categories' },
    tag: { one: 'a tag', many: 'tags' },
    feed: { one: 'a personal feed', many: 'personal feeds' },
  } satisfies Record<RecordType | 'feed', { one: string; many: string }>,

  /** What the page at `/docs` says itself; all else it takes from the document. */
  page: {
    title: 'Event calendar: the interface',
    languages: 'Language',
    subscribe: 'Subscribe to the events:',
    calendar_program: 'Calendar program',
    search: 'Search the operations',
    hint: 'Words of a path, a name, a field or a description.',
    found: 'Operations found: {count}',
    nothing: 'Nothing found. Try fewer words, or others.',
    document: 'OpenAPI document',
    noscript:
      'Browsing and trying out the operations needs JavaScript. The OpenAPI document says the same without it.',
  },

  /** What the pages of events say; people read them. */
  event_page: {
    languages: 'Language',
    no_date: 'The date is not set yet.',
    all_day: 'All day',
    untitled: 'Without a title',
    now: 'Now',
    over: 'Over',
    canceled: 'Canceled',
    postponed: 'Postponed',
    online: 'Online',
    mixed: 'On site and online',
    where: 'Where',
    map: 'Show on a map',
    join: 'Join online',
    organizers: 'Organizers',
    cost: 'Cost',
    tickets: 'Tickets',
    categories: 'Categories',
    tags: 'Tags',
    website: 'Website',
    only_in: 'There is only a version in this language: {language}.',
    calendars: 'Calendars',
    add: 'Add this event to a calendar',
    file: 'Apple and others (.ics)',
    subscribe: 'Subscribe to all events',
    program: 'Apple and others',
    not_found: 'Nothing is here',
    not_found_hint:
      'The event that stood here may have been removed, or a part of the address is missing.',
    not_public: 'This is not public',
    not_public_hint: 'What stands at this address is not shown to everybody, or not any more.',
    failed: 'This did not work',
    protected: 'A password is needed',
    protected_hint: 'This event can be read with its password.',
    password: 'Password',
    wrong_password: 'That is not the password.',
    open: 'Open',
    preview: 'A preview, which is not public. Its link leads here until {until}.',
    link_ended:
      'This link has ended, or a part of it is missing. Ask whoever sent it for a new one.',
  },

  /** What a feed is called, and what its subscribers are told. */
  feeds: {
    events: 'Events',
    news: 'New events',
    cut: 'Only the first {shown} of {total} events are in this calendar. Filters in its address make it shorter.',
  },

  /** One record of each type, as the document shows them. */
  examples: {
    event: {
      title: 'Chess in the square',
      description: 'Bring a board, or play on one of ours.',
      excerpt: 'An evening of chess in the open air.',
      timezone: 'Europe/London',
      cost: '£5',
      level: { label: 'Level', value: 'All levels' },
    },
    venue: {
      venue: 'Gillett Square',
      description: 'An open square with benches and trees.',
      address: '1 Gillett Street',
      city: 'London',
      country: 'United Kingdom',
      zip: 'N16 8JH',
      geo_lat: 51.5492,
      geo_lng: -0.0754,
    },
    organizer: {
      organizer: 'Friday Chess Club',
      description: 'We meet every Friday.',
    },
    category: { name: 'Games', description: 'Board games, card games and chess.' },
    tag: { name: 'outdoors', description: 'In the open air.' },
    feed: { name: 'My phone' },
  },
};

/** Everything that people are told, in one language. */
export type Messages = typeof en;
