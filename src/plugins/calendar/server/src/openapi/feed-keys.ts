import { ref, type Schema } from '../kinds/json-schema';
import { heading, MESSAGES } from '../messages/t';
import { type Answer, readable, refused } from './answers';
import { orNull } from './bodies';
import type { DescribeContext } from './context';
import { exampleRefs } from './examples';
import { type FeedKeyOperation, feedInputs, feedKeyOperations } from './feed-key-operations';
import { OF_OPERATIONS } from './headers';
import { condition, parameters } from './paths';
import { BODY, commonRefusals, merged, STORED } from './refusals';
import { responsesOf } from './responses';
import { described } from './schema';
import { WRITING } from './security';
import { shapeParameters } from './shape-parameters';

const written = (status: 200 | 201, name: string, said: 'made' | 'deleted'): Answer => ({
  ...{ status, name, said, headers: OF_OPERATIONS },
  schema: ref('Feed'),
});

/** D14.7: all that is answered of personal feeds. */
const ANSWERS: Record<FeedKeyOperation['verb'], Answer[]> = {
  list: [...readable('Feeds', ref('Feeds')), ...refused(commonRefusals)],
  create: [written(201, 'FeedMade', 'made'), ...refused(merged([commonRefusals, BODY]))],
  delete: [
    written(200, 'FeedDeleted', 'deleted'),
    ...refused(merged([commonRefusals, STORED, { 404: ['rest-feed-not-found'] }])),
  ],
};

export const FEED_KEY_ANSWERS: Answer[] = Object.values(ANSWERS).flat();

/** The body of a new one, as JSON and as a form, by the names of their schemas. */
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
    security: WRITING,
    parameters: [
      ...parameters(pathInputs, 'path'),
      ...parameters(query, 'query'),
      ...shapeParameters(method, context),
      ...(verb === 'list' ? [condition('If-None-Match', context)] : []),
    ],
    ...(verb === 'create' && { requestBody: requestBody() }),
    responses: responsesOf(ANSWERS[verb], language),
  };
}

/** The paths of personal feeds. */
export function feedKeyPaths(context: DescribeContext) {
  const paths: Record<string, Record<string, object>> = {};
  for (const one of feedKeyOperations(context)) {
    const methods = paths[one.path] ?? {};
    methods[one.method.toLowerCase()] = operation(one, context);
    paths[one.path] = methods;
  }
  return paths;
}
