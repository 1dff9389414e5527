import { z } from 'zod';
import type { Values } from '../content-types/rows';
import type { Language } from '../settings/languages';
import { type Message, type MessageKey, type MessageValues, t } from './t';

/** D9.5: what every refusal answers. */
export const ErrorPayload = z.object({
  code: z.string(),
  message: z.string(),
  data: z.object({
    status: z.int(),
    params: z.xor([z.array(z.string()), z.record(z.string(), z.string())]).optional(),
    details: z.array(z.unknown()).optional(),
    term_id: z.int().optional(),
  }),
});
export type ErrorPayload = z.infer<typeof ErrorPayload>;

export interface Refusal extends Message {
  status: number;
  code: string;
  /** Goes into the answer's `data`, beside `status`. */
  data?: Values;
  /** D9.2: name → what is wrong with it; becomes `data.params`. */
  params?: Record<string, Message>;
  headers?: Record<string, string>;
}

/** D9.5: a refusal that the caller is told about. */
export class CalendarError extends Error implements Message {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = 'CalendarError';
    this.refusal = refusal;
  }

  get text() {
    return this.refusal.text;
  }

  get status() {
    return this.refusal.status;
  }
}

/** D9.5: `{code, message, data: {status, …}}` in the language. */
export function errorBody({ refusal }: CalendarError, language: Language): ErrorPayload {
  const say = (message: Message) => t(language, message.text, message.values);
  const params =
    refusal.params &&
    Object.fromEntries(Object.entries(refusal.params).map(([name, why]) => [name, say(why)]));
  return {
    code: refusal.code,
    message: say(refusal),
    data: { status: refusal.status, ...refusal.data, ...(params && { params, details: [] }) },
  };
}

/** A refusal whose code is also the name of its text. */
export const refuse = (status: number, code: MessageKey, headers?: Record<string, string>) =>
  new CalendarError({ status, code, text: code, headers });

/** D9.2: all invalid parameters together, name → what is wrong. */
export const invalidParams = (params: Record<string, Message>) =>
  new CalendarError({
    status: 400,
    code: 'rest_invalid_param',
    text: 'rest_invalid_param',
    values: { names: Object.keys(params).join(', ') },
    params,
  });

/** D9.2: what was sent as `image` cannot be taken. */
export const refusedImage = (text: MessageKey, values?: MessageValues) =>
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
