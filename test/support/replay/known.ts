/** What we serve beyond the peer (D4.7, D7.3, D14.8), by key; wherever it stands. */
export const EXTRAS = [
  ...['ticketed', 'event_status', 'attendance_mode', 'virtual_url', 'ticket_url', 'post_parent'],
  ...['language', 'translations', 'feed_url', 'external_id', 'source'],
  // A term is the same on its own and inside an event.
  ...['url', 'meta', 'term_group', 'term_taxonomy_id', 'filter', 'parent'],
];

/** What the peer says of itself and no client of an event calendar needs, by the end of its place. */
export const LEFT_OUT = [
  '_links.about',
  '_links.wp:post_type',
  '_links.curies',
  'targetHints',
  'embeddable',
  'additional_data',
  'details.all_day',
  'details.featured',
];

/** For search engines, which ask for other words today: only whether it is an object is compared. */
export const WORDED_ANEW = ['json_ld'];

/** Sentences, and addresses of WordPress's own interface. */
export const PROSE = ['message', 'params', '_links'];
