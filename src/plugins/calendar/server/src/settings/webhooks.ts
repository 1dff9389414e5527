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

/** A webhook. Times in milliseconds since 1970. */
export interface StoredWebhook extends Pause {
  id: number;
  name: string;
  url: string;
  /** Messages it subscribes to; empty means all. */
  types: MessageType[];
  enabled: boolean;
  switched_off: SwitchedOff | null;
  switched_off_at: number | null;
  created: number;
  last_delivered: number | null;
  former_until: number | null;
}

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

/** Failures in a row after which a webhook pauses as a whole. */
export const MAX_FAILURES = 5;

/** The failures of a webhook. Times in milliseconds since 1970. */
export interface Pause {
  /** Failed attempts since the last success. */
  failures: number;
  /** When the last attempt failed or began. */
  paused_at: number | null;
  /** Until when nothing is sent, if there are `MAX_FAILURES`. */
  paused_until: number | null;
}

/** Whether messages are sent one at a time, to find out whether the receiver has recovered. */
export const isFailing = ({ failures }: Pause) => failures >= MAX_FAILURES;

/** Milliseconds by which clocks may differ (failover). Later timestamps were written before a clock was set back. */
export const MAX_CLOCK_SKEW = 60_000;

/** Until when a failing webhook is paused; undefined after that, and if the clock was set back since. */
export function pausedUntil(webhook: Pause, now: number): number | undefined {
  const { paused_at, paused_until } = webhook;
  const isPast = paused_until === null || paused_until <= now;
  if (isPast || !isFailing(webhook) || Number(paused_at) > now + MAX_CLOCK_SKEW) return undefined;
  return paused_until;
}

/** Milliseconds of the first pause; each one after it is twice as long, up to the longest. */
const FIRST_PAUSE = 5_000;
const LONGEST_PAUSE = 60_000;

/**
 * Whether the newest message is tried after a pause, in every other turn, as the receiver may refuse only the oldest.
 * Never if it has asked for a longer pause: the oldest is then given up in time, by its number of attempts.
 */
export const isNewestTried = ({ failures, paused_at, paused_until }: Pause) =>
  failures % 2 === 1 && Number(paused_until) - Number(paused_at) <= LONGEST_PAUSE;

/**
 * D17.5: until when a webhook pauses after a failure, and the number of failures below which this is one more: an answer
 * to a message that was sent before the pause is not.
 */
export function pauseAfter(webhook: Pause, now: number, retryAfter: number) {
  const most = isFailing(webhook) ? webhook.failures + 1 : MAX_FAILURES;
  const own = Math.min(FIRST_PAUSE * 2 ** (most - MAX_FAILURES), LONGEST_PAUSE);
  const asked = isFailing(webhook) ? Math.max(own, retryAfter) : retryAfter || own;
  return { most, until: now + asked };
}

/** The action of the admin permission to manage webhooks. */
export const WEBHOOKS_ACTION = 'plugin::calendar.webhooks';
