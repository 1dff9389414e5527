import { isPostType, RECORD_TYPES, type RecordType } from './record-types';

/** D17.2: the changes of a record from a reader's point of view; terms have no drafts and no trash. */
const OF_POSTS = ['published', 'updated', 'unpublished', 'trashed', 'restored', 'deleted'] as const;
const OF_TERMS = ['published', 'updated', 'deleted'] as const;

export type PostEvent = (typeof OF_POSTS)[number];

/** The type of a message: `event.published`. */
export type MessageType = `${RecordType}.${PostEvent}`;

export const MESSAGE_TYPES: readonly MessageType[] = RECORD_TYPES.flatMap((type) =>
  (isPostType(type) ? OF_POSTS : OF_TERMS).map((happening): MessageType => `${type}.${happening}`),
);

/** The type of a message that a user sends to test a webhook. */
export const TEST_TYPE = 'webhook.test';

/** Why the calendar has switched a webhook off: failures for days, or a response 410. */
export const SWITCHED_OFF = ['failing', 'gone'] as const;

export type SwitchedOff = (typeof SWITCHED_OFF)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why an attempt failed: a status other than 2xx, a redirect (not followed), no response in time,
 * no connection, a forbidden address, an undecryptable secret, or the webhook was switched off.
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

/** The delivery of a message to a webhook. Times in milliseconds since 1970. */
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
  /** Duration of the last attempt in milliseconds. */
  duration: number | null;
}

/** Maximum webhooks of a calendar; each may get a message about every change. */
export const MAX_WEBHOOKS = 20;

/** Maximum deliveries per page. */
export const MAX_DELIVERIES = 100;

/** The action of the admin permission to manage webhooks. */
export const WEBHOOKS_ACTION = 'plugin::calendar.webhooks';
