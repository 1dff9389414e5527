import { IN_TRASH } from '../../access/rights';
import type { Schema } from '../../kinds/kind';
import { PROBLEM } from '../../messages/problem';
import { type HeaderName, heading, MESSAGES, type MessageKey, t } from '../../messages/t';
import { LANGUAGES, type Language } from '../../settings/languages';
import { isPostType } from '../../settings/record-types';
import type { ResponseSpec } from './answers';
import type { DescribedResource } from './context';
import { problemExample, refusalExample } from './example-records';
import { exampleRefs } from './examples';
import type { Action, RecordKey } from './operations';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const whole = { type: 'integer', minimum: 0 };

const SCHEMAS: Record<HeaderName, Schema> = {
  'X-Request-Id': { ...text, pattern: '^[\\w.:+/=-]{1,128}$' },
  'X-TEC-API-VERSION': { ...text, const: 'v1' },
  'X-TEC-API-ROOT': uri,
  'X-TEC-API-ORIGIN': uri,
  'Cache-Control': {
    ...text,
    pattern: '^(public, (no-cache|max-age=0, s-maxage=\\d+)|(private, )?no-store)$',
  },
  Vary: text,
  'Preference-Applied': { ...text, const: 'handling=strict' },
  'Content-Language': { ...text, enum: LANGUAGES },
  'X-TEC-Total': whole,
  'X-TEC-TotalPages': whole,
  Link: text,
  ETag: { ...text, pattern: '^(W/)?"[^"]+"$' },
  Location: uri,
  Allow: text,
  'WWW-Authenticate': { ...text, const: 'Bearer' },
  'Retry-After': whole,
  'RateLimit-Limit': whole,
  'RateLimit-Remaining': whole,
  'RateLimit-Reset': whole,
  'RateLimit-Policy': { ...text, pattern: '^"requests";q=\\d+;w=\\d+$' },
  RateLimit: { ...text, pattern: '^"requests";r=\\d+;t=\\d+$' },
};

const LIMIT: HeaderName[] = [
  ...(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const),
  ...(['RateLimit-Policy', 'RateLimit'] as const),
];

/**
 * Optional headers: `Link` and `Preference-Applied` depend on the request, and a host can switch
 * rate limiting off.
 */
const OPTIONAL_HEADERS: HeaderName[] = ['Link', 'Preference-Applied', ...LIMIT];

/** The headers of all responses, including those to paths without a route. */
export const ALWAYS: HeaderName[] = [
  ...(['X-Request-Id', 'X-TEC-API-VERSION', 'X-TEC-API-ROOT', 'X-TEC-API-ORIGIN'] as const),
  ...(['Cache-Control', 'Vary', 'Content-Language', 'Link'] as const),
];

/** The headers of all responses of operations. */
export const OF_OPERATIONS: HeaderName[] = [...ALWAYS, 'Preference-Applied', ...LIMIT];

export const OF_LISTS: HeaderName[] = ['X-TEC-Total', 'X-TEC-TotalPages'];

/** References to headers, by name. */
const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The header components, by name. */
export const headersIn = (language: Language) =>
  Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => [
      name,
      {
        description: MESSAGES[language].headers[name as HeaderName],
        required: !OPTIONAL_HEADERS.includes(name as HeaderName),
        schema,
      },
    ]),
  );

/** The text of a refusal without its placeholders, which are only known at run time. */
export const sentence = (language: Language, code: MessageKey) =>
  t(language, code).replace(/\s?:?\s*[“«]?\s?\{\w+\}\s?[”»]?/g, '');

const meaning = (describedBy: ResponseSpec['describedBy'], language: Language) =>
  typeof describedBy === 'string'
    ? heading(language, describedBy)
    : describedBy.map((code) => `\`${code}\`: ${sentence(language, code)}`).join('\n\n');

/** The examples of a response, by their key; a refusal has one for each code. */
const exampleNames = (
  { name, status, describedBy, type }: ResponseSpec,
  nameOf = refusalExample,
): [string, string][] =>
  typeof describedBy === 'string'
    ? [[name, name]]
    : describedBy.map((code) => [code, nameOf({ status, code, type })]);

const responseOf = (answer: ResponseSpec, language: Language) => ({
  description: meaning(answer.describedBy, language),
  headers: headerRefs(answer.headers),
  ...(answer.schema && {
    content: {
      [answer.media ?? 'application/json']: {
        schema: answer.schema,
        examples: exampleRefs(exampleNames(answer)),
      },
      ...(answer.problem && {
        [PROBLEM]: {
          schema: answer.problem,
          examples: exampleRefs(exampleNames(answer, problemExample)),
        },
      }),
    },
  }),
});

const isSuccess = ({ status }: ResponseSpec) => status < 300;

/**
 * The responses of an operation, by status. Successes are inlined, since not every client generator
 * resolves references to responses; all others are references.
 */
export const responsesOf = (answers: ResponseSpec[], language: Language) =>
  Object.fromEntries(
    answers.map((answer) => [
      answer.status,
      isSuccess(answer)
        ? responseOf(answer, language)
        : { $ref: `#/components/responses/${answer.name}` },
    ]),
  );

/** The responses that operations refer to, each once by its name. */
export const responsesIn = (answers: ResponseSpec[], language: Language) => {
  const shared = answers.filter((answer) => !isSuccess(answer));
  return Object.fromEntries(shared.map((answer) => [answer.name, responseOf(answer, language)]));
};

/** The codes that each status can come with. */
export type Refusals = Record<number, MessageKey[]>;

/** D9.4, D9.8, D10.8: the refusals that every operation can have. */
export const commonRefusals: Refusals = {
  400: ['rest_invalid_param', 'rest_bad_request'],
  401: ['rest_forbidden', 'rest_invalid_credentials'],
  403: ['rest_forbidden'],
  429: ['rest_too_many_requests'],
  500: ['rest_internal_error'],
  503: ['rest_unavailable'],
};

/** D9.8: writes fail if there is no space left. */
export const STORED: Refusals = { 507: ['rest_insufficient_storage'] };

/** The refusals of a request body before its fields are read. */
export const BODY: Refusals = {
  ...STORED,
  400: ['rest_invalid_json'],
  413: ['rest_body_too_large'],
  415: ['rest_unsupported_media_type'],
};

/** D8.15: the refusals of a write with an idempotency key. */
const REPEATED: Refusals = {
  409: ['rest_idempotency_key_in_use'],
  422: ['rest_idempotency_key_reused'],
};

/** The refusal of a new record without its required fields. */
export const MISSING: Refusals = { 400: ['rest_missing_callback_param'] };

const present = (keys: (MessageKey | undefined)[]) => keys.filter((key) => key !== undefined);

/**
 * D4.6: a new term's name must be free, while a taken slug only gets a suffix; an update's slug
 * must be free.
 */
const ofNewTerms = ({ type }: DescribedResource): Refusals =>
  isPostType(type) ? {} : { 400: ['term_exists'] };

const ofTerms = ({ type }: DescribedResource): Refusals =>
  isPostType(type) ? {} : { 400: ['duplicate_term_slug'] };

/** A post that is in the trash cannot be deleted again; a deleted term does not exist (404). */
const ofTrash = ({ type }: DescribedResource): Refusals =>
  isPostType(type) ? { 410: [IN_TRASH[type]] } : {};

/** The record must exist and match the caller's preconditions. */
const ofWritten = ({ refusals }: DescribedResource): Refusals => ({
  404: [refusals.notFound],
  412: ['rest_precondition_failed'],
});

/** D9.4: the refusals of reading one record. */
const ofRecord = ({ refusals }: DescribedResource): Refusals => ({
  403: present([refusals.notAccessible, refusals.noLongerAvailable, refusals.protected]),
  404: [refusals.notFound],
});

const OF_ACTION: Record<Action, (resource: DescribedResource) => Refusals[]> = {
  list: ({ refusals }) => [{ 404: present([refusals.noSuchPage]) }],
  create: (resource) => [BODY, REPEATED, MISSING, ofNewTerms(resource)],
  read: (resource) => [ofRecord(resource)],
  update: (resource) => [BODY, REPEATED, ofTerms(resource), ofWritten(resource)],
  put: (resource) => [BODY, REPEATED, MISSING, ofWritten(resource)],
  delete: (resource) => [STORED, REPEATED, ofWritten(resource), ofTrash(resource)],
};

export function merged(parts: Refusals[]): Refusals {
  const all: Refusals = {};
  for (const [status, codes] of parts.flatMap((part) => Object.entries(part))) {
    if (codes.length > 0) all[Number(status)] = [...(all[Number(status)] ?? []), ...codes];
  }
  return all;
}

/** Spec 7: the refusals of an operation on a resource. */
export function refusalsOf(action: Action, resource: DescribedResource, key?: RecordKey): Refusals {
  const { 404: notFound, ...others } = merged([commonRefusals, ...OF_ACTION[action](resource)]);
  const isMade = action === 'put' && key === 'external_id'; // D4.13: PUT then creates it.
  return notFound && !isMade ? { ...others, 404: notFound } : others;
}

/** D8.14: a cursor is valid for 30 days, and only for its database and its caller. */
export const changesRefusals = merged([commonRefusals, { 410: ['rest_cursor_expired'] }]);

/** D8.16: the refusals of a batch itself; those of its requests are in the body of its response. */
export const batchRefusals: Refusals = {
  400: ['rest_invalid_param', 'rest_bad_request', 'rest_invalid_json'],
  ...{ 413: BODY[413] ?? [], 415: BODY[415] ?? [] },
  429: ['rest_too_many_requests'],
};

/** Spec 7: the refusals of the route index. */
export const indexRefusals = merged([commonRefusals, { 404: ['rest_invalid_namespace'] }]);
