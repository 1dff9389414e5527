import { type FeedPlace, formatsOf } from '../settings/formats';
import { choice, flag } from './choice';

/** How the answer is written; clients of The Events Calendar say `ical=1`. An address that ends in a format, and then `format`, count first. */
export const formatParams = (place: FeedPlace) => ({
  format: choice(formatsOf(place)),
  ical: flag,
});
