import { z } from 'zod';
import type { Values } from '../content-types/rows';
import type { Language } from '../settings/languages';
import { type Message, type MessageKey, type MessageValues, t } from './t';

/** D9.5: the body of every error response. */
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
  /** Merged into the response's `data`, next to `status`. */
  data?: Values;
  /** D9.2: parameter → what is wrong with it; becomes `data.params`. */
  params?: Record<string, Message>;
  headers?: Record<string, string>;
}

/** D9.5: an error that is reported to the caller. */
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

/** D9.5: the body `{code, message, data: {status, …}}` in the language. */
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

/** An error whose code is also the key of its message. */
export const refuse = (status: number, code: MessageKey, headers?: Record<string, string>) =>
  new CalendarError({ status, code, text: code, headers });

/** D9.4: the refusal of a caller without permission for a route. */
export const forbidden = (isKnown: boolean) =>
  isKnown
    ? refuse(403, 'rest_forbidden')
    : refuse(401, 'rest_forbidden', { 'WWW-Authenticate': 'Bearer' });

/** D9.2: the error 400 for all invalid parameters together; parameter → what is wrong with it. */
export const invalidParams = (params: Record<string, Message>) =>
  new CalendarError({
    status: 400,
    code: 'rest_invalid_param',
    text: 'rest_invalid_param',
    values: { names: Object.keys(params).join(', ') },
    params,
  });

/** D9.2: the error 400 for an invalid `image`. */
export const refusedImage = (text: MessageKey, values?: MessageValues) =>
  invalidParams({ image: { text, values } });

/** D9.2: the error 400 for required parameters that were not sent. */
export const missingParams = (names: string[]) =>
  new CalendarError({
    status: 400,
    code: 'rest_missing_callback_param',
    text: 'rest_missing_callback_param',
    values: { names: names.join(', ') },
    data: { params: names },
  });

export const noRoute = () => refuse(404, 'rest_no_route');

/** D9.10: the error 400 for parameters without effect, when handling is strict. */
export const ignoredParams = (names: readonly string[]) =>
  invalidParams(Object.fromEntries(names.map((name) => [name, { text: 'not_read' }])));

/** D9.1: the error 405 for a known path; `allow`: its methods. */
export const methodNotAllowed = (allow: string[]) =>
  refuse(405, 'rest_no_route', { Allow: allow.join(', ') });

/** D9.8: seconds after which a retry may succeed. */
const RETRY_AFTER = '10';

export const unavailable = () => refuse(503, 'rest_unavailable', { 'Retry-After': RETRY_AFTER });

/** D9.8: the error 503 for every request until the calendar has started. */
export const starting = () => refuse(503, 'rest_starting', { 'Retry-After': RETRY_AFTER });

/** Spec 7: the error 400 for a slug that another term has. */
export const takenSlug = (slug: string) =>
  new CalendarError({
    status: 400,
    code: 'duplicate_term_slug',
    text: 'duplicate_term_slug',
    values: { slug },
  });

/** Spec 7: the error 400 for a name that the term with this id has. */
export const termExists = (term_id: number) =>
  new CalendarError({ status: 400, code: 'term_exists', text: 'term_exists', data: { term_id } });

/**
 * Codes of Node, PostgreSQL and SQLite for a database that is unreachable, accepts no connection (28…, 3D000,
 * 55000) or no write (replica, read-only disk, missing right), timed out a statement, a transaction (25P0…) or
 * a lock wait (55P03), or aborted a transaction for another; and for a folder of files that is missing or
 * inaccessible.
 */
const UNAVAILABLE = new RegExp(
  `^(${[
    'ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EPIPE|EAI_AGAIN',
    'EROFS|EACCES|EPERM|ENOENT|ENOTDIR|EIO|EMFILE|ENFILE',
    '08\\w{3}|25006|25P0[34]|28\\w{3}|3D000|40001|40P01|42501|53\\d{3}|55000|55P03|57P0\\d|57014',
    'SQLITE_(BUSY|CANTOPEN|IOERR|READONLY)\\w*',
  ].join('|')})$`,
);
/**
 * Messages of Knex and its drivers for the same faults without a code; Knex puts the statement
 * before the driver's message.
 */
const UNAVAILABLE_MESSAGE =
  /^(.* - )?(Connection (terminated|ended)|Client (was closed|has encountered a connection error)|Knex: Timeout acquiring a connection|timeout exceeded when trying to connect)/s;
/**
 * PostgreSQL's messages for more bindings than its protocol can count, which then begins again at 0; with the code of
 * broken connections, whose other mismatches a retry mends.
 */
const TOO_MANY_BINDINGS =
  / - bind message (?:has \d+ parameter formats|supplies 0 parameters, .* requires \d{5})/;
/** Names of Strapi's own errors, whose messages may contain input and so must not be matched. */
const REFUSALS = /^(Validation|YupValidation|Application|Forbidden|Policy)Error$/;
/** Codes for a full disk or exhausted quota, of PostgreSQL, SQLite and the file system. */
const DISK_FULL = /^(53100|SQLITE_FULL|ENOSPC|EDQUOT)$/;
/** Sharp writes resized images itself and reports the system's message instead of a code. */
const SYSTEM_MESSAGE = /^system error: /m;
const DISK_FULL_MESSAGE = /^system error: (No space left on device|(Disk q|Q)uota exceeded)$/m;

const TEXT_OF_STATUS: Record<number, MessageKey> = {
  400: 'rest_bad_request',
  403: 'rest_forbidden',
  404: 'rest_no_route',
  405: 'rest_no_route',
  408: 'rest_request_timeout',
  413: 'rest_body_too_large',
  415: 'rest_unsupported_media_type',
  429: 'rest_too_many_requests',
  431: 'rest_headers_too_large',
  503: 'rest_unavailable',
  507: 'rest_insufficient_storage',
};

/** Whether a statement has more bindings than PostgreSQL can receive, which no retry changes. */
export const hasTooManyBindings = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as Record<string, unknown>;
  return code === '08P01' && TOO_MANY_BINDINGS.test(String(message));
};

/**
 * D9.8: the error 503 or 507 for a fault of the database or file system, after which a retry may
 * succeed; undefined for other errors.
 */
export function storageFault(error: unknown): CalendarError | undefined {
  const { name, code, message } = (error ?? {}) as Record<string, unknown>;
  if (DISK_FULL.test(String(code))) return refuse(507, 'rest_insufficient_storage');
  if (hasTooManyBindings(error)) return undefined;
  if (UNAVAILABLE.test(String(code))) return unavailable();
  if (REFUSALS.test(String(name))) return undefined;
  if (DISK_FULL_MESSAGE.test(String(message))) return refuse(507, 'rest_insufficient_storage');
  const isAway = [UNAVAILABLE_MESSAGE, SYSTEM_MESSAGE].some((words) => words.test(String(message)));
  return isAway ? unavailable() : undefined;
}

/** The error for an HTTP status chosen by Strapi or a library. */
export function refusalOfStatus(status: number): CalendarError {
  if (status === 503) return unavailable();
  const known = TEXT_OF_STATUS[status];
  if (known) return refuse(status, known);
  return status < 500 ? refuse(status, 'rest_bad_request') : refuse(500, 'rest_internal_error');
}

/** D9: the error to report for anything thrown; a 500 without details if it is unknown. */
export function refusalOf(error: unknown): CalendarError {
  if (error instanceof CalendarError) return error;
  const fault = storageFault(error);
  if (fault) return fault;
  const { name, status, type } = (error ?? {}) as Record<string, unknown>;
  if (type === 'entity.parse.failed' || isBrokenJson(error))
    return refuse(400, 'rest_invalid_json');
  if (name === 'PayloadTooLargeError') return refuse(413, 'rest_body_too_large');
  const fields = name === 'ValidationError' && fieldsOf(error);
  if (fields) return invalidParams(fields);
  if (name === 'ValidationError' || name === 'ApplicationError') return refusalOfStatus(400);
  if (name === 'ForbiddenError' || name === 'PolicyError') return refusalOfStatus(403);
  if (typeof status === 'number' && status >= 400 && status < 600) return refusalOfStatus(status);
  return refuse(500, 'rest_internal_error');
}

/** Whether the body parser failed; it throws a plain SyntaxError with the body attached. */
const isBrokenJson = (error: unknown) => error instanceof SyntaxError && 'body' in error;

interface Refused {
  details?: {
    refusal?: { field: string } & Message;
    errors?: { path?: (string | number)[] }[];
  };
}

/**
 * The fields rejected by the calendar's rules or Strapi's validation, with reasons; undefined if
 * the error names none.
 */
function fieldsOf(error: unknown): Record<string, Message> | undefined {
  const { refusal, errors = [] } = (error as Refused).details ?? {};
  if (refusal) return { [refusal.field]: refusal };
  const named = errors.flatMap(({ path }) => path?.[0] ?? []);
  if (named.length === 0) return undefined;
  return Object.fromEntries(named.map((field) => [field, { text: 'not_valid' }]));
}
