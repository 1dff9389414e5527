import { DAY } from '../../kinds/dates/wall-time';
import { ref, type Schema } from '../../kinds/kind';
import { heading, MESSAGES, type Messages } from '../../messages/t';
import { type OfWebhookRoutes, presentDelivery, presentWebhook } from '../../resources/webhooks';
import type { StoredDelivery, StoredWebhook } from '../../settings/webhooks';
import { errorResponses, type ResponseSpec, readResponses } from './answers';
import { orNull } from './bodies';
import { type DescribeContext, described, WRITE_SECURITY } from './context';
import { exampleRefs } from './examples';
import { shapeParameters } from './inputs';
import { condition, parameters } from './paths';
import {
  BODY,
  commonRefusals,
  MISSING,
  merged,
  OF_OPERATIONS,
  type Refusals,
  responsesOf,
  STORED,
} from './responses';
import { webhookInputs, webhookOperations } from './webhook-operations';

const done = (
  name: string,
  describedBy: 'answer' | 'made' | 'changed' | 'deleted',
  schema = 'Webhook',
): ResponseSpec => ({
  ...{ status: describedBy === 'made' ? 201 : 200, name, describedBy },
  ...{ headers: OF_OPERATIONS, schema: ref(schema) },
});

const refusedWith = (...more: Refusals[]) =>
  errorResponses(merged([commonRefusals, ...more]), 'webhook');

const unknown: Refusals = { 404: ['rest-webhook-not-found'] };

/** A test message is not stored, so sending one cannot fail for lack of space. */
const { 507: _, ...WITHOUT_ROOM } = BODY;

/** D17.7: the responses of each operation. */
const ANSWERS: OfWebhookRoutes<ResponseSpec[]> = {
  'GET /webhooks': [...readResponses('Webhooks', ref('Webhooks')), ...refusedWith()],
  'POST /webhooks': [done('WebhookMade', 'made'), ...refusedWith(BODY, MISSING)],
  'GET /webhooks/{id}': [...readResponses('Webhook', ref('Webhook')), ...refusedWith(unknown)],
  'PATCH /webhooks/{id}': [done('WebhookChanged', 'changed'), ...refusedWith(BODY, unknown)],
  'DELETE /webhooks/{id}': [done('WebhookDeleted', 'deleted'), ...refusedWith(STORED, unknown)],
  'POST /webhooks/{id}/secret': [done('WebhookRenewed', 'answer'), ...refusedWith(BODY, unknown)],
  'POST /webhooks/{id}/test': [
    done('WebhookTest', 'answer', 'WebhookTest'),
    ...refusedWith(WITHOUT_ROOM, unknown),
  ],
  'GET /webhooks/{id}/deliveries': [
    ...readResponses('Deliveries', ref('Deliveries')),
    ...refusedWith(unknown),
  ],
  'POST /webhooks/{id}/deliveries/{delivery}/redeliver': [
    done('Redelivered', 'answer', 'Delivery'),
    ...refusedWith(BODY, { 404: ['rest-webhook-not-found', 'rest-delivery-not-found'] }),
  ],
};

/** The responses of all operations on webhooks. */
export const WEBHOOK_ANSWERS: ResponseSpec[] = Object.values(ANSWERS).flat();

const NAMES = { new: 'NewWebhook', change: 'WebhookFields' } as const;

/** D9.6: the JSON bodies, whose optional fields may be null. */
export const webhookBodies = (context: DescribeContext): [string, Schema][] =>
  (['change', 'new'] as const).map((body) => {
    const inputs = Object.entries(webhookInputs(context, body === 'new'));
    const properties = inputs.map(([name, { schema, required }]) => {
      const { description, ...rest } = schema;
      return [name, described(required ? rest : orNull(rest), description as string)];
    });
    const required = inputs.flatMap(([name, input]) => (input.required ? name : []));
    return [
      NAMES[body],
      {
        type: 'object',
        properties: Object.fromEntries(properties),
        ...(required.length > 0 && { required }),
      },
    ];
  });

const requestBody = (body: 'new' | 'change') => ({
  required: true,
  content: {
    'application/json': {
      schema: ref(NAMES[body]),
      examples: exampleRefs([[NAMES[body], NAMES[body]]]),
    },
  },
});

/** The operations with a heading of their own; the others share the headings of records. */
const HEADINGS = { secret: 'webhook_secret', test: 'webhook_test' } as const;

const headingOf = (key: keyof typeof HEADINGS | string) =>
  HEADINGS[key as keyof typeof HEADINGS] ?? key;

/** The paths of webhooks. */
export function webhookPaths(context: DescribeContext) {
  const { language } = context;
  const { operations, types } = MESSAGES[language];
  const paths: Record<string, Record<string, object>> = {};
  for (const one of webhookOperations(context)) {
    const { name, method, path, body, operationId, key } = one;
    paths[path] = paths[path] ?? {};
    paths[path][method.toLowerCase()] = {
      operationId,
      summary: heading(language, headingOf(key) as keyof Messages['headings'], types.webhook),
      description: operations[`webhooks.${key}`],
      tags: ['webhooks'],
      security: WRITE_SECURITY,
      parameters: [
        ...parameters(one.pathInputs, 'path'),
        ...parameters(one.queryInputs, 'query'),
        ...shapeParameters(method, context),
        ...(method === 'GET' ? [condition('If-None-Match', context)] : []),
        condition('Prefer', context),
      ],
      ...(body && { requestBody: requestBody(body) }),
      responses: responsesOf(ANSWERS[name], language),
    };
  }
  return paths;
}

const CREATED = '2026-11-14T10:00:00.000Z';

const SECRET = 'whsec_c2Vjb25kLWhhbmQtYm9hcmRzLWFyZS13ZWxjb21lLXQ=';

/** The examples of webhooks and their deliveries, by name: request bodies and responses. */
export function exampleWebhooks({ language }: DescribeContext): [string, object][] {
  const { name } = MESSAGES[language].examples.webhook;
  const sent = { name, url: 'https://example.org/hook', types: ['event.published' as const] };
  const now = new Date(CREATED);
  const stored: StoredWebhook = {
    ...{ id: 3, ...sent, enabled: true, switched_off: null, switched_off_at: null },
    ...{ created: now.getTime(), last_delivered: null, former_until: null },
    ...{ failures: 0, paused_at: null, paused_until: null },
  };
  const shown = presentWebhook(stored, { pending: 0, now });
  const delivered: StoredDelivery = {
    ...{ id: 7, uid: '6f1b3b0e-3a0a-4c59-9d5c-0b7c9c1f4e52', name: 'event.published' },
    ...{ record: { type: 'event', id: 12 }, status: 'pending', attempts: 0, error: null },
    ...{ created: now.getTime(), last_attempt: null, next_attempt: now.getTime() },
    ...{ response_status: null, duration: null },
  };
  const delivery = presentDelivery(delivered, stored, now);
  const renewed = { ...stored, former_until: now.getTime() + DAY };
  return [
    ['NewWebhook', sent],
    ['WebhookFields', { enabled: false }],
    ['Webhook', shown],
    ['Webhooks', { webhooks: [shown] }],
    ['WebhookMade', presentWebhook(stored, { pending: 0, now, secret: SECRET })],
    ['WebhookChanged', { ...shown, enabled: false }],
    ['WebhookDeleted', shown],
    ['WebhookRenewed', presentWebhook(renewed, { pending: 0, now, secret: SECRET })],
    ['WebhookTest', { delivered: true, response_status: 204, error: null, duration: 81 }],
    ['Deliveries', { deliveries: [delivery], total: 1, total_pages: 1 }],
    ['Redelivered', delivery],
  ];
}
