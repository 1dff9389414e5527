import { randomBytes, randomUUID } from 'node:crypto';
import { type IdempotentWrite, runIdempotent } from '../database/idempotency-keys';
import { SECRET_PREFIX } from '../database/site';
import {
  deliveriesOf,
  deliveryById,
  pendingCounts,
  pendingOf,
  resetDelivery,
} from '../database/webhook-deliveries';
import {
  addWebhook,
  allWebhooks,
  changeWebhook,
  endPause,
  lockWebhooks,
  removeWebhook,
  rotateSecret,
  secretsOf,
  type WebhookValues,
  webhookById,
} from '../database/webhooks';
import { invalidParams, missingParams, refuse } from '../messages/errors';
import type { Deliveries, Delivery, Webhook, WebhookTest } from '../resources/payloads';
import { presentDelivery, presentWebhook, testMessage } from '../resources/webhooks';
import { MAX_ID } from '../settings/record-types';
import {
  type DeliveryState,
  MAX_DELIVERIES,
  MAX_WEBHOOKS,
  type StoredWebhook,
} from '../settings/webhooks';
import { wakeDelivery } from './deliver';
import { isPrivate, sendMessage } from './send-message';

/** Bytes of a secret; Standard Webhooks requires 24 to 64. */
const SECRET = 32;

/** Timeout of a test in milliseconds: below the response time of the request that waits for it. */
const TEST_TIMEOUT = 10_000;

const newSecret = () => `${SECRET_PREFIX}${randomBytes(SECRET).toString('base64')}`;

async function shown(stored: StoredWebhook, secret?: string): Promise<Webhook> {
  const pending = await pendingOf(stored.id);
  return presentWebhook(stored, { pending, now: new Date(), secret });
}

async function known(id: number): Promise<StoredWebhook> {
  const webhook = id <= MAX_ID ? await webhookById(id) : undefined;
  if (!webhook) throw refuse(404, 'rest-webhook-not-found');
  return webhook;
}

function requirePublic(url: string) {
  if (isPrivate(url)) throw invalidParams({ url: { text: 'webhook.private' } });
}

const idOf = (webhook: StoredWebhook | undefined) => webhook && { id: webhook.id };

/** The sent fields of a webhook. */
type Sent = Partial<WebhookValues>;

/** D17.7: all webhooks. */
export async function findWebhooks(): Promise<Webhook[]> {
  const [webhooks, pending] = [await allWebhooks(), await pendingCounts()];
  const now = new Date();
  return webhooks.map((webhook) =>
    presentWebhook(webhook, { pending: pending.get(webhook.id) ?? 0, now }),
  );
}

/** Throws CalendarError 404. */
export const findWebhook = async (id: number): Promise<Webhook> => shown(await known(id));

/**
 * Creates a webhook. Its secret is returned only here, and again to a retry of the same write, which updates the created
 * webhook (D9.12). Throws CalendarError 400.
 */
export async function createWebhook(
  { name = '', url, types = [], enabled = true }: Sent,
  write?: IdempotentWrite,
): Promise<Webhook> {
  if (url === undefined) throw missingParams(['url']);
  requirePublic(url);
  const values = { name, url, types, enabled };
  const now = new Date();
  const make = async () => idOf(await addWebhook(values, newSecret(), now));
  const again = async ({ id }: { id: number }) => {
    const webhook = await webhookById(id);
    if (webhook) await changeWebhook(webhook.id, values, now);
    return idOf(webhook);
  };
  const made = await runIdempotent(write, { now, make, again });
  if (!made) {
    throw invalidParams({ url: { text: 'webhook.too_many', values: { most: MAX_WEBHOOKS } } });
  }
  wakeDelivery();
  const [secret] = await secretsOf(made.id, now);
  return shown(await known(made.id), secret);
}

/** Throws CalendarError 400 and 404. */
export async function updateWebhook(id: number, sent: Sent): Promise<Webhook> {
  await known(id);
  if (sent.url !== undefined) requirePublic(sent.url);
  if (Object.keys(sent).length > 0) await changeWebhook(id, sent, new Date());
  wakeDelivery();
  return findWebhook(id);
}

/** Deletes a webhook and returns it as it was. Throws CalendarError 404. */
export async function deleteWebhook(id: number): Promise<Webhook> {
  const webhook = await findWebhook(id);
  if ((await removeWebhook(id)) === 0) throw refuse(404, 'rest-webhook-not-found');
  return webhook;
}

/**
 * Rotates the secret; messages are also signed with the previous one for a day. Returned only here, and again to a retry
 * of the same write (D9.12), since a third secret would invalidate the first, which receivers know. Throws CalendarError
 * 404.
 */
export async function renewWebhookSecret(id: number, write?: IdempotentWrite): Promise<Webhook> {
  await known(id);
  const now = new Date();
  const make = async () => {
    await rotateSecret(id, newSecret(), now);
    return { id };
  };
  await runIdempotent(write, { now, make, again: async (made) => made });
  const [secret] = await secretsOf(id, now);
  return shown(await known(id), secret);
}

/** Sends a test message immediately, without retries; its success ends a pause. Throws CalendarError 404. */
export async function testWebhook(id: number): Promise<WebhookTest> {
  const webhook = await known(id);
  const body = testMessage(id, new Date());
  const sent = { uid: randomUUID(), body };
  const { error, response_status, duration } = await sendMessage(webhook, sent, {
    timeout: TEST_TIMEOUT,
  });
  if (error === null) {
    await endPause(id);
    wakeDelivery();
  }
  return { delivered: error === null, response_status, error, duration };
}

interface DeliveryQuery {
  page: number;
  per_page: number;
  status?: DeliveryState;
}

/** D17.6: a page of deliveries, newest first. Throws CalendarError 404. */
export async function findDeliveries(id: number, query: DeliveryQuery): Promise<Deliveries> {
  const webhook = await known(id);
  const most = Math.min(query.per_page, MAX_DELIVERIES);
  const { deliveries, total } = await deliveriesOf(id, { ...query, most });
  const total_pages = Math.ceil(total / most);
  const now = new Date();
  const shown = deliveries.map((delivery) => presentDelivery(delivery, webhook, now));
  return { deliveries: shown, total, total_pages };
}

/** Queues a message to be sent again. Throws CalendarError 400 if the webhook is disabled, and 404. */
export async function redeliver(id: number, delivery: number): Promise<Delivery> {
  const webhook = await known(id);
  const stored = Number.isSafeInteger(delivery) && (await deliveryById(id, delivery));
  if (!stored) throw refuse(404, 'rest-delivery-not-found');
  const now = new Date();
  await strapi.db.transaction(async ({ trx }) => {
    await lockWebhooks(trx); // Disabling it meanwhile would leave this one pending until it is enabled again.
    if (!(await known(id)).enabled) throw invalidParams({ enabled: { text: 'webhook.off' } });
    await resetDelivery(delivery, now);
  });
  wakeDelivery();
  return presentDelivery((await deliveryById(id, delivery)) ?? stored, webhook, now);
}
