import { jsonSchema } from '../../kinds/kind';
import { describe } from '../../messages/t';
import { DELIVERY_PARAMS, type OfWebhookRoutes, WEBHOOK_FIELDS } from '../../resources/webhooks';
import { type DescribeContext, described, type Method } from './context';
import { type Inputs, inputsOf, languageInput, parameterDescription } from './inputs';

interface Described {
  /** The name that client generators use. */
  operationId: string;
  /** The key of its texts. */
  key:
    | 'list'
    | 'create'
    | 'read'
    | 'update'
    | 'delete'
    | 'secret'
    | 'test'
    | 'deliveries'
    | 'redeliver';
  /** Whether it takes the fields of a webhook; `new` if the required ones must be sent. */
  body?: 'new' | 'change';
  query?: typeof DELIVERY_PARAMS;
}

/** D17.7: all operations on webhooks. */
const OPERATIONS: OfWebhookRoutes<Described> = {
  'GET /webhooks': { operationId: 'listWebhooks', key: 'list' },
  'POST /webhooks': { operationId: 'createWebhook', key: 'create', body: 'new' },
  'GET /webhooks/{id}': { operationId: 'getWebhook', key: 'read' },
  'PATCH /webhooks/{id}': { operationId: 'updateWebhook', key: 'update', body: 'change' },
  'DELETE /webhooks/{id}': { operationId: 'deleteWebhook', key: 'delete' },
  'POST /webhooks/{id}/secret': { operationId: 'renewWebhookSecret', key: 'secret' },
  'POST /webhooks/{id}/test': { operationId: 'testWebhook', key: 'test' },
  'GET /webhooks/{id}/deliveries': {
    ...{ operationId: 'listDeliveries', key: 'deliveries', query: DELIVERY_PARAMS },
  },
  'POST /webhooks/{id}/deliveries/{delivery}/redeliver': {
    ...{ operationId: 'redeliver', key: 'redeliver' },
  },
};

/** An operation with its inputs, as the route index and the document need it. */
interface WebhookOperation extends Described {
  name: keyof typeof OPERATIONS;
  method: Method;
  path: string;
  pathInputs: Inputs;
  queryInputs: Inputs;
  bodyInputs: Inputs;
}

/** The fields of a webhook; `isNew` marks those that a new webhook requires. */
export const webhookInputs = ({ language }: DescribeContext, isNew: boolean): Inputs =>
  Object.fromEntries(
    Object.entries(WEBHOOK_FIELDS).map(([name, { schema, ...kind }]) => [
      name,
      {
        schema: described(jsonSchema(schema), describe(language, `sent.webhook.${name}`)),
        required: isNew && 'required' in kind && kind.required === true,
      },
    ]),
  );

const idsIn = (path: string, context: DescribeContext): Inputs =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      {
        schema: described({ type: 'integer' }, parameterDescription(name, context, ['webhooks'])),
        required: true,
      },
    ]),
  );

export const webhookOperations = (context: DescribeContext): WebhookOperation[] =>
  (Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[]).map((name) => {
    const operation = OPERATIONS[name];
    const [method, path = ''] = name.split(' ');
    return {
      ...operation,
      name,
      method: method as Method,
      path,
      pathInputs: idsIn(path, context),
      queryInputs: {
        ...inputsOf(operation.query ?? {}, context, ['webhooks']),
        ...languageInput(context),
      },
      bodyInputs: operation.body ? webhookInputs(context, operation.body === 'new') : {},
    };
  });
