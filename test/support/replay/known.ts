/** Keys that the peer does not have (D4.7, D7.3, D14.8), wherever they occur. */
export const EXTRAS = [
  ...['ticketed', 'event_status', 'attendance_mode', 'virtual_url', 'ticket_url', 'post_parent'],
  ...['language', 'translations', 'feed_url', 'external_id', 'source'],
  // Terms inside events have all of their own keys.
  ...['url', 'meta', 'term_group', 'term_taxonomy_id', 'filter', 'parent'],
];

/** Ends of the peer's keys that describe WordPress itself, which no calendar client needs. */
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

/** Keys for search engines, whose requirements have changed; only whether they are objects is compared. */
export const WORDED_ANEW = ['json_ld'];

/** Keys with sentences, or with URLs of WordPress's own API. */
export const PROSE = ['message', 'params', '_links'];
