import { CalendarError, invalidParams, refuse, unavailable } from './errors';
import type { Message, MessageKey } from './t';

/**
 * What PostgreSQL, SQLite and Node say when a database cannot be reached, takes nobody in, ended a
 * statement that took too long, or gave a transaction up for another's sake.
 */
const UNAVAILABLE =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EPIPE|EAI_AGAIN|08\w{3}|57P0\d|57014|53\d{3}|40001|40P01|SQLITE_(BUSY|CANTOPEN|IOERR)\w*)$/;
/** The same from Knex and its drivers, which have no code for it; behind the statement, where there is one. */
const UNAVAILABLE_MESSAGE =
  /^(.* - )?(Connection (terminated|ended)|Client (was closed|has encountered a connection error)|Knex: Timeout acquiring a connection|timeout exceeded when trying to connect)/s;
/** Strapi's refusals, whose messages may repeat what was sent. */
const REFUSALS = /^(Validation|YupValidation|Application|Forbidden|Policy)Error$/;
/** No room for what is written: PostgreSQL's, SQLite's, and that of uploaded files. */
const FULL = /^(53100|SQLITE_FULL|ENOSPC)$/;

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

/** D9.8: the refusal behind a fault that is neither the caller's nor ours: asking later may help. */
export function storageFault(error: unknown): CalendarError | undefined {
  const { name, code, message } = (error ?? {}) as Record<string, unknown>;
  if (FULL.test(String(code))) return refuse(507, 'rest_insufficient_storage');
  if (UNAVAILABLE.test(String(code))) return unavailable();
  if (REFUSALS.test(String(name))) return undefined;
  return UNAVAILABLE_MESSAGE.test(String(message)) ? unavailable() : undefined;
}

/** The refusal behind an HTTP status that Strapi or a library chose. */
export function refusalOfStatus(status: number): CalendarError {
  if (status === 503) return unavailable();
  const known = TEXT_OF_STATUS[status];
  if (known) return refuse(status, known);
  return status < 500 ? refuse(status, 'rest_bad_request') : refuse(500, 'rest_internal_error');
}

/** D9: what a thrown thing means to the caller; anything unknown is a 500 without detail. */
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

/** The body parser throws a plain SyntaxError with the body beside it. */
const isBrokenJson = (error: unknown) => error instanceof SyntaxError && 'body' in error;

interface Refused {
  details?: {
    refusal?: { field: string } & Message;
    errors?: { path?: (string | number)[] }[];
  };
}

/** The fields that a rule of ours, or Strapi's own validation, has refused. */
function fieldsOf(error: unknown): Record<string, Message> | undefined {
  const { refusal, errors = [] } = (error as Refused).details ?? {};
  if (refusal) return { [refusal.field]: refusal };
  const named = errors.flatMap(({ path }) => path?.[0] ?? []);
  if (named.length === 0) return undefined;
  return Object.fromEntries(named.map((field) => [field, { text: 'not_valid' }]));
}
