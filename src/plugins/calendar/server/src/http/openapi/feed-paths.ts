import { ref, type Schema } from '../../kinds/kind';
import { heading, interpolate, MESSAGES } from '../../messages/t';
import { schemaName } from '../../settings/record-types';
import { errorResponses, feedAnswers, type ResponseSpec, readResponses } from './answers';
import { orNull } from './bodies';
import {
  type DescribeContext,
  described,
  FEED_SECURITY,
  READ_SECURITY,
  siteValues,
  WRITE_SECURITY,
} from './context';
import { exampleRefs } from './examples';
import { languageInput, shapeParameters } from './inputs';
import {
  changesQuery,
  type FeedKeyOperation,
  type FeedOperation,
  feedInputs,
  feedKeyOperations,
  feedOperations,
  type Resources,
} from './operations';
import { condition, parameters } from './paths';
import {
  BODY,
  batchRefusals,
  changesRefusals,
  commonRefusals,
  merged,
  OF_OPERATIONS,
  responsesOf,
  STORED,
} from './responses';

/** The operation's id, such as `getVenueBySlugIcs`. */
function operationId({ place, key, format, resource }: FeedOperation): string {
  const named = place === 'events' ? 'listEvents' : `get${schemaName(resource.type)}`;
  const end = format.charAt(0).toUpperCase() + format.slice(1);
  return `${named}${key === 'slug' ? 'BySlug' : ''}${end}`;
}

function summary({ place, key, format, resource }: FeedOperation, { language }: DescribeContext) {
  const { one, many } = MESSAGES[language].types[resource.type];
  const of = { events: many, event: one, related: one }[place];
  const what = heading(language, format === 'ics' && place === 'related' ? 'ics_of' : format, {
    what: of,
  });
  return key === 'slug' ? heading(language, 'by_slug', { what }) : what;
}

function description({ place, format }: FeedOperation, context: DescribeContext) {
  const key = format === 'ics' ? (`ics.${place}` as const) : (`${format}.events` as const);
  return interpolate(MESSAGES[context.language].operations[key], siteValues(context));
}

const answersAt = ({ place, format, resource }: FeedOperation): ResponseSpec[] =>
  feedAnswers(format, place, resource);

/** The responses of all feeds. */
export const feedAnswersIn = (resources: Resources, context: DescribeContext): ResponseSpec[] =>
  feedOperations(resources, context).flatMap(answersAt);

/** The paths of all feeds. */
export const feedPaths = (resources: Resources, context: DescribeContext) =>
  feedOperations(resources, context).map((operation) => [
    operation.path,
    {
      get: {
        operationId: operationId(operation),
        summary: summary(operation, context),
        description: description(operation, context),
        tags: [operation.resource.path],
        security: FEED_SECURITY,
        parameters: [
          ...parameters(operation.pathInputs, 'path'),
          ...parameters(operation.query, 'query'),
          condition('If-None-Match', context),
          condition('Prefer', context),
        ],
        responses: responsesOf(answersAt(operation), context.language),
      },
    },
  ]);

const written = (
  status: 200 | 201,
  name: string,
  describedBy: 'made' | 'deleted',
): ResponseSpec => ({
  ...{ status, name, describedBy, headers: OF_OPERATIONS },
  schema: ref('Feed'),
});

/** D14.7: the responses of the operations on personal feeds. */
const ANSWERS: Record<FeedKeyOperation['verb'], ResponseSpec[]> = {
  list: [...readResponses('Feeds', ref('Feeds')), ...errorResponses(commonRefusals)],
  create: [written(201, 'FeedMade', 'made'), ...errorResponses(merged([commonRefusals, BODY]))],
  delete: [
    written(200, 'FeedDeleted', 'deleted'),
    ...errorResponses(merged([commonRefusals, STORED, { 404: ['rest-feed-not-found'] }])),
  ],
};

export const FEED_KEY_ANSWERS: ResponseSpec[] = Object.values(ANSWERS).flat();

/** The schemas of a new personal feed's body, by name: as JSON and as a form. */
export function feedBodies(context: DescribeContext): [string, Schema][] {
  const body = (of: (schema: Schema) => Schema): Schema => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(feedInputs(context)).map(([name, { schema }]) => [name, of(schema)]),
    ),
  });
  const nullable = ({ description, ...schema }: Schema) =>
    described(orNull(schema), description as string | undefined);
  return [
    ['FeedFields', body(nullable)],
    ['FeedForm', body((schema) => schema)],
  ];
}

const requestBody = () => {
  const examples = exampleRefs([['FeedFields', 'FeedFields']]);
  const as = (name: string) => ({ schema: ref(name), examples });
  return {
    required: false,
    content: {
      'application/json': as('FeedFields'),
      'application/x-www-form-urlencoded': as('FeedForm'),
      'multipart/form-data': as('FeedForm'),
    },
  };
};

const IDS = { list: 'listFeeds', create: 'createFeed', delete: 'deleteFeed' } as const;

function operation(of: FeedKeyOperation, context: DescribeContext) {
  const { verb, method, pathInputs, query } = of;
  const { language } = context;
  return {
    operationId: IDS[verb],
    summary: heading(language, verb, MESSAGES[language].types.feed),
    description: MESSAGES[language].operations[`feeds.${verb}`],
    tags: ['feeds'],
    security: WRITE_SECURITY,
    parameters: [
      ...parameters(pathInputs, 'path'),
      ...parameters(query, 'query'),
      ...shapeParameters(method, context),
      ...(verb === 'list' ? [condition('If-None-Match', context)] : []),
      condition('Prefer', context),
    ],
    ...(verb === 'create' && { requestBody: requestBody() }),
    responses: responsesOf(ANSWERS[verb], language),
  };
}

/** The paths of personal feeds. */
export function feedKeyPaths(context: DescribeContext) {
  const paths: Record<string, Record<string, object>> = {};
  for (const one of feedKeyOperations(context)) {
    paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: operation(one, context) };
  }
  return paths;
}

/** The responses of `/changes`. */
export const CHANGES_ANSWERS: ResponseSpec[] = [
  ...readResponses('Changes', ref('Changes')),
  ...errorResponses(changesRefusals),
];

/** D8.14: the path that lists changes. */
export const changePaths = (context: DescribeContext) => ({
  '/changes': {
    get: {
      operationId: 'listChanges',
      summary: heading(context.language, 'changes'),
      description: MESSAGES[context.language].operations.changes,
      tags: ['changes'],
      security: READ_SECURITY,
      parameters: [
        ...parameters(changesQuery(context), 'query'),
        ...shapeParameters('GET', context),
        condition('If-None-Match', context),
        condition('Prefer', context),
      ],
      responses: responsesOf(CHANGES_ANSWERS, context.language),
    },
  },
});

/** The responses of `/batch` itself, not of the requests in it. */
export const BATCH_ANSWERS: ResponseSpec[] = [
  {
    status: 200,
    name: 'Batch',
    describedBy: 'answer',
    headers: OF_OPERATIONS,
    schema: ref('Batch'),
  },
  ...errorResponses(batchRefusals),
];

const batchBody = {
  required: true,
  content: {
    'application/json': {
      schema: ref('BatchRequests'),
      examples: exampleRefs([['BatchRequests', 'BatchRequests']]),
    },
  },
};

/** D8.16: the path that takes several requests at once. */
export const batchPaths = (context: DescribeContext) => ({
  '/batch': {
    post: {
      operationId: 'sendBatch',
      summary: heading(context.language, 'batch'),
      description: MESSAGES[context.language].operations.batch,
      tags: ['batch'],
      security: READ_SECURITY,
      parameters: [
        ...parameters(languageInput(context), 'query'),
        ...shapeParameters('POST', context),
        condition('Prefer', context),
      ],
      requestBody: batchBody,
      responses: responsesOf(BATCH_ANSWERS, context.language),
    },
  },
});
