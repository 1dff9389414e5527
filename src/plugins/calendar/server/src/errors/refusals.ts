import type { TextKey, TextValues } from '../texts/text';
import { CalendarError, type Sentence } from './calendar-error';

/** A refusal whose code is also the name of its text. */
export const refuse = (status: number, code: TextKey, headers?: Record<string, string>) =>
  new CalendarError({ status, code, text: code, headers });

/** D9.2: all invalid parameters together, name → what is wrong. */
export const invalidParams = (params: Record<string, Sentence>) =>
  new CalendarError({
    status: 400,
    code: 'rest_invalid_param',
    text: 'rest_invalid_param',
    values: { names: Object.keys(params).join(', ') },
    params,
  });

/** D9.2: what was sent as `image` cannot be taken. */
export const refusedImage = (text: TextKey, values?: TextValues) =>
  invalidParams({ image: { text, values } });

/** D9.2: the required parameters that were not sent. */
export const missingParams = (names: string[]) =>
  new CalendarError({
    status: 400,
    code: 'rest_missing_callback_param',
    text: 'rest_missing_callback_param',
    values: { names: names.join(', ') },
    data: { params: names },
  });

export const noRoute = () => refuse(404, 'rest_no_route');

/** D9.1: the path exists, the method does not; `allow` lists those that do. */
export const methodNotAllowed = (allow: string[]) =>
  refuse(405, 'rest_no_route', { Allow: allow.join(', ') });

/** D9.8: seconds after which asking again may help. */
const RETRY_AFTER = '10';

export const unavailable = () => refuse(503, 'rest_unavailable', { 'Retry-After': RETRY_AFTER });

/** D9.8: nothing else is answered until the calendar has started. */
export const starting = () => refuse(503, 'rest_starting', { 'Retry-After': RETRY_AFTER });

/** Spec 7: another term has this slug. */
export const takenSlug = (slug: string) =>
  new CalendarError({
    status: 400,
    code: 'duplicate_term_slug',
    text: 'duplicate_term_slug',
    values: { slug },
  });

/** Spec 7: the term with this id has the same name. */
export const termExists = (term_id: number) =>
  new CalendarError({ status: 400, code: 'term_exists', text: 'term_exists', data: { term_id } });
