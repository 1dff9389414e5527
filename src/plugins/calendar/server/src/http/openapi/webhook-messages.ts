import { ref, type Schema } from '../../kinds/kind';
import { heading, MESSAGES } from '../../messages/t';
import { presentMessage, testMessage, type WebhookMessage } from '../../resources/webhooks';
import { NAMESPACE } from '../../settings/addresses';
import type { RecordType } from '../../settings/record-types';
import {
  MESSAGE_TYPES,
  type MessageType,
  type PostEvent,
  TEST_TYPE,
} from '../../settings/webhooks';
import { inPascalCase } from './answers';
import type { DescribeContext, DescribedResource } from './context';
import { CREATED } from './example-records';
import { parameterDescription } from './inputs';

/** Standard Webhooks 1.0: the headers of a message. */
const SIGNED = {
  'webhook-id': { type: 'string', pattern: '^msg_[\\w-]+$' },
  'webhook-timestamp': { type: 'integer' },
  'webhook-signature': { type: 'string', pattern: '^v1,\\S+( v1,\\S+)?$' },
} satisfies Record<string, Schema>;

/** The headers as shared parameters, to which every message refers. */
export const messageHeaders = (context: DescribeContext) =>
  Object.fromEntries(
    Object.entries(SIGNED).map(([name, schema]) => [
      name,
      {
        name,
        in: 'header',
        description: parameterDescription(name, context),
        required: true,
        schema,
      },
    ]),
  );

/** The parts of a message's entry in the document. */
interface MessageSpec {
  type: MessageType | typeof TEST_TYPE;
  about: RecordType | 'webhook';
  happening: PostEvent | 'test';
  schema: Schema;
  example: object;
}

/** After these the record can be read; messages of others name no languages and no changed fields. */
const READABLE: PostEvent[] = ['published', 'updated', 'restored'];

const EXAMPLE_DATA: Pick<WebhookMessage['data'], 'languages' | 'changed'> = {
  languages: ['en', 'fr'],
  changed: ['description'],
};

function messageSpecOf(
  name: MessageType,
  resources: readonly DescribedResource[],
  origin: string,
): MessageSpec {
  const [type, happening] = name.split('.') as [RecordType, PostEvent];
  const { path } = resources.find((resource) => resource.type === type) ?? {};
  const isReadable = READABLE.includes(happening);
  const record = { type: 'object', properties: { type: { enum: [type] } } };
  const own = { type: 'object', properties: { type: { enum: [name] }, data: record } };
  const message = {
    ...{ name, type, public_id: 12, revision: 1795345225106, created: Date.parse(CREATED) },
    ...(isReadable ? EXAMPLE_DATA : { languages: [], changed: [] }),
  };
  return {
    ...{ type: name, about: type, happening },
    schema: { allOf: [ref('WebhookMessage'), own] },
    example: presentMessage(message, `${origin}${NAMESPACE}/${path}/12`),
  };
}

const TEST: MessageSpec = {
  ...{ type: TEST_TYPE, about: 'webhook', happening: 'test' },
  schema: ref('WebhookTestMessage'),
  example: testMessage(3, new Date(CREATED)),
};

/** The request that the calendar sends to a webhook's URL. */
function messageOperation(spec: MessageSpec, { language }: DescribeContext) {
  const { type, about, happening, schema, example } = spec;
  const { operations, types } = MESSAGES[language];
  return {
    operationId: `on${inPascalCase(type)}`,
    summary: heading(language, `message_${happening}`, types[about]),
    description: `${operations[`messages.${happening}`]}\n\n${operations.messages}`,
    tags: ['webhooks'],
    security: [],
    parameters: Object.keys(SIGNED).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { [type]: { value: example } } } },
    },
    responses: {
      '2XX': { description: heading(language, 'message_taken') },
      410: { description: heading(language, 'message_unwanted') },
      default: { description: heading(language, 'message_not_taken') },
    },
  };
}

/** D17.3: the messages by name, in the format of OpenAPI 3.1's `webhooks`. */
export const webhookMessages = (
  resources: readonly DescribedResource[],
  context: DescribeContext,
) =>
  Object.fromEntries(
    [...MESSAGE_TYPES.map((name) => messageSpecOf(name, resources, context.origin)), TEST].map(
      (spec) => [spec.type, { post: messageOperation(spec, context) }],
    ),
  );
