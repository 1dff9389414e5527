import type { Knex } from 'knex';
import { DAY } from '../kinds/dates/wall-time';
import {
  MAX_FAILURES,
  MAX_WEBHOOKS,
  pauseAfter,
  type StoredWebhook,
  type SwitchedOff,
} from '../settings/webhooks';
import { sql } from '../sql/sql';
import { addColumns, execute, inTable, qualified, run, serialKey, table } from './run';
import { decrypted, encrypted } from './site';
import { lock } from './transaction';
import { scheduleAll } from './webhook-messages';

export const WEBHOOKS = 'calendar_webhooks';

/** A webhook's row. Times in milliseconds, which PostgreSQL's driver returns as text. */
interface Row {
  id: number;
  name: string;
  url: string;
  types: string;
  enabled: boolean | number;
  switched_off: SwitchedOff | null;
  switched_off_at: number | string | null;
  created: number | string;
  last_delivered: number | string | null;
  secret: string;
  former_secret: string | null;
  former_until: number | string | null;
  failures: number;
  paused_at: number | string | null;
  paused_until: number | string | null;
}

/** The writable values. */
export type WebhookValues = Pick<StoredWebhook, 'name' | 'url' | 'types' | 'enabled'>;

/** D17.5: the columns of pauses. */
const ADDED = {
  failures: 'integer NOT NULL DEFAULT 0',
  paused_at: 'bigint',
  paused_until: 'bigint',
};

/** Not a content type, so that exports do not include secrets. */
export async function createWebhooks(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(WEBHOOKS)} (
    id ${serialKey()},
    name varchar(255) NOT NULL,
    url text NOT NULL,
    types text NOT NULL,
    enabled boolean NOT NULL,
    switched_off varchar(16),
    switched_off_at bigint,
    created bigint NOT NULL,
    last_delivered bigint,
    secret text NOT NULL,
    former_secret text,
    former_until bigint
  )`);
  await addColumns(WEBHOOKS, ADDED);
}

/** Stored milliseconds as a number; PostgreSQL's driver returns text. */
export const millisecondsIn = (stored: number | string | null) =>
  stored === null ? null : Number(stored);

const read = (row: Row): StoredWebhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  types: JSON.parse(row.types),
  enabled: Boolean(row.enabled),
  switched_off: row.switched_off,
  switched_off_at: millisecondsIn(row.switched_off_at),
  created: Number(row.created),
  last_delivered: millisecondsIn(row.last_delivered),
  former_until: millisecondsIn(row.former_until),
  failures: row.failures,
  paused_at: millisecondsIn(row.paused_at),
  paused_until: millisecondsIn(row.paused_until),
});

export const allWebhooks = async (): Promise<StoredWebhook[]> =>
  (await inTable(WEBHOOKS, (query) => query.orderBy('id'))).map(read);

export async function webhookById(id: number): Promise<StoredWebhook | undefined> {
  const row: Row | undefined = await inTable(WEBHOOKS, (query) => query.where({ id }).first());
  return row && read(row);
}

/** The webhook's current secrets, newest first; empty if they cannot be decrypted. */
export async function secretsOf(id: number, now: Date): Promise<string[]> {
  const row: Row | undefined = await table(WEBHOOKS).where({ id }).first();
  if (!row) return [];
  const former = Number(row.former_until) > now.getTime() ? row.former_secret : null;
  return [row.secret, former].flatMap((stored) => (stored && decrypted(stored)) ?? []);
}

/**
 * Marks the webhook's pending deliveries as failed, because it is switched off. Leases stay, so that the answer to a
 * message that is being sent can still be recorded.
 */
const dropPending = (id: number) =>
  run(sql`UPDATE @calendar_webhook_deliveries SET status = 'failed', error = 'switched_off'
      WHERE webhook_id = ${id} AND status = 'pending'`);

/** Also where the receiver may accept messages from now on. */
const NO_PAUSE = { failures: 0, paused_until: null };

const columnsOf = ({ types, ...rest }: Partial<WebhookValues>) => ({
  ...rest,
  ...(types && { types: JSON.stringify(types) }),
});

/** Locks the set of webhooks until the transaction ends, so that none is added, removed, enabled or disabled meanwhile. */
export const lockWebhooks = (trx: Knex.Transaction) => lock('webhooks', trx);

/**
 * D17.4, D17.5: schedules all future publications for a first webhook, without the past ones and the messages that the
 * last one has left: while no webhook is enabled, none is distributed.
 */
async function scheduleFirst(now: Date): Promise<void> {
  await run(sql`DELETE FROM @calendar_webhook_messages WHERE due <= ${now.getTime()}`);
  await run(sql`UPDATE @calendar_webhook_messages SET sent = TRUE WHERE NOT sent AND due IS NULL`);
  await scheduleAll(now);
}

/** D17.4: after an import, schedules messages about its future publications if a webhook is enabled. */
export async function scheduleImported(now: Date, trx: Knex.Transaction): Promise<void> {
  await lockWebhooks(trx); // Otherwise a webhook enabled meanwhile would not see the uncommitted rows.
  if ((await allWebhooks()).some(({ enabled }) => enabled)) await scheduleAll(now);
}

/** Adds a webhook; undefined if there are `MAX_WEBHOOKS` already. Locked against concurrent requests. */
export async function addWebhook(
  values: WebhookValues,
  secret: string,
  now: Date,
): Promise<StoredWebhook | undefined> {
  return (await strapi.db.transaction(async ({ trx }) => {
    await lockWebhooks(trx);
    const known = await allWebhooks();
    if (known.length >= MAX_WEBHOOKS) return undefined;
    if (values.enabled && !known.some(({ enabled }) => enabled)) await scheduleFirst(now);
    const row = { ...columnsOf(values), secret: encrypted(secret), created: now.getTime() };
    const [made]: Row[] = await table(WEBHOOKS, trx).insert(row).returning('*');
    return made && read(made);
  })) as StoredWebhook | undefined;
}

/**
 * Changes a webhook. Enabling it clears the reason for which it was switched off; disabling it
 * fails its pending deliveries. When the first webhook is enabled, future publications are
 * scheduled.
 */
export async function changeWebhook(
  id: number,
  values: Partial<WebhookValues>,
  now: Date,
): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    await lockWebhooks(trx);
    const isFirst = !(await allWebhooks()).some(({ enabled }) => enabled);
    if (values.enabled && isFirst) await scheduleFirst(now);
    const on = values.enabled ? { switched_off: null, switched_off_at: null } : {};
    const unpaused = values.enabled || values.url ? NO_PAUSE : {};
    await table(WEBHOOKS, trx)
      .where({ id })
      .update({ ...columnsOf(values), ...on, ...unpaused });
    if (values.enabled === false) await dropPending(id);
  });
}

/**
 * D17.5: disables a webhook whose receiver fails permanently; returns whether it was enabled. Its pending deliveries
 * fail and stay in the log.
 */
export async function switchOff(id: number, why: SwitchedOff, now: Date): Promise<boolean> {
  return (await strapi.db.transaction(async ({ trx }) => {
    await lockWebhooks(trx);
    const changed: number = await table(WEBHOOKS, trx)
      .where({ id, enabled: true })
      .update({ enabled: false, switched_off: why, switched_off_at: now.getTime() });
    await dropPending(id);
    return changed > 0;
  })) as boolean;
}

/** Removes a webhook and its deliveries; returns how many there were. */
export const removeWebhook = async (id: number) =>
  (await strapi.db.transaction(async ({ trx }) => {
    await lockWebhooks(trx);
    return table(WEBHOOKS, trx).where({ id }).delete();
  })) as number;

/**
 * Replaces the secret. Messages are also signed with the former one for a day, so that receivers can switch, unless it
 * cannot be decrypted.
 */
export async function rotateSecret(id: number, secret: string, now: Date): Promise<void> {
  const row: Row | undefined = await inTable(WEBHOOKS, (query) => query.where({ id }).first());
  await run(sql`UPDATE @calendar_webhooks SET former_secret = secret,
      former_until = ${now.getTime() + DAY}, secret = ${encrypted(secret)},
      failures = 0, paused_until = NULL WHERE id = ${id}`);
  if (!row || decrypted(row.secret)) return;
  const lost = { id, former_secret: row.secret };
  const none = { former_secret: null, former_until: null };
  await inTable(WEBHOOKS, (query) => query.where(lost).update(none));
}

/** The precision of `last_delivered` in milliseconds, so that not every message writes the row. */
export const LAST_DELIVERED_PRECISION = 60_000;

/** Ends the pause, and stores when the webhook last received a message, at most once per `LAST_DELIVERED_PRECISION`. */
export const storeLastDelivery = (id: number, now: Date): Promise<unknown> =>
  run(sql`UPDATE @calendar_webhooks
    SET last_delivered = ${now.getTime()}, failures = 0, paused_until = NULL
    WHERE id = ${id} AND (failures > 0 OR last_delivered IS NULL
      OR last_delivered < ${now.getTime() - LAST_DELIVERED_PRECISION})`);

/** Ends the pause of a webhook whose receiver has accepted a test message. */
export const endPause = (id: number): Promise<number> =>
  table(WEBHOOKS).where({ id }).update(NO_PAUSE);

/**
 * D17.5: counts a failed attempt, and pauses the webhook. Answers to messages that were sent before the pause do not
 * prolong it. Returns whether it is the first failure after a pause.
 */
export async function countFailure(webhook: StoredWebhook, now: Date, retryAfter = 0) {
  const moment = now.getTime();
  const { most, until } = pauseAfter(webhook, moment, retryAfter);
  const least = retryAfter > 0 ? MAX_FAILURES - 1 : 0;
  const rows = await run<{ failures: number }>(sql`UPDATE @calendar_webhooks
    SET failures = 1 + CASE WHEN failures < ${least} THEN ${least} ELSE failures END,
      paused_at = ${moment}, paused_until = ${until}
    WHERE id = ${webhook.id} AND failures < ${most} RETURNING failures`);
  return rows[0]?.failures === MAX_FAILURES + 1;
}

/** D17.5: reserves the next attempt of a failing webhook; returns whether no other node was faster. */
export async function reserveAttempt({ id, paused_until }: StoredWebhook, now: Date, until: Date) {
  const taken: number = await table(WEBHOOKS)
    .where({ id, paused_until })
    .update({ paused_at: now.getTime(), paused_until: until.getTime() });
  return taken > 0;
}
