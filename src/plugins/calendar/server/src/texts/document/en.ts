/** Titles, summaries, and what is said once of the whole interface. */
export const headings = {
  title: 'Event calendar',
  about:
    'Events with their venues, organizers, categories and tags, in Arabic, English, French and Spanish.',
  docs: 'The same as a page, to read and to try.',
  list: 'List {many}',
  create: 'Create {one}',
  read: 'Read {one}',
  update: 'Change {one}',
  delete: 'Delete {one}',
  by_slug: '{what}, by slug',
  ics: '{what} as iCalendar',
  ics_of: 'Events of {what} as iCalendar',
  rss: '{what} newly published, as RSS',
  jsonfeed: '{what} newly published, as JSON Feed',
  as_patch: '{what}, as PATCH does',
  index: 'Read all routes and their arguments',
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
};

/** What the headers of answers mean. */
export const headers = {
  'X-Request-Id': 'Id of the request in the log: the one that was sent, or a new one.',
  'X-TEC-API-VERSION': 'Version of the interface.',
  'X-TEC-API-ROOT': 'Address where the interface begins, as the caller used it.',
  'X-TEC-API-ORIGIN': 'Address of the host.',
  'Cache-Control': 'Who may keep the answer.',
  Vary: 'Headers of the request on which the answer depends.',
  'Content-Language': 'Language of the record that is shown, else the one asked for.',
  'X-TEC-Total': 'Number of records on all pages.',
  'X-TEC-TotalPages': 'Number of pages.',
  Link: 'Other addresses (RFC 8288): of a list its first, previous, next and last page, unless they would be too long, and of events and records that everybody may read their feeds (`alternate`); where an alias stands below `/wp-json`, what clients of WordPress ask first, `https://api.w.org/`.',
  ETag: 'Version of the answer, for If-None-Match and If-Match.',
  Location: 'Address of the new record in this interface.',
  Allow: 'Methods that this address knows.',
  'WWW-Authenticate': 'How to send credentials.',
  'Retry-After': 'Seconds to wait before asking again.',
  'RateLimit-Limit':
    'Requests that the caller may make in each window; absent where they are not counted.',
  'RateLimit-Remaining': 'Requests left in this window.',
  'RateLimit-Reset': 'Seconds until the next window begins.',
};

/** A record type in a sentence: one of them, and all of them. */
export const types = {
  event: { one: 'an event', many: 'events' },
  venue: { one: 'a venue', many: 'venues' },
  organizer: { one: 'an organizer', many: 'organizers' },
  category: { one: 'a category', many: 'categories' },
  tag: { one: 'a tag', many: 'tags' },
};
