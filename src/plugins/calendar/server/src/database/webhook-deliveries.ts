import { randomUUID } from 'node:crypto';
import type { RecordType } from '../settings/record-types';
import {
  type DeliveryError,
  type DeliveryState,
  MAX_CLOCK_SKEW,
  type MessageType,
  type StoredDelivery,
  type StoredWebhook,
} from '../settings/webhooks';
import { raw, type Sql, sql } from '../sql/sql';
import {
  chunks,
  createIndex,
  execute,
  inTable,
  isPostgres,
  MAX_INSERTED,
  qualified,
  run,
  serialKey,
  table,
} from './run';
import { markSent, OUTBOX, type StoredMessage, unsentMessages } from './webhook-messages';
import { millisecondsIn, WEBHOOKS } from './webhooks';

const DELIVERIES = 'calendar_webhook_deliveries';

/** Not a content type. Rows are deleted with their webhook and with their message. */
export async function createDeliveries(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(DELIVERIES)} (
    id ${serialKey('bigserial')},
    webhook_id integer NOT NULL REFERENCES ${qualified(WEBHOOKS)} (id) ON DELETE CASCADE,
    message_id bigint NOT NULL REFERENCES ${qualified(OUTBOX)} (id) ON DELETE CASCADE,
    record varchar(32) NOT NULL,
    status varchar(16) NOT NULL DEFAULT 'pending',
    attempts integer NOT NULL DEFAULT 0,
    next_attempt bigint NOT NULL,
    lease varchar(36),
    leased_until bigint NOT NULL DEFAULT 0,
    last_attempt bigint,
    response_status integer,
    error varchar(16),
    duration integer,
    UNIQUE (webhook_id, message_id)
  )`);
  const pending = "WHERE status = 'pending'";
  await createIndex(DELIVERIES, 'pending', `(webhook_id, message_id) ${pending}`);
  await createIndex(DELIVERIES, 'order', `(webhook_id, record, message_id) ${pending}`);
  await createIndex(DELIVERIES, 'message', '(message_id)');
  await createIndex(DELIVERIES, 'lease', '(lease) WHERE lease IS NOT NULL');
}

const subscribesTo = ({ types }: StoredWebhook, name: MessageType) =>
  types.length === 0 || types.includes(name);

/** Creates a delivery of each unsent message for each webhook that subscribes to it; returns the number of messages. */
export async function addDeliveries(webhooks: StoredWebhook[], now: Date): Promise<number> {
  const lines = await unsentMessages();
  const deliveries = lines.flatMap(({ id, name, type, public_id }) =>
    webhooks
      .filter((webhook) => subscribesTo(webhook, name))
      .map((webhook) => ({
        webhook_id: webhook.id,
        message_id: id,
        record: `${type} ${public_id}`,
        next_attempt: now.getTime(),
      })),
  );
  for (const some of chunks(deliveries, MAX_INSERTED)) {
    await inTable(DELIVERIES, (query) => query.insert(some));
  }
  if (lines.length > 0) await markSent(lines.map(({ id }) => id));
  return lines.length;
}

/** A delivery leased to this process. */
export interface Claimed {
  id: number;
  webhook_id: number;
  attempts: number;
  lease: string;
  message: StoredMessage;
}

interface ClaimedRow {
  id: number | string;
  attempts: number;
  uid: string;
  name: MessageType;
  type: RecordType;
  public_id: number;
  revision: number | string;
  languages: string;
  changed: string;
  created: number | string;
}

/** Deliveries (alias `d`) with their messages (`m`). */
const joined = () => table(`${DELIVERIES} as d`).join(`${OUTBOX} as m`, 'm.id', 'd.message_id');

/** Skips rows locked by another node; SQLite has one process. */
const skipped = () => raw(isPostgres() ? 'FOR UPDATE OF d SKIP LOCKED' : '');

/** Due deliveries; also those never tried, and those scheduled by a clock that was set back since. */
const isDue = (moment: number, leaseDuration: number): Sql => sql`
  (d.next_attempt <= ${moment} OR d.attempts = 0 OR d.last_attempt > ${moment + MAX_CLOCK_SKEW})
  AND (d.leased_until <= ${moment} OR d.leased_until > ${moment + leaseDuration + MAX_CLOCK_SKEW})`;

/**
 * D17.5: leases the first due deliveries of a webhook for `lasting` milliseconds, or with `newest` the last ones.
 * Messages about one record are delivered in order.
 */
export async function claim(
  webhook_id: number,
  { most, now, lasting, newest }: { most: number; now: Date; lasting: number; newest: boolean },
): Promise<Claimed[]> {
  const [lease, moment] = [randomUUID(), now.getTime()];
  const due = sql`SELECT d.id FROM @calendar_webhook_deliveries d
    WHERE d.webhook_id = ${webhook_id} AND d.status = 'pending'
      AND ${isDue(moment, lasting)}
      AND NOT EXISTS (SELECT 1 FROM @calendar_webhook_deliveries e WHERE e.status = 'pending'
        AND e.webhook_id = d.webhook_id AND e.record = d.record AND e.message_id < d.message_id)
    ORDER BY d.message_id ${raw(newest ? 'DESC' : '')} LIMIT ${most} ${skipped()}`;
  const isDueId = isPostgres() ? sql`= ANY(ARRAY(${due}))` : sql`IN (${due})`;
  const taken = await run<{ id: number | string }>(sql`UPDATE @calendar_webhook_deliveries
    SET lease = ${lease}, leased_until = ${moment + lasting} WHERE id ${isDueId} RETURNING id`);
  if (taken.length === 0) return [];
  const rows: ClaimedRow[] = await joined()
    .where('d.lease', lease)
    .orderBy('d.message_id')
    .select('d.id', 'd.attempts', 'm.uid', 'm.name', 'm.type', 'm.public_id', 'm.revision')
    .select('m.languages', 'm.changed', 'm.created');
  return rows.map(({ id, attempts, ...row }) => ({
    ...{ id: Number(id), webhook_id, attempts, lease },
    message: {
      ...row,
      revision: Number(row.revision),
      languages: JSON.parse(row.languages),
      changed: JSON.parse(row.changed),
      created: Number(row.created),
    },
  }));
}

/** The result of an attempt. */
export interface Attempt {
  response_status: number | null;
  error: DeliveryError | null;
  /** Milliseconds. */
  duration: number;
}

const NO_LEASE = { lease: null, leased_until: 0 };

/** Records an attempt, and when the next one is due; a success even if the webhook was switched off meanwhile. */
export async function recordAttempt(
  { id, lease }: Claimed,
  attempt: Attempt,
  { status, now, next }: { status: DeliveryState; now: Date; next: Date },
): Promise<void> {
  await inTable(DELIVERIES, (query) =>
    query
      .where({ id, lease })
      .whereIn('status', status === 'delivered' ? ['pending', 'failed'] : ['pending'])
      .update({
        ...{ ...attempt, status },
        attempts: strapi.db.connection.raw('attempts + 1'),
        last_attempt: now.getTime(),
        next_attempt: next.getTime(),
        ...NO_LEASE,
      }),
  );
}

/** Releases leases at shutdown, so that another process (or the restarted one) delivers at once. */
export const releaseLeases = (leases: string[]) =>
  table(DELIVERIES).whereIn('lease', leases).update(NO_LEASE);

/** Pending deliveries by webhook. */
export async function pendingCounts(): Promise<Map<number, number>> {
  const rows = await run<{ webhook_id: number; pending: number | string }>(
    raw(`SELECT webhook_id, count(*) AS pending FROM @calendar_webhook_deliveries
      WHERE status = 'pending' GROUP BY webhook_id`),
  );
  return new Map(rows.map(({ webhook_id, pending }) => [webhook_id, Number(pending)]));
}

/** Pending deliveries of one webhook. */
export async function pendingOf(webhook_id: number): Promise<number> {
  const where = { webhook_id, status: 'pending' };
  const [{ pending }] = await table(DELIVERIES).where(where).count({ pending: '*' });
  return Number(pending);
}

const COLUMNS = [
  ...['d.id', 'd.status', 'd.attempts', 'd.last_attempt', 'd.next_attempt'],
  ...['d.response_status', 'd.error', 'd.duration'],
  ...['m.uid', 'm.name', 'm.type', 'm.public_id', 'm.created'],
];

type LogRow = Omit<StoredDelivery, 'record'> & { type: RecordType; public_id: number };

const read = ({ type, public_id, ...row }: LogRow): StoredDelivery => ({
  ...row,
  id: Number(row.id),
  record: { type, id: public_id },
  created: Number(row.created),
  last_attempt: millisecondsIn(row.last_attempt),
  next_attempt: row.status === 'pending' ? millisecondsIn(row.next_attempt) : null,
});

type Page = { status?: DeliveryState; page: number; most: number };

/** A page of a webhook's deliveries, newest first, and their total. */
export async function deliveriesOf(webhook_id: number, { status, page, most }: Page) {
  const where = { 'd.webhook_id': webhook_id, ...(status && { 'd.status': status }) };
  const [{ total }] = await table(`${DELIVERIES} as d`).where(where).count({ total: '*' });
  const rows: LogRow[] = await joined()
    .where(where)
    .orderBy('d.id', 'desc')
    .limit(most)
    .offset((page - 1) * most)
    .select(COLUMNS);
  return { deliveries: rows.map(read), total: Number(total) };
}

/** A delivery of the webhook with its last attempt; undefined if there is none. */
export async function deliveryById(webhook_id: number, id: number) {
  const row: LogRow | undefined = await joined()
    .where({ 'd.webhook_id': webhook_id, 'd.id': id })
    .first(COLUMNS);
  return row && read(row);
}

/** Queues a delivery again with a new count of attempts; the last response stays in the log. */
export const resetDelivery = (id: number, now: Date) =>
  inTable(DELIVERIES, (query) =>
    query
      .where({ id })
      .whereNot({ status: 'pending' })
      .update({
        ...{ status: 'pending', attempts: 0, next_attempt: now.getTime(), error: null },
        ...NO_LEASE,
      }),
  );
