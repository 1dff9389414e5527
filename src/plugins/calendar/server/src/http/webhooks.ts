import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { viewerOf } from '../access/viewer';
import { readersLanguage } from '../database/site';
import { language } from '../kinds/choice';
import { readParams } from '../kinds/kind';
import { CalendarError, errorBody, forbidden } from '../messages/errors';
import { changesSince } from '../records/changes';
import {
  createWebhook,
  deleteWebhook,
  findDeliveries,
  findWebhook,
  findWebhooks,
  redeliver,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../records/webhooks';
import { CHANGE_PARAMS, changeCursor, MAX_CHANGES } from '../resources/changes';
import type { Changes } from '../resources/payloads';
import { DELIVERY_PARAMS, type OfWebhookRoutes, WEBHOOK_FIELDS } from '../resources/webhooks';
import { RECORD_TYPES, type RecordType, uidOf } from '../settings/record-types';
import { MESSAGE_TYPES, WEBHOOKS_ACTION } from '../settings/webhooks';
import { readSent, sentQuery } from './body';
import { callerOf, configRequiring, hasScope, idempotentWriteOf, viewOf } from './caller';
import { readContext } from './request';
import { addLink } from './response';

const LANGUAGE = { i18n_language: language };

/** The types whose lists the caller may read. Throws CalendarError 401 or 403 if there are none. */
async function typesFor(ctx: Context): Promise<RecordType[]> {
  const types: RecordType[] = [];
  for (const type of RECORD_TYPES) if (await hasScope(ctx, `${uidOf(type)}.find`)) types.push(type);
  if (types.length === 0) throw forbidden(callerOf(ctx).known);
  return types;
}

/** D8.14 `GET /changes`: which records have changed since a cursor. */
export const changes = {
  async find(ctx: Context) {
    const types = await typesFor(ctx);
    const context = readContext(ctx);
    const { now } = context;
    const params = { ...CHANGE_PARAMS, ...LANGUAGE };
    const { since, per_page, i18n_language } = readParams(params, sentQuery(ctx), context);
    const { root } = viewOf(ctx, i18n_language, now);
    const most = Math.min(per_page ?? MAX_CHANGES, MAX_CHANGES);
    const viewer = await viewerOf(callerOf(ctx), now);
    const answer = await changesSince({ since, most, viewer, types });
    const cursor = changeCursor.toParam?.(answer.cursor) ?? '';
    const body: Changes = { changes: answer.changes, cursor };
    if (answer.more) {
      const query = new URLSearchParams({ since: cursor, per_page: String(most) });
      body.next_rest_url = `${root}/changes?${query}`;
      addLink(ctx, `<${body.next_rest_url}>; rel="next"`);
    }
    ctx.set('Cache-Control', 'private, no-store'); // Reading assigns positions to changes.
    ctx.body = body;
  },
};

const webhookFields = (ctx: Context) => {
  const { i18n_language: _, ...fields } = readSent(ctx, { ...WEBHOOK_FIELDS, ...LANGUAGE });
  return fields;
};

const deliveryParams = (ctx: Context) => {
  const { page = 1, per_page = 1, status } = readSent(ctx, { ...DELIVERY_PARAMS, ...LANGUAGE });
  return { page, per_page, status };
};

const idOf = ({ params }: Context) => Number(params.id);

/** Converts a refusal into Strapi's error format, in the editor's language. */
function asStrapiError(error: unknown) {
  if (!(error instanceof CalendarError)) return error;
  const { message, data } = errorBody(error, readersLanguage());
  if (error.status === 404) return new errors.NotFoundError(message);
  const { params = {} } = data;
  const faults = Array.isArray(params)
    ? params.map((name) => [name, message])
    : Object.entries(params);
  const named = faults.map(([name, why]) => ({
    path: [name],
    message: why,
    name: 'ValidationError',
  }));
  return new errors.ValidationError(message, { errors: named });
}

type Handler = (ctx: Context) => unknown;

/** An operation whose only parameter is the language of messages. */
const withoutParameters =
  (work: (id: number, ctx: Context) => unknown): Handler =>
  (ctx) => {
    readSent(ctx, LANGUAGE);
    return work(idOf(ctx), ctx);
  };

/** The operation of each route, shared by the interface and the admin's page. */
const OPERATIONS: OfWebhookRoutes<Handler> = {
  'GET /webhooks': withoutParameters(async () => ({ webhooks: await findWebhooks() })),
  'POST /webhooks': async (ctx) => {
    const made = await createWebhook(webhookFields(ctx), idempotentWriteOf(ctx, 'webhook'));
    ctx.status = 201;
    return made;
  },
  'GET /webhooks/{id}': withoutParameters(findWebhook),
  'PATCH /webhooks/{id}': (ctx) => updateWebhook(idOf(ctx), webhookFields(ctx)),
  'DELETE /webhooks/{id}': withoutParameters(deleteWebhook),
  'POST /webhooks/{id}/secret': withoutParameters((id, ctx) =>
    renewWebhookSecret(id, idempotentWriteOf(ctx, 'secret', id)),
  ),
  'POST /webhooks/{id}/test': withoutParameters(testWebhook),
  'GET /webhooks/{id}/deliveries': (ctx) => findDeliveries(idOf(ctx), deliveryParams(ctx)),
  'POST /webhooks/{id}/deliveries/{delivery}/redeliver': withoutParameters((id, ctx) =>
    redeliver(id, Number(ctx.params.delivery)),
  ),
};

const answered = async (ctx: Context, operation: keyof typeof OPERATIONS) => {
  ctx.status = 200;
  ctx.body = await OPERATIONS[operation](ctx);
};

/** The operation for a path of Strapi's router: `/api/calendar/events/v1/webhooks/12/test`. */
const operationOf = ({ method, path }: Context) => {
  const below = /\/webhooks(?:\/.*)?$/.exec(path)?.[0] ?? '';
  const named = below.replace(/\/\d+/, '/{id}').replace(/\/\d+/, '/{delivery}');
  return `${method === 'HEAD' ? 'GET' : method} ${named}` as keyof typeof OPERATIONS;
};

/** D17.7: the controller of webhooks in the interface, which requires one right. */
export const webhook = {
  async manage(ctx: Context) {
    await answered(ctx, operationOf(ctx));
  },
};

const withStrapiErrors = (operation: keyof typeof OPERATIONS) => async (ctx: Context) => {
  try {
    await answered(ctx, operation);
  } catch (error) {
    throw asStrapiError(error);
  }
};

/** Operations by action of the admin's controller. */
const ACTIONS = {
  findOne: 'GET /webhooks/{id}',
  create: 'POST /webhooks',
  update: 'PATCH /webhooks/{id}',
  delete: 'DELETE /webhooks/{id}',
  renew: 'POST /webhooks/{id}/secret',
  test: 'POST /webhooks/{id}/test',
  findDeliveries: 'GET /webhooks/{id}/deliveries',
  redeliver: 'POST /webhooks/{id}/deliveries/{delivery}/redeliver',
} as const satisfies Record<string, keyof typeof OPERATIONS>;

/** D17.7: the controller of the admin's webhooks page. */
export const webhooks = {
  async find(ctx: Context) {
    ctx.body = { results: await findWebhooks(), types: MESSAGE_TYPES };
  },
  ...Object.fromEntries(
    Object.entries(ACTIONS).map(([action, operation]) => [action, withStrapiErrors(operation)]),
  ),
};

const route = (method: string, path: string, action: 'find' | keyof typeof ACTIONS) => ({
  method,
  path: `/admin/webhooks${path}`,
  handler: `webhooks.${action}`,
  config: configRequiring(WEBHOOKS_ACTION),
});

const ONE = String.raw`/:id(\d+)`;

export const webhookRoutes = [
  route('GET', '', 'find'),
  route('POST', '', 'create'),
  route('GET', ONE, 'findOne'),
  route('PUT', ONE, 'update'),
  route('DELETE', ONE, 'delete'),
  route('POST', `${ONE}/secret`, 'renew'),
  route('POST', `${ONE}/test`, 'test'),
  route('GET', `${ONE}/deliveries`, 'findDeliveries'),
  route('POST', `${ONE}${String.raw`/deliveries/:delivery(\d+)/redeliver`}`, 'redeliver'),
];
