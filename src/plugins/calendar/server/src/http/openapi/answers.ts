import { ref, type Schema } from '../../kinds/kind';
import type { HeaderName, MessageKey, Messages } from '../../messages/t';
import { FEEDS, type FeedFormat, type FeedPlace } from '../../settings/addresses';
import { isPostType, nameOf, type RecordType } from '../../settings/record-types';
import type { DescribedResource } from './context';
import { suffixOf } from './example-records';
import type { Action, RecordKey } from './operations';
import {
  ALWAYS,
  commonRefusals,
  OF_LISTS,
  OF_OPERATIONS,
  type Refusals,
  refusalsOf,
} from './responses';

/** One answer that operations may give, by its name among the document's responses. */
export interface ResponseSpec {
  status: number;
  name: string;
  headers: HeaderName[];
  /** What it means: a heading, or the codes of a refusal. */
  describedBy: keyof Messages['headings'] | MessageKey[];
  schema?: Schema;
  /** D9.11: the same, for who asks for problem details. */
  problem?: Schema;
  /** RFC 6838, where it is not JSON. */
  media?: string;
  /** Of which type's records, where what is said depends on it. */
  type?: RecordType;
}

const OF_STATUS: Record<number, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** A refusal that has one of these codes. */
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

/** `venue-not-accessible` → `VenueNotAccessible`; generators make files and types of names. */
export const inPascalCase = (code: string) =>
  code.replace(/^rest[-_]/, '').replace(/(?:^|[-_.])([a-z])/g, (_, first) => first.toUpperCase());

/** `Refused403VenueNotAccessible`: after the codes that not every operation has. */
const refusalName = (status: number, codes: MessageKey[], type?: RecordType) =>
  [
    `Refused${status}`,
    ...codes
      .filter((code) => !commonRefusals[status]?.includes(code))
      .map((code) => inPascalCase(code + suffixOf({ code, type }))),
  ].join('');

/** The answers of some refusals, of a type's records where that matters. */
export const errorResponses = (refusals: Refusals, type?: RecordType): ResponseSpec[] =>
  Object.entries(refusals).map(([status, codes]) => ({
    ...refusal(Number(status), codes, OF_OPERATIONS),
    name: refusalName(Number(status), codes, type),
    type,
  }));

/** RFC 9110 15.4.5: without a body; the headers are those of the answer that it stands for. */
const unchanged = (name: string, headers: HeaderName[]): ResponseSpec => ({
  status: 304,
  name,
  headers: [...headers, 'ETag'],
  describedBy: 'unchanged',
});

/** What is read: the answer itself, or that nothing has changed. */
export const readResponses = (name: string, schema: Schema): ResponseSpec[] => [
  { status: 200, name, headers: [...OF_OPERATIONS, 'ETag'], describedBy: 'answer', schema },
  unchanged('NotModified', OF_OPERATIONS),
];

/** JSON Feed has a description of its own, which is not repeated here. */
const JSON_FEED = { type: 'object', required: ['version', 'title', 'items'] };

/** A feed, or what stands between a caller and the record that it is of. */
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
  const name = nameOf(type);
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
        headers: isPostType(type) ? written.headers : OF_OPERATIONS, // A term is gone.
      },
    ],
  };
  return OF_ACTION[action]();
}

/** Spec 4 and 7: all that an operation on a resource may answer. */
export const answersOf = (
  action: Action,
  resource: DescribedResource,
  key?: RecordKey,
): ResponseSpec[] => [
  ...successResponses(action, resource),
  ...errorResponses(refusalsOf(action, resource, key), resource.type),
];

/** D9.1, D9.5: what is answered where there is no operation, or before one is read, so that none names it. */
export const UNROUTED: ResponseSpec[] = [
  { ...refusal(404, ['rest_no_route'], ALWAYS), name: 'NoRoute' },
  { ...refusal(405, ['rest_no_route'], ALWAYS), name: 'MethodNotAllowed' },
  { ...refusal(408, ['rest_request_timeout'], ALWAYS), name: 'RequestTimeout' },
  { ...refusal(417, ['rest_bad_request'], ALWAYS), name: 'ExpectationFailed' },
  { ...refusal(431, ['rest_headers_too_large'], ALWAYS), name: 'HeadersTooLarge' },
];
