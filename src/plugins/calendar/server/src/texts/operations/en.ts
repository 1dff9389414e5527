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
  by_slug: 'The record is named by its slug in any language.',
};

/** What a group of operations is about. */
export const groups = {
  event: 'What happens, when, where, and by whom.',
  venue: 'Where events take place.',
  organizer: 'Who holds events.',
  category: 'What events are about, in a tree.',
  tag: 'Words about events.',
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
    '**Languages.** `/ar`, `/en`, `/fr` and `/es` before the path, or `i18n_language`, choose the language, else it is {language}. What lacks it is shown in another one, which `language` names.',
  languages_alone:
    '**Languages.** `/ar`, `/en`, `/fr` and `/es` before the path, or `i18n_language`, choose the language, else it is {language}. What lacks it is not in lists, and 404 on its own.',
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

export const units = { miles: 'miles', km: 'kilometres' };
