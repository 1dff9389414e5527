/** What an operation does, refuses and answers; of updates and deletes the whole text is several of these. */
export const operations = {
  index: 'Every route with its methods and arguments, as clients of WordPress read it.',
  document: 'The interface as an OpenAPI 3.1 document, in the language of the address.',
  'list.event':
    'Published events, by their start. Without dates: what starts from today (in {zone}) until 24 months from now. What is running already comes along with `ends_after=yesterday`, or to the second with `ends_after=now&strict_dates=true`. Several values of one parameter mean any of them, several parameters all of them. Events hidden from lists are left out.',
  'list.venue': 'Published venues, the newest first.',
  'list.organizer': 'Published organizers, the newest first.',
  'list.category':
    'Categories by name, each with the number of its events. Those without one are left out unless `hide_empty=false` is sent.',
  'list.tag':
    'Tags by name, each with the number of their events. Those without one are left out unless `hide_empty=false` is sent.',
  'create.event':
    'Creates an event; venues, organizers, categories and tags can be made along, all in one transaction. It is published at once, or at its `date`; of callers without the right `publish` it becomes a draft. Publishing it also publishes those of its venues and organizers that are not, where the caller may.',
  'create.venue':
    'Creates a venue. It is published at once, or at its `date`; of callers without the right `publish` it becomes a draft.',
  'create.organizer':
    'Creates an organizer. It is published at once, or at its `date`; of callers without the right `publish` it becomes a draft.',
  'create.category':
    'Creates a category. A name that another category with the same parent has is 400 `term_exists`, with its id in `data.term_id`.',
  'create.tag':
    'Creates a tag. A name that another tag has is 400 `term_exists`, with its id in `data.term_id`.',
  'read.event':
    'One event, in the language asked for, or in another where it lacks that one. What is not published is 403 for callers who may not see it, and so is a protected event without its `password`.',
  'read.venue':
    'One venue, in the language asked for, or in another where it lacks that one. What is not published is 403 for callers who may not see it.',
  'read.organizer':
    'One organizer, in the language asked for, or in another where it lacks that one. What is not published is 403 for callers who may not see it.',
  'read.category':
    'One category, in the language asked for, or in another where it lacks that one.',
  'read.tag': 'One tag, in the language asked for, or in another where it lacks that one.',
  update:
    'Changes only what is sent: what is left out or `null` stays, `""` clears. Texts go to the language of the address, all else to every language. With `If-Match` it is done only when nobody else has changed the record meanwhile. The answer is the record after the change.',
  'update.patch': 'POST and PUT at this address do the same.',
  'update.put': 'PUT merges as PATCH does: it does not replace the record.',
  'update.post': 'The same as PATCH, for callers who can only POST.',
  'delete.post':
    'Moves the record to the trash, in all languages; a `status` sent to it brings it back. The answer is the record; again it is 410.',
  'delete.category':
    'Deletes the category for good and takes it off its events; there is no trash for it. Categories below it move up to its parent. The answer is what it was; again it is 404.',
  'delete.tag':
    'Deletes the tag for good and takes it off its events; there is no trash for it. The answer is what it was; again it is 404.',
  'ics.events':
    'The list of events as a calendar (RFC 5545) for calendar programs, with the same filters. Without dates: what is running, what is to come within 24 months and what ended in the last 30 days. At most 2,000 events; a calendar that is cut says so. Drafts are never in it, and of protected events only title and times.',
  'ics.event': 'One event as a calendar (RFC 5545). A draft is 403.',
  'ics.related':
    'The events of this record as a calendar (RFC 5545), with the filters of the list.',
  'rss.events':
    'The newly published events of the list as RSS 2.0, with the same filters, the latest first: 50 on a page, or `per_page`. Without dates: what is to come within 24 months. Drafts and hidden events are never in it, and of protected events only title and times.',
  'jsonfeed.events': 'The same as JSON Feed 1.1; `_event` says when and where each event is.',
  'feeds.list': 'The personal feeds of the caller, without their keys, which are told once.',
  'feeds.create':
    'Makes a personal feed: a key that reads feeds, and nothing else, with the rights that the caller has at the moment it is used. The key and its addresses are in this answer only. It ends when it is revoked, and with its maker. 100 for each caller; one more is 400.',
  'feeds.delete':
    'Revokes one of the caller’s personal feeds: its addresses are 401 from now on. The answer is what it was; again it is 404, as is somebody else’s.',
  changes:
    'Which records have changed since a cursor, a line each, the longest ago first: id, type, revision and languages, and `deleted` for what is gone or stands in no list of this caller’s any more. Begin without `since`: that gives a cursor and no lines. Then read the lists, and from then on ask here, follow `next_rest_url` while there is one, and keep the last `cursor`. A line says that the record itself has changed: venues, organizers and terms have lines of their own; counts and settings have none. A cursor holds for 30 days, until a restore, and until the rights of its caller change: then it is 410 `rest_cursor_expired`, and the lists are to be read again.',
  batch:
    'Sends up to 100 requests in one, which are answered one after the other, in order, each as if it had come alone: it needs the rights, counts for the limit of requests, and is stored or refused by itself, whatever becomes of the others. `path` is below the same address, whose language holds for all. Who asks is said once, for all; `headers` takes `If-Match`, `If-None-Match` and `Idempotency-Key`. There are no files in it. What was not begun when the time of an answer was over is 503 and can be sent again; with an `Idempotency-Key` so can a whole batch. A batch in which a request cannot be read is 400 and names its place, such as `requests[3].method`; then nothing is done.',
  'put.slug':
    'With `If-None-Match: *` it only creates: 201, or 412 when there is such a record, also one in the trash. Without it PUT merges as PATCH does, and is 404 where there is none.',
  'put.external_id':
    'Creates the record when there is none (201), or else changes it as PATCH does (200): the same request may be sent again and again. With `If-None-Match: *` it only creates, with `If-Match` it only changes; else 412. What is in the trash stays there until `status` is sent.',
  by_external_id:
    'The record is named by what another system calls it, and by `source`, which system that is.',
  by_slug: 'The record is named by its slug in any language.',
};

/** What a caller must know of each parameter; `events.` before a name: there only, `terms.`: of categories and tags. */
export const parameters = {
  namespace: 'Which index to return; by default that of this address.',
  context: 'Accepted for old clients; changes nothing.',
  i18n_language:
    'Language of contents, messages and descriptions. By default that of the address, else {language}.',
  page: 'Which page of the list to return, from 1. One beyond the last is 404.',
  'terms.page': 'Which page of the list to return, from 1. One beyond the last is an empty list.',
  per_page:
    'Records on a page: 10 by default, at most {most}; more are cut without a word. Follow `next_rest_url` until it is absent.',
  id: 'Id of the record, the same in all languages.',
  'feeds.id': 'Id of the personal feed.',
  'path.slug': 'Slug of the record in any of its languages, percent-encoded.',
  'path.external_id': 'What another system calls the record, percent-encoded.',
  'path.source':
    'The system that the external id is of; a body may say it as well. Left out it is none, which is a system of its own.',
  'put.If-None-Match': 'Only `*`: the record must not exist yet, else the answer is 412.',
  'events.external_id':
    'Only events that another system calls exactly so; with `source`, of that system. The default of `start_date` then does not apply.',
  external_id: 'Only records that another system calls exactly so; with `source`, of that system.',
  source: 'Only records that come from exactly this system.',
  password: 'Password that opens a protected event; without it such an event is 403.',
  'events.format':
    '`json`, the default, or another format; the same as that end of the address (`/events.ics`, `/events.rss`; `/events.json` is `jsonfeed`). It counts before `ical` and `Accept`.',
  format:
    '`json`, the default, or another format; the same as that end of the address (`/events.ics`). It counts before `ical` and `Accept`.',
  ical: '`ical=1` means `format=ics`: events as iCalendar, as clients of The Events Calendar say it.',
  'Idempotency-Key':
    'A text of the caller’s own, such as a UUID: a repeated write with the same key is done once, and answered as it was the first time, within 24 hours. Of another request it is 422, and 409 while the first one is being answered; what was refused is not kept. Only for callers with credentials.',
  'If-Match':
    'ETag of the version to be changed, as it was answered last; a weak one (`W/"…"`) counts too. When the record has changed since, the answer is 412 and nothing is changed.',
  'If-None-Match':
    'ETag of the version that the caller has; while it holds, the answer is 304, without a body.',
  _fields:
    'Only these keys of the answer, with commas between, dotted for what lies within: `id,image.url`; of lists `total,events.title`. Refusals stay whole.',
  _envelope:
    'Sent with any value: the answer is always 200, and its body holds `body`, `status` and `headers`.',
  _method:
    'Method that this POST means, for callers who can send no other; the header `X-HTTP-Method-Override` does the same.',
  'events.start_date':
    'Only events that start on or after this date, read in {zone} unless it has an offset. By default today: what is running already is left out; `ends_after=yesterday` has it too. Forms: `2027-01-31`, `2027-01-31 18:30:00`, ISO 8601, UNIX seconds, `now`, `tomorrow`, `+1 week`, `first day of next month`.',
  'events.end_date':
    'Only events that end on or before this date, read in {zone} unless it has an offset. By default 24 months from today. Neither default applies beside `starts_before`, `starts_after`, `ends_before`, `ends_after` or `include`.',
  'events.starts_before':
    'Only events that start before the end of this day in {zone}; with `strict_dates`, before this moment. Forms as of `start_date`, whose default then does not apply.',
  'events.starts_after':
    'Only events that start after the end of this day in {zone}; with `strict_dates`, after this moment. Forms as of `start_date`, whose default then does not apply.',
  'events.ends_before':
    'Only events that end before the end of this day in {zone}; with `strict_dates`, before this moment. Forms as of `start_date`, whose default then does not apply.',
  'events.ends_after':
    'Only events that end after the end of this day in {zone}; with `strict_dates`, after this moment. What is running now: `starts_before=now&ends_after=now&strict_dates=true`; with all that is to come: `ends_after=now&strict_dates=true`.',
  'events.strict_dates':
    'Whether the six dates count to the second. By default each covers its whole day in {zone}.',
  'events.search':
    'Only events with all these words in title, excerpt or description; `"a phrase"` together, `-word` not at all. Case and accents make no difference. At most {search} characters; with more than 9 words and phrases, or more than 3 excluded ones, the whole text is one phrase.',
  'venues.search':
    'Only venues with all these words in name, description, address or contacts; `"a phrase"` together, `-word` not at all. Case and accents make no difference. At most {search} characters; with more than 9 words and phrases, or more than 3 excluded ones, the whole text is one phrase.',
  'organizers.search':
    'Only organizers with all these words in name, description or contacts; `"a phrase"` together, `-word` not at all. Case and accents make no difference. At most {search} characters; with more than 9 words and phrases, or more than 3 excluded ones, the whole text is one phrase.',
  'terms.search':
    'Only terms with all these words in name or slug; `"a phrase"` together, `-word` not at all. Case and accents make no difference. At most {search} characters; with more than 9 words and phrases, or more than 3 excluded ones, the whole text is one phrase.',
  'events.geoloc':
    'With `true` only events whose venue has coordinates, with `false` only the others.',
  'events.geoloc_lat':
    'Latitude in degrees around which to look for events. Without `geoloc_lng` it is 400.',
  'events.geoloc_lng':
    'Longitude in degrees around which to look for events. Without `geoloc_lat` it is 400.',
  'events.geoloc_radius': 'How far from the point a venue may lie, in {unit}. By default {radius}.',
  status:
    'Only records in this state. Everybody may ask for `publish`, the default; callers with the right `findUnpublished` for several of `publish`, `future`, `draft`, `pending`, `private` and `trash`, with commas between, and without this parameter they have all but `trash`.',
  'events.post_parent':
    'Only events below the parent event with this id. One that matches no record is 400.',
  'events.include':
    'Only events with these ids, with commas between, at most {ids}. Dates are then ignored, and unknown ids are just not found.',
  'events.ticketed':
    'With `true` only events that have a `ticket_url`, with `false` only the others.',
  'events.venue':
    'Only events at one of the venues with these ids, with commas between, at most {ids}. One that matches no record is 400.',
  'events.organizer':
    'Only events by one of the organizers with these ids, with commas between, at most {ids}. One that matches no record is 400.',
  'events.featured': 'With `true` only featured events, with `false` only the others.',
  'events.categories':
    'Only events in one of these categories or below it: ids, slugs or names in any language, with commas between, at most {ids}. What matches no record is 400.',
  'events.tags':
    'Only events with one of these tags: ids, slugs or names in any language, with commas between, at most {ids}. What matches no record is 400.',
  'events.hide_from_listings':
    'With `true` only events that are hidden from lists; for callers with the right `findUnpublished`, ignored for all others.',
  event:
    'Only records that the event with this id refers to. An event that the caller may not open is 400.',
  has_events:
    'With `true` only records that a published event refers to, with `false` only the others.',
  only_with_upcoming:
    'With `true` only records of an event that is still to begin. By default, and with `false`, it asks for nothing.',
  'changes.since':
    'Cursor of the last answer. Without it the answer is a cursor to begin with, and no lines.',
  'changes.per_page': 'Lines on a page: 1,000 by default and at most; more are cut without a word.',
  'events.modified_after':
    'Only events that were changed after this moment, read in UTC unless it has an offset; to be compared with `modified_utc`. Forms as of `start_date`, whose default then does not apply; a day without a time is its midnight. Records that are gone are told by `/changes`.',
  modified_after:
    'Only records that were changed after this moment, read in UTC unless it has an offset; to be compared with `modified_utc`. Forms as of the other dates; a day without a time is its midnight. Records that are gone are told by `/changes`.',
  modified_before: 'Only records that were changed before this moment; read as `modified_after`.',
  'events.orderby':
    'What to sort by: `start` (the default), `title` (as it is shown, case and accents apart), `modified`, `date` (of publication) or `distance`, which needs `geoloc_lat` and `geoloc_lng`; what is alike goes by id. With `include` the default is `date`. `start_date` means `start`; other names that WordPress knows change nothing.',
  orderby:
    'What to sort by: `date` (of publication, the default), `title` (the name as it is shown, case and accents apart) or `modified`; what is alike goes by id. Other names that WordPress knows change nothing.',
  order:
    'Direction of sorting: `asc`, the default, or `desc`, also among what is alike; `date` begins with the newest unless it says `asc`.',
  'terms.exclude':
    'All terms but these: ids, slugs or names, with commas between, at most {ids}. What matches no record is 400.',
  'terms.include':
    'Only these terms: ids, slugs or names, with commas between, at most {ids}. What matches no record is 400.',
  'terms.order': 'Direction of sorting, `asc` by default.',
  'terms.orderby':
    'What to sort by, `name` by default; `include` keeps the order of that parameter, `none` sorts by id.',
  'terms.hide_empty':
    'Whether to leave out terms without an event that everybody may open; so it is by default.',
  'categories.parent':
    'Only categories right below the parent category with this id; 0 is the top.',
  'terms.post': 'The same as `event`, which counts when both are sent.',
  'terms.slug': 'Only terms with this slug in any language. An unknown one gives an empty list.',
};

/** What a group of operations is about. */
export const groups = {
  event: 'What happens, when, where, and by whom.',
  venue: 'Where events take place.',
  organizer: 'Who holds events.',
  category: 'What events are about, in a tree.',
  tag: 'Words about events.',
  feed: 'Addresses with a key, for calendar programs, which cannot send a token.',
  batch: 'Several requests in one.',
  changes: 'What has changed, for those who keep a copy.',
  description: 'What this interface can do.',
};

/** How to begin: a paragraph each, in this order; of two for one thing the site's settings choose. */
export const introduction = {
  token:
    '**Token.** Reading what is published needs none. To write, send `Authorization: Bearer …` with an API token (from the admin: Settings, API Tokens) or with the JWT that `POST /api/auth/local` gives for `identifier` and `password`. HTTP Basic takes an API token as the password.',
  paging:
    '**Paging.** Lists have 10 records a page, with `per_page` up to {most}. Follow `next_rest_url` until it is absent; `total` and `X-TEC-Total` count the records of all pages.',
  errors:
    '**Errors.** A refusal is `{"code", "message", "data": {"status", "params"}}`. The code is the same in all languages; `data.params` says by name what is wrong with each parameter. Unknown parameters are ignored.',
  dates:
    '**Dates.** Dates without an offset are read in {zone}, those of an event in its own `timezone`; answers give both, and UTC. A list of events without dates begins today and ends in 24 months.',
  languages:
    '**Languages.** {paths} before the path, or `i18n_language`, choose the language, else it is {language}. What lacks it is shown in another one, which `language` names.',
  languages_alone:
    '**Languages.** {paths} before the path, or `i18n_language`, choose the language, else it is {language}. What lacks it is not in lists, and 404 on its own.',
  versions:
    '**Versions.** Every record that is read, created or changed comes with an `ETag`. Sent back as `If-Match` with a change, it keeps two writers from overwriting each other: the second gets 412.',
  feeds:
    '**Personal feeds.** Calendar programs cannot send a token: `POST /feeds` (with `name`) gives a `key` that reads feeds with your rights, as `?key=…` in their addresses. `GET /feeds` lists yours, `DELETE /feeds/12` revokes one.',
  limits:
    '**Limits.** {requests} requests in {window} seconds for each caller; without a token, one that keeps the database busy can count more than once. Beyond that, and when the service is busy, the answer is 429 or 503, with `Retry-After` in seconds. A body holds at most {body} kB, pictures included.',
  limits_of_bodies:
    '**Limits.** When the service is busy the answer is 503, with `Retry-After` in seconds. A body holds at most {body} kB, pictures included.',
  conventions:
    '**Conventions.** HEAD is answered as GET, without a body; OPTIONS with 204 and `Allow`. Other addresses and methods than those below are answered as the responses `NoRoute` and `MethodNotAllowed` say.',
};

export const units = {
  miles: 'miles',
  km: 'kilometres',
};
