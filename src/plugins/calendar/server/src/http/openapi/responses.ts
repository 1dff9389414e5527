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

/** Not every answer has others to name; a host may count nobody's requests. */
const OPTIONAL_HEADERS: HeaderName[] = ['Link', 'Preference-Applied', ...LIMIT];

/** What every answer has; also those to addresses that there are not. */
export const ALWAYS: HeaderName[] = [
  ...(['X-Request-Id', 'X-TEC-API-VERSION', 'X-TEC-API-ROOT', 'X-TEC-API-ORIGIN'] as const),
  ...(['Cache-Control', 'Vary', 'Content-Language', 'Link'] as const),
];

/** What every answer of an operation has. */
export const OF_OPERATIONS: HeaderName[] = [...ALWAYS, 'Preference-Applied', ...LIMIT];

export const OF_LISTS: HeaderName[] = ['X-TEC-Total', 'X-TEC-TotalPages'];

/** Headers as responses refer to them. */
const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of all answers, by their names. */
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

/** A refusal's sentence without what is only known when it happens. */
export const sentence = (language: Language, code: MessageKey) =>
  t(language, code).replace(/\s?:?\s*[“«]?\s?\{\w+\}\s?[”»]?/g, '');

const meaning = (describedBy: ResponseSpec['describedBy'], language: Language) =>
  typeof describedBy === 'string'
    ? heading(language, describedBy)
    : describedBy.map((code) => `\`${code}\`: ${sentence(language, code)}`).join('\n\n');

/** The examples of an answer: of a refusal one for each code. */
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
 * The answers of an operation, by status. What was asked for stands there itself, since not every
 * generator follows references to responses; everything else is a reference.
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

/** Each answer that operations refer to once, by its name. */
export const responsesIn = (answers: ResponseSpec[], language: Language) => {
  const shared = answers.filter((answer) => !isSuccess(answer));
  return Object.fromEntries(shared.map((answer) => [answer.name, responseOf(answer, language)]));
};

/** Status → the codes that it may come with. */
export type Refusals = Record<number, MessageKey[]>;

/** D9.4, D9.8, D10.8: what every operation may answer. */
export const commonRefusals: Refusals = {
  400: ['rest_invalid_param', 'rest_bad_request'],
  401: ['rest_forbidden', 'rest_invalid_credentials'],
  403: ['rest_forbidden'],
  429: ['rest_too_many_requests'],
  500: ['rest_internal_error'],
  503: ['rest_unavailable'],
};

/** D9.8: what is written needs room. */
export const STORED: Refusals = { 507: ['rest_insufficient_storage'] };

/** What may be wrong with a body, before anybody reads what it says. */
export const BODY: Refusals = {
  ...STORED,
  400: ['rest_invalid_json'],
  413: ['rest_body_too_large'],
  415: ['rest_unsupported_media_type'],
};

/** D8.15: a write with a key of its own. */
const REPEATED: Refusals = {
  409: ['rest_idempotency_key_in_use'],
  422: ['rest_idempotency_key_reused'],
};

/** What a new record cannot do without. */
const MISSING: Refusals = { 400: ['rest_missing_callback_param'] };

const present = (keys: (MessageKey | undefined)[]) => keys.filter((key) => key !== undefined);

/** D4.6: names tell new terms apart; a taken slug gets a suffix, and refuses a change. */
const ofNewTerms = ({ type }: DescribedResource): Refusals =>
  isPostType(type) ? {} : { 400: ['term_exists'] };

const ofTerms = ({ type }: DescribedResource): Refusals =>
  isPostType(type) ? {} : { 400: ['duplicate_term_slug'] };

/** Posts are deleted once; terms are gone. */
const ofTrash = ({ type }: DescribedResource): Refusals =>
  isPostType(type) ? { 410: [IN_TRASH[type]] } : {};

/** What is there to be changed, and as the caller knows it. */
const ofWritten = ({ refusals }: DescribedResource): Refusals => ({
  404: [refusals.notFound],
  412: ['rest_precondition_failed'],
});

/** D9.4: what stands between a caller and a record. */
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
  const isMade = action === 'put' && key === 'external_id'; // D4.13: where there is none.
  return notFound && !isMade ? { ...others, 404: notFound } : others;
}

/** D8.14: a cursor holds for 30 days, a database and a caller. */
export const changesRefusals = merged([commonRefusals, { 410: ['rest_cursor_expired'] }]);

/** D8.16: of a batch itself; its operations are refused within its answer. */
export const batchRefusals: Refusals = {
  400: ['rest_invalid_param', 'rest_bad_request', 'rest_invalid_json'],
  ...{ 413: BODY[413] ?? [], 415: BODY[415] ?? [] },
  429: ['rest_too_many_requests'],
};

/** Spec 7: the refusals of the list of routes. */
export const indexRefusals = merged([commonRefusals, { 404: ['rest_invalid_namespace'] }]);
