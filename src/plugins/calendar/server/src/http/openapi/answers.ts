import { ref, type Schema } from '../../kinds/kind';
import type { HeaderName, MessageKey, Messages } from '../../messages/t';
import { FEEDS, type FeedFormat, type FeedPlace } from '../../settings/addresses';
import { isPostType, schemaName } from '../../settings/record-types';
import type { DescribedResource } from './context';
import { type RefusedType, suffixOf } from './example-records';
import type { Action, RecordKey } from './operations';
import {
  ALWAYS,
  commonRefusals,
  OF_LISTS,
  OF_OPERATIONS,
  type Refusals,
  refusalsOf,
} from './responses';

/** A response that operations can have, by the name of its component in the document. */
export interface ResponseSpec {
  status: number;
  name: string;
  headers: HeaderName[];
  /** Its description: the key of a heading, or the codes of a refusal. */
  describedBy: keyof Messages['headings'] | MessageKey[];
  schema?: Schema;
  /** D9.11: the schema for callers that accept problem details. */
  problem?: Schema;
  /** RFC 6838: the media type if it is not JSON. */
  media?: string;
  /** The record type, where the text or the example of a refusal depends on it. */
  type?: RefusedType;
}

const OF_STATUS: Record<number, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The schema of a refusal with one of these codes. */
const coded = (payload: 'Error' | 'Problem', codes: MessageKey[]): Schema => ({
  allOf: [ref(payload), { type: 'object', properties: { code: { enum: codes } } }],
});

const refusal = (status: number, codes: MessageKey[], headers: HeaderName[]) => ({
  status,
  headers: [...headers, ...(OF_STATUS[status] ?? [])],
  describedBy: codes,
  schema: coded('Error', codes),
  problem: coded('Problem', codes),
});

/** `venue-not-accessible` → `VenueNotAccessible`; generators name files and types after it. */
export const inPascalCase = (code: string) =>
  code.replace(/^rest[-_]/, '').replace(/(?:^|[-_.])([a-z])/g, (_, first) => first.toUpperCase());

/**
 * The name of a refusal, made of its status and the codes that only some operations have:
 * `Refused403VenueNotAccessible`.
 */
const refusalName = (status: number, codes: MessageKey[], type?: RefusedType) =>
  [
    `Refused${status}`,
    ...codes
      .filter((code) => !commonRefusals[status]?.includes(code))
      .map((code) => inPascalCase(code + suffixOf({ code, type }))),
  ].join('');

/** The responses of refusals, one per status; `type` selects texts that depend on it. */
export const errorResponses = (refusals: Refusals, type?: RefusedType): ResponseSpec[] =>
  Object.entries(refusals).map(([status, codes]) => ({
    ...refusal(Number(status), codes, OF_OPERATIONS),
    name: refusalName(Number(status), codes, type),
    type,
  }));

/** RFC 9110 15.4.5: a 304 without a body, with the headers of the response that it replaces. */
const unchanged = (name: string, headers: HeaderName[]): ResponseSpec => ({
  status: 304,
  name,
  headers: [...headers, 'ETag'],
  describedBy: 'unchanged',
});

/** The responses of a read: 200 with the schema, or 304 if nothing has changed. */
export const readResponses = (name: string, schema: Schema): ResponseSpec[] => [
  { status: 200, name, headers: [...OF_OPERATIONS, 'ETag'], describedBy: 'answer', schema },
  unchanged('NotModified', OF_OPERATIONS),
];

/** JSON Feed has a specification of its own, so its schema is not repeated here. */
const JSON_FEED = { type: 'object', required: ['version', 'title', 'items'] };

/** The responses of a feed: 200, 304, and the refusals of reading the record that it belongs to. */
export const feedAnswers = (
  format: FeedFormat,
  place: FeedPlace,
  resource: DescribedResource,
): ResponseSpec[] => [
  {
    status: 200,
    name: format,
    headers: [...OF_OPERATIONS, 'ETag'],
    describedBy: 'answer',
    media: FEEDS[format].type,
    schema: format === 'jsonfeed' ? JSON_FEED : { type: 'string' },
  },
  unchanged('NotModified', OF_OPERATIONS),
  ...(place === 'events'
    ? errorResponses(commonRefusals)
    : errorResponses(refusalsOf('read', resource), resource.type)),
];

const listed = (name: string): ResponseSpec[] => [
  {
    status: 200,
    name,
    headers: [...OF_OPERATIONS, ...OF_LISTS, 'ETag'],
    describedBy: 'answer',
    schema: ref(name),
  },
  unchanged('ListNotModified', [...OF_OPERATIONS, ...OF_LISTS]),
];

function successResponses(action: Action, { type }: DescribedResource): ResponseSpec[] {
  const name = schemaName(type);
  const schema = ref(isPostType(type) ? name : 'Term');
  const written = { status: 200, headers: [...OF_OPERATIONS, 'ETag' as const], schema };
  const made: ResponseSpec = {
    ...written,
    status: 201,
    name: `${name}Made`,
    describedBy: 'made',
    headers: [...written.headers, 'Location'],
  };
  const changed: ResponseSpec = { ...written, name: `${name}Changed`, describedBy: 'changed' };
  const OF_ACTION: Record<Action, () => ResponseSpec[]> = {
    list: () => listed(`${name}List`),
    read: () => readResponses(name, schema),
    create: () => [made],
    update: () => [changed],
    put: () => [changed, made],
    delete: () => [
      {
        ...written,
        name: `${name}Deleted`,
        describedBy: 'deleted',
        headers: isPostType(type) ? written.headers : OF_OPERATIONS, // A deleted term has no ETag.
      },
    ],
  };
  return OF_ACTION[action]();
}

/** Spec 4 and 7: all responses of an operation on a resource. */
export const answersOf = (
  action: Action,
  resource: DescribedResource,
  key?: RecordKey,
): ResponseSpec[] => [
  ...successResponses(action, resource),
  ...errorResponses(refusalsOf(action, resource, key), resource.type),
];

/**
 * D9.1, D9.5: responses to requests that match no operation or fail before they are routed. No
 * operation refers to them.
 */
export const UNROUTED: ResponseSpec[] = [
  { ...refusal(404, ['rest_no_route'], ALWAYS), name: 'NoRoute' },
  { ...refusal(405, ['rest_no_route'], ALWAYS), name: 'MethodNotAllowed' },
  { ...refusal(408, ['rest_request_timeout'], ALWAYS), name: 'RequestTimeout' },
  { ...refusal(417, ['rest_bad_request'], ALWAYS), name: 'ExpectationFailed' },
  { ...refusal(431, ['rest_headers_too_large'], ALWAYS), name: 'HeadersTooLarge' },
];
