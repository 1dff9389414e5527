import { CalendarError } from '../errors/calendar-error';

/** What a request may say at most; parsers would cut the rest without a word. */
export const MOST_VALUES = 10_000;
export const MOST_ITEMS = 1000;
export const DEEPEST = 20;

export const tooComplex = () =>
  new CalendarError({ status: 400, code: 'rest_bad_request', text: 'body.too_complex' });
