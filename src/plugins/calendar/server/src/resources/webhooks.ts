import { z } from 'zod';
import { choice, flag, invalidChoice } from '../kinds/choice';
import { InvalidValue, type Kind, oneText, required, withDefault } from '../kinds/kind';
import { count } from '../kinds/number';
import { line, sentText } from '../kinds/text/text';
import { isHttpUrl } from '../settings/addresses';
import { RECORD_TYPES } from '../settings/record-types';
import {
  DELIVERY_STATES,
  MESSAGE_TYPES,
  type MessageType,
  type Pause,
  pausedUntil,
  type StoredDelivery,
  type StoredWebhook,
  TEST_TYPE,
} from '../settings/webhooks';
import type { Delivery, Webhook } from './payloads';
import type { Route } from './routes';
import { integer, language, text, uri } from './shared/payloads';

const MAX_URL_LENGTH = 2048;

/** The URL of a receiver. Credentials in it are refused, since everybody who may see the webhook would see them. */
const target: Kind<string> = {
  schema: z
    .string()
    .regex(/^https?:\/\/[^\s@]+$/)
    .max(MAX_URL_LENGTH),
  read(sent) {
    const written = oneText(sent);
    if (written.length > MAX_URL_LENGTH)
      throw new InvalidValue('too_long', { longest: MAX_URL_LENGTH });
    if (!isHttpUrl(written)) throw new InvalidValue('not_address');
    const url = new URL(written);
    if (url.username || url.password) throw new InvalidValue('webhook.credentials');
    url.hash = '';
    return url.href;
  },
};

const isMessageType = (name: string): name is MessageType =>
  (MESSAGE_TYPES as readonly string[]).includes(name);

/** Message types, as a list or separated by commas; an empty list means all. */
const types: Kind<MessageType[]> = {
  schema: z.array(z.enum(MESSAGE_TYPES)),
  read(sent) {
    const items = (Array.isArray(sent) ? sent : [sent]).flatMap((item) =>
      sentText(item).split(','),
    );
    const names = items.map((item) => item.trim()).filter(Boolean);
    if (!names.every(isMessageType)) throw invalidChoice(MESSAGE_TYPES);
    return MESSAGE_TYPES.filter((name) => names.includes(name));
  },
};

/** D17.7: the writable fields of a webhook. */
export const WEBHOOK_FIELDS = { name: line, url: required(target), types, enabled: flag };

/** The permission for all of these routes; no role has it by default, and read-only tokens never have it. */
const manage = 'webhook.manage';

const ONE = '/webhooks/{id}';

/** Not part of the specification. */
export const WEBHOOK_ROUTES = [
  { method: 'GET', path: '/webhooks', handler: manage },
  { method: 'POST', path: '/webhooks', handler: manage },
  { method: 'GET', path: ONE, handler: manage },
  { method: 'PATCH', path: ONE, handler: manage },
  { method: 'DELETE', path: ONE, handler: manage },
  { method: 'POST', path: `${ONE}/secret`, handler: manage },
  { method: 'POST', path: `${ONE}/test`, handler: manage },
  { method: 'GET', path: `${ONE}/deliveries`, handler: manage },
  { method: 'POST', path: `${ONE}/deliveries/{delivery}/redeliver`, handler: manage },
] as const satisfies Route[];

/** `PATCH /webhooks/{id}`. */
type RouteName<Of = (typeof WEBHOOK_ROUTES)[number]> = Of extends {
  method: infer Method extends string;
  path: infer Path extends string;
}
  ? `${Method} ${Path}`
  : never;

/** A value for each route. */
export type OfWebhookRoutes<Value> = Record<RouteName, Value>;

/** The query parameters of the delivery log. */
export const DELIVERY_PARAMS = {
  page: withDefault(count, 1),
  per_page: withDefault(count, 25),
  status: choice(DELIVERY_STATES),
};

/** D17.3: the data of a message about a record. */
export const WebhookRecord = z.object({
  type: z.enum(RECORD_TYPES),
  id: integer,
  rest_url: uri,
  revision: integer,
  languages: z.array(language),
  changed: z.array(text),
});

/** The body of a message. */
export const WebhookMessage = z.object({
  type: z.enum(MESSAGE_TYPES),
  timestamp: z.iso.datetime(),
  data: WebhookRecord,
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** The body of a test message, which is sent regardless of the webhook's types. */
export const WebhookTestMessage = z.object({
  type: z.literal(TEST_TYPE),
  timestamp: z.iso.datetime(),
  data: z.object({ webhook: integer }),
});
type WebhookTestMessage = z.infer<typeof WebhookTestMessage>;

const iso = (milliseconds: number | null | undefined) =>
  milliseconds == null ? null : new Date(milliseconds).toISOString();

interface About {
  pending: number;
  now: Date;
  secret?: string;
}

export const presentWebhook = (stored: StoredWebhook, { pending, now, secret }: About): Webhook => {
  const { id, name, url, enabled, switched_off, former_until } = stored;
  const holds = former_until !== null && former_until > now.getTime();
  return {
    ...{ id, name, url, types: stored.types, enabled, switched_off },
    switched_off_at: iso(stored.switched_off_at),
    created: new Date(stored.created).toISOString(),
    last_delivered: iso(stored.last_delivered),
    pending,
    paused_until: iso(enabled ? pausedUntil(stored, now.getTime()) : null),
    previous_secret_until: holds ? iso(former_until) : null,
    ...(secret && { secret }),
  };
};

/** The id of a message, as receivers see it. */
export const messageId = (uid: string) => `msg_${uid}`;

/** A delivery; while its webhook is paused, the next attempt is not before the end of the pause. */
export const presentDelivery = (stored: StoredDelivery, webhook: Pause, now: Date): Delivery => {
  const { id, uid, name, record, status, attempts, response_status, error, duration } = stored;
  const { next_attempt } = stored;
  const paused = pausedUntil(webhook, now.getTime()) ?? 0;
  return {
    ...{ id, message: messageId(uid), type: name, record, status, attempts },
    created: new Date(stored.created).toISOString(),
    last_attempt: iso(stored.last_attempt),
    next_attempt: iso(next_attempt === null ? null : Math.max(next_attempt, paused)),
    ...{ response_status, error, duration },
  };
};

type MessageData = Pick<WebhookMessage['data'], 'type' | 'revision' | 'languages' | 'changed'>;

/** The body of a message, derived from its row alone, so that every attempt sends the same bytes. */
export const presentMessage = (
  message: MessageData & { name: MessageType; public_id: number; created: number },
  rest_url: string,
): WebhookMessage => {
  const { name, type, public_id: id, revision, languages, changed, created } = message;
  return {
    type: name,
    timestamp: new Date(created).toISOString(),
    data: { type, id, rest_url, revision, languages, changed },
  };
};

export const testMessage = (id: number, now: Date): WebhookTestMessage => ({
  type: TEST_TYPE,
  timestamp: now.toISOString(),
  data: { webhook: id },
});
