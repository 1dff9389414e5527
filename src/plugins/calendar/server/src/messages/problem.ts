import { z } from 'zod';
import { NAMESPACE } from '../settings/addresses';
import type { Language } from '../settings/languages';
import { type CalendarError, ErrorPayload, errorBody } from './errors';

/** RFC 9457: the media type of problem details. */
export const PROBLEM = 'application/problem+json';

/** RFC 9457 3: an error as problem details; `code`, `params` and `term_id` are extension members. */
export const ProblemPayload = z.object({
  type: z.string().meta({ format: 'uri-reference' }),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string().meta({ format: 'uri-reference' }),
  code: z.string(),
  ...ErrorPayload.shape.data.pick({ params: true, term_id: true }).shape,
});
export type ProblemPayload = z.infer<typeof ProblemPayload>;

/** Reason phrases, as in Node's status lines. */
const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};

/** The path of an error code's explanation on the page at `/docs`. */
const problemType = (code: string) => `${NAMESPACE}/docs#${code}`;

/**
 * D9.11: an error as problem details. `type` is a path, so that a code has the same type on every
 * host. `title` is the reason phrase, `detail` the specific message. `instance` is the path of the
 * request with its log id as fragment.
 */
export function problemBody(
  error: CalendarError,
  language: Language,
  { path, requestId }: { path: string; requestId?: string },
): ProblemPayload {
  const { code, message, data } = errorBody(error, language);
  const { status, details: _, ...more } = data;
  return {
    type: problemType(code),
    title: TITLES[status] ?? 'Error',
    status,
    detail: message,
    instance: new URL(path, 'http://localhost').pathname + (requestId ? `#${requestId}` : ''),
    code,
    ...more,
  };
}

/** RFC 9110 12.4.2: the weight in `Accept` of the first of the ranges that it contains; 0 if it contains none. */
function weightOf(accept: string, ranges: string[]): number {
  const accepted = accept.split(',').map((item) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { range, weight: Number(weight ?? 1) || 0 };
  });
  const known = ranges.map((range) => accepted.find((one) => one.range === range));
  return known.find((one) => one !== undefined)?.weight ?? 0;
}

/**
 * RFC 9457 3: whether `Accept` names problem details with at least the weight of plain JSON, which
 * wildcards stand for. With equal weights they are preferred, as only error responses have this
 * type.
 */
export function prefersProblem(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes(PROBLEM)) return false;
  const weight = weightOf(accept, [PROBLEM]);
  return weight > 0 && weight >= weightOf(accept, ['application/json', 'application/*', '*/*']);
}
