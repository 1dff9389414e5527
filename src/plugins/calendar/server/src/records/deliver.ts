import { setTimeout as pause } from 'node:timers/promises';
import { databaseNow } from '../database/client';
import { isPostgres, repeatDeletion } from '../database/run';
import { tryLock } from '../database/transaction';
import {
  addDeliveries,
  type Claimed,
  claim,
  recordAttempt,
  releaseLeases,
} from '../database/webhook-deliveries';
import {
  dueMessages,
  hasMessages,
  onMessages,
  pruneMessages,
  settleDue,
} from '../database/webhook-messages';
import {
  allWebhooks,
  countFailure,
  LAST_DELIVERED_PRECISION,
  lockWebhooks,
  reserveAttempt,
  storeLastDelivery,
  switchOff,
  webhookById,
} from '../database/webhooks';
import { DAY, HOUR, MINUTE, SECOND } from '../kinds/dates/wall-time';
import { presentMessage } from '../resources/webhooks';
import { scheduledMessage } from '../saves/announce';
import { isFailing, isNewestTried, pausedUntil, type StoredWebhook } from '../settings/webhooks';
import { abortOf, nextAttempt, restUrl, SEND_TIMEOUT, sendMessage } from './send-message';

/** Poll interval without webhooks: another node may add one; SQLite has no other, only old rows to delete. */
const IDLE_INTERVAL = () => (isPostgres() ? MINUTE : HOUR);

/** Concurrent requests, in total and per webhook, so that a slow receiver does not block others. */
const MAX_OPEN = 20;
const MAX_OF_ONE = 5;

/** Milliseconds of a lease: longer than an attempt and recording it. */
const LEASE = SEND_TIMEOUT + MINUTE;

/** Milliseconds for which messages and deliveries are kept. */
const RETENTION = 14 * DAY;

/** Milliseconds for open requests at shutdown; aborted ones are sent again by the next process. */
const GRACE = 2 * SECOND;

const GONE = 410;

const report = (error: unknown) => {
  strapi.log.warn(`Webhooks: ${error instanceof Error ? error.message : String(error)}`);
};

/** Logs a database error; returns the milliseconds until the next round. */
const afterFailure = (error: unknown) => {
  report(error);
  return 5 * SECOND;
};

async function switchOffWith(webhook: StoredWebhook, why: 'gone' | 'failing') {
  if (!(await switchOff(webhook.id, why, new Date()))) return; // By another message sent meanwhile.
  const reason = why === 'gone' ? 'responded with 410 Gone' : 'has accepted nothing for three days';
  strapi.log.warn(`Webhook ${webhook.id} (${webhook.name}) ${reason}, and was switched off.`);
}

/** D17.5: whether nothing was delivered since the message that failed. */
async function hasFailed({ id }: StoredWebhook, { message }: Claimed): Promise<boolean> {
  const { last_delivered } = (await webhookById(id)) ?? {};
  return !last_delivered || last_delivered + LAST_DELIVERED_PRECISION < message.created;
}

/**
 * Records the last attempt and switches the webhook off, if needed, in one transaction: otherwise a failure between the
 * two would leave the webhook on. Locks in the order of `switchOff`, webhooks before deliveries.
 */
async function giveUp(
  webhook: StoredWebhook,
  claimed: Claimed,
  isGone: boolean,
  record: () => Promise<void>,
): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    await lockWebhooks(trx);
    await record();
    if (isGone) await switchOffWith(webhook, 'gone');
    else if (await hasFailed(webhook, claimed)) await switchOffWith(webhook, 'failing');
  });
}

/** Sends a message once and records the attempt. */
async function deliver(webhook: StoredWebhook, claimed: Claimed, signal: AbortSignal) {
  const { message, attempts } = claimed;
  const body = presentMessage(message, restUrl(message.type, message.public_id));
  const sent = await sendMessage(webhook, { uid: message.uid, body }, { signal });
  const { retryAfter, ...attempt } = sent;
  const now = await databaseNow();
  const isDone = attempt.error === null;
  // What a former address answers says nothing about the one that the webhook has now.
  const isMoved = !isDone && (await webhookById(webhook.id))?.url !== webhook.url;
  const isGone = attempt.response_status === GONE && !isMoved;
  const retry = isMoved ? now : nextAttempt(attempts, now, { retryAfter });
  const next = isDone || isGone ? undefined : retry;
  const status = isDone ? 'delivered' : next ? 'pending' : 'failed';
  const record = () => recordAttempt(claimed, attempt, { status, now, next: next ?? now });
  await (status === 'failed' ? giveUp(webhook, claimed, isGone, record) : record());
  if (isDone) return storeLastDelivery(webhook.id, now);
  if (!isGone && !isMoved && (await countFailure(webhook, now, retryAfter))) {
    const why = `${attempt.error} ${attempt.response_status ?? ''}`.trim();
    strapi.log.warn(
      `Webhook ${webhook.id} (${webhook.name}) is failing (${why}), and pauses between attempts.`,
    );
  }
}

/** D17.5: the enabled webhooks. */
const listening = async () => (await allWebhooks()).filter(({ enabled }) => enabled);

/**
 * D17.4: queues messages; due publications first, so that they precede later changes, but only those that this node
 * shows by now, as receivers read at once. Locks the webhooks, so that one node at a time queues each message once.
 */
async function distribute(now: Date) {
  const shown = new Date(Math.min(now.getTime(), Date.now()));
  if (!(await hasMessages(now))) return;
  await strapi.db.transaction(async ({ trx }) => {
    if (!(await tryLock('webhook messages', trx))) return;
    await lockWebhooks(trx);
    for (const line of await dueMessages(shown))
      await settleDue(line, await scheduledMessage(line, shown), now);
    await addDeliveries(await listening(), now);
  });
}

/** Leases due messages; one, if the webhook is failing and no other node was faster. */
async function claimFor(webhook: StoredWebhook, most: number, now: Date) {
  const isTrial = isFailing(webhook);
  const newest = isTrial && isNewestTried(webhook);
  const claimed = await claim(webhook.id, { most, now, lasting: LEASE, newest });
  if (!isTrial || claimed.length === 0) return claimed;
  if (await reserveAttempt(webhook, now, new Date(now.getTime() + LEASE))) return claimed;
  await releaseLeases(claimed.map(({ lease }) => lease));
  return [];
}

/** The delivery loop of a process. */
class Deliverer {
  private readonly open = new Map<Promise<void>, { webhook: number; lease: string }>();
  private readonly cut = abortOf(MAX_OPEN);
  private ending = false;
  private woken = false;
  private wake: () => void = () => undefined;
  private readonly unlisten = onMessages(() => this.wakeUp());
  private forgotten = 0;
  private readonly loop = this.run();

  /** Wakes the loop: there is a new message, or room for another request. */
  wakeUp() {
    this.woken = true;
    this.wake();
  }

  private async run() {
    while (!this.ending) {
      this.woken = false;
      await this.rest(await this.round().catch(afterFailure));
    }
  }

  private async rest(milliseconds: number) {
    if (this.woken || this.ending) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** One round; returns the milliseconds until the next. With webhooks it is short, to take over from failed nodes. */
  private async round(): Promise<number> {
    const now = await databaseNow();
    await this.forgetOld(now); // For disabled webhooks too, whose logs stay.
    const webhooks = await listening();
    if (webhooks.length === 0) return IDLE_INTERVAL();
    await distribute(now);
    // The fewest open requests first: four slow receivers would otherwise take each place that becomes free.
    webhooks.sort((one, other) => this.openOf(one) - this.openOf(other));
    for (const webhook of webhooks) await this.take(webhook, now);
    return SECOND;
  }

  private openOf({ id }: StoredWebhook) {
    return [...this.open.values()].filter(({ webhook }) => webhook === id).length;
  }

  private async take(webhook: StoredWebhook, now: Date) {
    const atOnce = isFailing(webhook) ? 1 : MAX_OF_ONE;
    const most = Math.min(atOnce - this.openOf(webhook), MAX_OPEN - this.open.size);
    if (most <= 0 || this.ending || pausedUntil(webhook, now.getTime())) return;
    for (const claimed of await claimFor(webhook, most, now)) {
      const sending: Promise<void> = deliver(webhook, claimed, this.cut.signal)
        .catch((error) => this.cut.signal.aborted || report(error))
        .then(() => {
          this.open.delete(sending);
          this.wakeUp();
        });
      this.open.set(sending, { webhook: webhook.id, lease: claimed.lease });
    }
  }

  private async forgetOld(now: Date) {
    if (Math.abs(now.getTime() - this.forgotten) < HOUR) return; // The clock may have been set back.
    this.forgotten = now.getTime();
    const some = () => pruneMessages(new Date(now.getTime() - RETENTION));
    await repeatDeletion(some, () => !this.ending);
  }

  async end() {
    this.ending = true;
    this.unlisten();
    this.wake();
    await this.loop;
    await Promise.race([Promise.all(this.open.keys()), pause(GRACE, undefined, { ref: false })]);
    const leases = [...this.open.values()].map(({ lease }) => lease);
    this.cut.abort();
    await Promise.all(this.open.keys());
    if (leases.length > 0) await releaseLeases(leases).catch(report);
  }
}

let deliverer: Deliverer | undefined;

/** Starts the delivery loop. */
export function startDelivery(): void {
  deliverer = new Deliverer();
}

/** Wakes the delivery loop, after a webhook was created or a message queued. */
export const wakeDelivery = () => deliverer?.wakeUp();

/** Ends the delivery loop at shutdown. */
export async function stopDelivery(): Promise<void> {
  const ending = deliverer;
  deliverer = undefined;
  await ending?.end();
}
