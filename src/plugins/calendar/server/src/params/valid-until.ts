import type { Values } from '../content-types/rows';

/** D5.7: what is read by the clock, when it is not a plain date. */
const DATES = [
  ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
  ...['modified_after', 'modified_before'],
];

/** D5.4: the forms that say the same whenever they are read: dates, wall times, instants, UNIX seconds. */
const PLAIN = /^(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?|\d{8,10})$/;

/** Parameters with which an answer follows the clock to the second. */
const TO_THE_SECOND = ['strict_dates', 'only_with_upcoming'];

const SECOND = 1000;

/** A day of any zone begins at one of these moments, and so does a clock change. */
const QUARTER_HOUR = 15 * 60 * SECOND;

const followsSeconds = ([name, value]: [string, unknown]) =>
  TO_THE_SECOND.includes(name) ||
  (DATES.includes(name) && !(typeof value === 'string' && PLAIN.test(value)));

/**
 * D5.9: until when an answer holds that was begun at `now` (milliseconds), as far as the clock is
 * concerned: lists begin today unless they are told otherwise. At such a moment itself: no longer.
 */
export function validUntil(query: Values, now: number): number {
  const step = Object.entries(query).some(followsSeconds) ? SECOND : QUARTER_HOUR;
  return Math.ceil(now / step) * step;
}
