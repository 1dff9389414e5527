/** What a caller must know of each parameter; `events.` before a name: there only, `terms.`: of categories and tags. */
export const en = {
  namespace: 'Which index to return; by default that of this address.',
  context: 'Accepted for old clients; changes nothing.',
  i18n_language:
    'Language of contents, messages and descriptions. By default that of the address, else {language}.',
  page: 'Which page of the list to return, from 1. One beyond the last is 404.',
  'terms.page': 'Which page of the list to return, from 1. One beyond the last is an empty list.',
  per_page:
    'Records on a page: 10 by default, at most {most}; more are cut without a word. Follow `next_rest_url` until it is absent.',
  id: 'Id of the record, the same in all languages.',
  'path.slug': 'Slug of the record in any of its languages, percent-encoded.',
  password: 'Password that opens a protected event; without it such an event is 403.',
  'events.format':
    '`json`, the default, or another format; the same as that end of the address (`/events.ics`, `/events.rss`; `/events.json` is `jsonfeed`). It counts before `ical` and `Accept`.',
  format:
    '`json`, the default, or another format; the same as that end of the address (`/events.ics`). It counts before `ical` and `Accept`.',
  ical: '`ical=1` means `format=ics`: events as iCalendar, as clients of The Events Calendar say it.',
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
    'Only events below the parent event with this id. One that leads nowhere is 400.',
  'events.include':
    'Only events with these ids, with commas between, at most {ids}. Dates are then ignored, and ids that lead nowhere are just not found.',
  'events.ticketed':
    'With `true` only events that have a `ticket_url`, with `false` only the others.',
  'events.venue':
    'Only events at one of the venues with these ids, with commas between, at most {ids}. One that leads nowhere is 400.',
  'events.organizer':
    'Only events by one of the organizers with these ids, with commas between, at most {ids}. One that leads nowhere is 400.',
  'events.featured': 'With `true` only featured events, with `false` only the others.',
  'events.categories':
    'Only events in one of these categories or below it: ids, slugs or names in any language, with commas between, at most {ids}. What leads nowhere is 400.',
  'events.tags':
    'Only events with one of these tags: ids, slugs or names in any language, with commas between, at most {ids}. What leads nowhere is 400.',
  'events.hide_from_listings':
    'With `true` only events that are hidden from lists; for callers with the right `findUnpublished`, ignored for all others.',
  event:
    'Only records that the event with this id refers to. An event that the caller may not open is 400.',
  has_events:
    'With `true` only records that a published event refers to, with `false` only the others.',
  only_with_upcoming:
    'With `true` only records of an event that is still to begin. By default, and with `false`, it asks for nothing.',
  'events.orderby':
    'What to sort by: `start` (the default), `title` (as it is shown, case and accents apart), `modified`, `date` (of publication) or `distance`, which needs `geoloc_lat` and `geoloc_lng`; what is alike goes by id. With `include` the default is `date`. `start_date` means `start`; other names that WordPress knows change nothing.',
  orderby:
    'What to sort by: `date` (of publication, the default), `title` (the name as it is shown, case and accents apart) or `modified`; what is alike goes by id. Other names that WordPress knows change nothing.',
  order:
    'Direction of sorting: `asc`, the default, or `desc`, also among what is alike; `date` begins with the newest unless it says `asc`.',
  'terms.exclude':
    'All terms but these: ids, slugs or names, with commas between, at most {ids}. What leads nowhere is 400.',
  'terms.include':
    'Only these terms: ids, slugs or names, with commas between, at most {ids}. What leads nowhere is 400.',
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
