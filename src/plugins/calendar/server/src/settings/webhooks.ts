import { isPostType, RECORD_TYPES, type RecordType } from './record-types';

/** D17.2: what can happen to a record, as readers find it; terms have no trash and no drafts. */
const OF_POSTS = ['published', 'updated', 'unpublished', 'trashed', 'restored', 'deleted'] as const;
const OF_TERMS = ['published', 'updated', 'deleted'] as const;

export type Happening = (typeof OF_POSTS)[number];

/** `event.published`: the name of a message. */
export type MessageType = `${RecordType}.${Happening}`;

/** The names of all messages. */
export const MESSAGE_TYPES: readonly MessageType[] = RECORD_TYPES.flatMap((type) =>
  (isPostType(type) ? OF_POSTS : OF_TERMS).map((happening): MessageType => `${type}.${happening}`),
);

/** What somebody sends to see whether a webhook works. */
export const TEST_TYPE = 'webhook.test';

/** Why the calendar itself has switched a webhook off: nothing arrived for days, or 410 was answered. */
export const SWITCHED_OFF = ['failing', 'gone'] as const;

export type SwitchedOff = (typeof SWITCHED_OFF)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why an attempt failed: another status than 2xx; a redirect, which is not followed; no answer in time; no
 * connection; an address that may not be called; a secret that cannot be read; the webhook was switched off.
 */
export const DELIVERY_ERRORS = [
  'status',
  'redirect',
  'timeout',
  'connection',
  'address',
  'secret',
  'switched_off',
] as const;

export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** A message on its way to a webhook, and what came of it. Milliseconds. */
export interface StoredDelivery {
  id: number;
  uid: string;
  name: MessageType;
  record: { type: RecordType; id: number };
  status: DeliveryState;
  attempts: number;
  created: number;
  last_attempt: number | null;
  next_attempt: number | null;
  response_status: number | null;
  error: DeliveryError | null;
  /** Milliseconds that the last attempt took. */
  duration: number | null;
}

/** All webhooks of a calendar; each is told of every change. */
export const MAX_WEBHOOKS = 20;

/** The deliveries of a page. */
export const MAX_DELIVERIES = 100;

/** Strapi's name for the right to manage webhooks in the admin. */
export const WEBHOOKS_ACTION = 'plugin::calendar.webhooks';
