import { z } from 'zod';
import { NAMESPACE } from '../settings/addresses';
import type { Language } from '../settings/languages';
import { type CalendarError, ErrorPayload, errorBody } from './errors';

/** RFC 9457, as a media type. */
export const PROBLEM = 'application/problem+json';

/** RFC 9457 3: a refusal as problem details, with what `ErrorPayload` says besides its sentence. */
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

/** The words of the status lines, as Node writes them. */
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

/** Where the page at `/docs` says what a code means. */
const problemType = (code: string) => `${NAMESPACE}/docs#${code}`;

/**
 * D9.11: the refusal as problem details. `type` is a path, so that a code has one type on every host;
 * `title` the words of the status line, since what is particular is `detail`. `instance`: the path of the
 * request and, behind `#`, its id in the log.
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

/** RFC 9110 12.4.2: the weight of the first of these ranges that `Accept` names; none of them: 0. */
function weightOf(accept: string, ranges: string[]): number {
  const said = accept.split(',').map((item) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { range, weight: Number(weight ?? 1) || 0 };
  });
  const known = ranges.map((range) => said.find((one) => one.range === range));
  return known.find((one) => one !== undefined)?.weight ?? 0;
}

/**
 * RFC 9457 3: whoever names problem details gets them, unless they would rather have plain JSON: of two
 * weights that are equal it is the former, since only refusals can be meant. `*` means plain JSON.
 */
export function prefersProblem(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes(PROBLEM)) return false;
  const weight = weightOf(accept, [PROBLEM]);
  return weight > 0 && weight >= weightOf(accept, ['application/json', 'application/*', '*/*']);
}
