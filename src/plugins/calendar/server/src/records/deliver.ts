import { setTimeout as pause } from 'node:timers/promises';
import { isPostgres } from '../database/run';
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
  databaseNow,
  lockWebhooks,
  NOTED_WITHIN,
  noteDelivered,
  type StoredWebhook,
  switchOff,
  webhookById,
} from '../database/webhooks';
import { DAY, HOUR, MINUTE, SECOND } from '../kinds/dates/wall-time';
import { presentMessage } from '../resources/webhooks';
import { scheduledMessage } from '../saves/announce';
import { restUrl, SEND_TIMEOUT, sendMessage } from './send-message';

/** D17.5: what Standard Webhooks proposes, three days in all: how long to wait after each attempt. */
const RETRY_DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  DAY,
];

/** Poll interval without webhooks: another node may add one; SQLite has no other, only old rows to delete. */
const IDLE = () => (isPostgres() ? MINUTE : HOUR);

/** The part by which each wait varies at random, so that a receiver that is back is not sent everything at once. */
const JITTER = 0.1;

/** Requests that are open at once, in all and for one webhook, so that a silent one holds up no other. */
const MAX_OPEN = 20;
const MAX_OF_ONE = 5;

/** Milliseconds for which nobody else sends what was claimed: an attempt, and noting it. */
const LEASE = SEND_TIMEOUT + MINUTE;

/** How long messages and what came of them are kept. */
const RETENTION = 14 * DAY;

/** Milliseconds that open requests have at the end of the process; what is cut is sent again by the next one. */
const GRACE = 2 * SECOND;

const GONE = 410;

/**
 * When to try again, not before the receiver wants it, but within a day; nothing when it was tried often
 * enough.
 */
export function nextAttempt(
  attempts: number,
  now: Date,
  { random = Math.random(), retryAfter = 0 } = {},
): Date | undefined {
  const wait = RETRY_DELAYS[attempts];
  if (wait === undefined) return undefined;
  const own = Math.round(wait * (1 + JITTER * (2 * random - 1)));
  return new Date(now.getTime() + Math.max(own, Math.min(retryAfter, DAY)));
}

const report = (error: unknown) => {
  strapi.log.warn(`Webhooks: ${error instanceof Error ? error.message : String(error)}`);
};

/** Milliseconds until another round, where the database has failed one. */
const afterFailure = (error: unknown) => {
  report(error);
  return 5 * SECOND;
};

async function switchOffWith(webhook: StoredWebhook, why: 'gone' | 'failing') {
  await switchOff(webhook.id, why, new Date());
  const reason = why === 'gone' ? 'answered 410 Gone' : 'has taken nothing for three days';
  strapi.log.warn(`Webhook ${webhook.id} (${webhook.name}) ${reason}, and was switched off.`);
}

/** D17.5: whether nothing has arrived since the message that could not be delivered. */
async function hasFailed({ id }: StoredWebhook, { message }: Claimed): Promise<boolean> {
  const { last_delivered } = (await webhookById(id)) ?? {};
  return !last_delivered || last_delivered + NOTED_WITHIN < message.created;
}

/** Sends a message once, and notes what came of it. */
async function deliver(webhook: StoredWebhook, claimed: Claimed, signal: AbortSignal) {
  const { message, attempts } = claimed;
  const body = presentMessage(message, restUrl(message.type, message.public_id));
  const sent = await sendMessage(webhook, { uid: message.uid, body }, { signal });
  const { retryAfter, ...attempt } = sent;
  const now = await databaseNow();
  const isDone = attempt.error === null;
  const isGone = attempt.response_status === GONE;
  const next = isDone || isGone ? undefined : nextAttempt(attempts, now, { retryAfter });
  const status = isDone ? 'delivered' : next ? 'pending' : 'failed';
  await recordAttempt(claimed, attempt, { status, now, next: next ?? now });
  if (isDone) await noteDelivered(webhook.id, now);
  if (isGone) await switchOffWith(webhook, 'gone');
  else if (status === 'failed' && (await hasFailed(webhook, claimed))) {
    await switchOffWith(webhook, 'failing');
  }
}

/** D17.5: those that want to be told. */
const listening = async () => (await allWebhooks()).filter(({ enabled }) => enabled);

/**
 * D17.4: one node at a time: due publications first, so that they precede later changes. Webhooks are locked
 * meanwhile, so each message is queued once.
 */
async function distribute(now: Date) {
  if (!(await hasMessages(now))) return;
  await strapi.db.transaction(async ({ trx }) => {
    if (!(await tryLock('webhook messages', trx))) return;
    await lockWebhooks(trx);
    for (const line of await dueMessages(now))
      await settleDue(line, await scheduledMessage(line, now), now);
    await addDeliveries(await listening(), now);
  });
}

/** What a process has under way. */
class Deliverer {
  private readonly open = new Map<Promise<void>, { webhook: number; lease: string }>();
  private readonly cut = new AbortController();
  private ending = false;
  private woken = false;
  private wake: () => void = () => undefined;
  private readonly unlisten = onMessages(() => this.rouse());
  private forgotten = 0;
  private readonly loop = this.run();

  /** Somebody has written a message, or there is room for another request. */
  rouse() {
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

  /** Gives how long to rest: where there is a webhook, what other nodes have left is looked for soon. */
  private async round(): Promise<number> {
    const now = await databaseNow();
    await this.forgetOld(now); // Also of webhooks that are off: their logs stay.
    const webhooks = await listening();
    if (webhooks.length === 0) return IDLE();
    await distribute(now);
    for (const webhook of webhooks) await this.take(webhook, now);
    return SECOND;
  }

  private async take(webhook: StoredWebhook, now: Date) {
    const own = [...this.open.values()].filter((each) => each.webhook === webhook.id).length;
    const most = Math.min(MAX_OF_ONE - own, MAX_OPEN - this.open.size);
    if (most <= 0 || this.ending) return;
    for (const claimed of await claim(webhook.id, { most, now, lasting: LEASE })) {
      const sending: Promise<void> = deliver(webhook, claimed, this.cut.signal)
        .catch((error) => this.cut.signal.aborted || report(error))
        .then(() => {
          this.open.delete(sending);
          this.rouse();
        });
      this.open.set(sending, { webhook: webhook.id, lease: claimed.lease });
    }
  }

  private async forgetOld(now: Date) {
    if (now.getTime() - this.forgotten < HOUR) return;
    this.forgotten = now.getTime();
    await pruneMessages(new Date(now.getTime() - RETENTION));
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

/** Now, and until the calendar ends. */
export function startDelivery(): void {
  deliverer = new Deliverer();
}

/** Whoever has made a webhook, or wants a message sent, need not wait. */
export const wakeDelivery = () => deliverer?.rouse();

/** When the calendar ends. */
export async function stopDelivery(): Promise<void> {
  const ending = deliverer;
  deliverer = undefined;
  await ending?.end();
}
