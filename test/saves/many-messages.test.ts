import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CHANGES } from '../../src/plugins/calendar/server/src/database/data-changes';
import { chunks, isPostgres } from '../../src/plugins/calendar/server/src/database/run';
import {
  startMaintenance,
  stopMaintenance,
} from '../../src/plugins/calendar/server/src/database/schema';
import {
  type MessageData,
  pruneMessages,
  type RecordChange,
  writeMessages,
  writeSchedule,
} from '../../src/plugins/calendar/server/src/database/webhook-messages';
import { delivered, listenWith, Receiver } from '../support/receiver';
import { buildVenue } from '../support/records';
import { withSettings } from '../support/settings';

withSettings({ webhooks: { privateHosts: ['127.0.0.1'] } });

const receiver = new Receiver();
const MESSAGES = 170;

beforeAll(() => receiver.listen());
afterAll(() => receiver.close());

/** More rows than the 500 of an INSERT on SQLite. */
it('delivers 170 waiting messages to three webhooks', async () => {
  for (let hook = 0; hook < 3; hook += 1) await listenWith(receiver);
  const { documentId } = await buildVenue();
  await delivered();
  receiver.forget();
  const messages = () => strapi.db.getConnection('calendar_webhook_messages');
  const { id: _id, ...line } = await messages().where({ document_id: documentId }).first();
  const waiting = Array.from({ length: MESSAGES }, (_, at) => ({
    ...{ ...line, uid: randomUUID(), sent: false },
    ...{ document_id: `waiting${at}`, public_id: line.public_id + at },
  }));
  await messages().insert(waiting);
  await delivered();
  expect(receiver.received).toHaveLength(3 * MESSAGES);
});

/** More than half of the bindings of a statement on PostgreSQL (65,535), and more than all on SQLite (32,766). */
const RECORDS = 33_000;

/** For instance if the description of a picture that all of them use is changed. */
it('replaces messages and schedules when a transaction changes 33,000 records twice', async () => {
  const changes = Array.from({ length: RECORDS }, (_, at): RecordChange => {
    const told: MessageData = { name: 'event.updated', revision: 1, languages: [], changed: [] };
    const due = new Date(Date.now() + 3_600_000);
    return {
      ...{ type: 'event', documentId: `many${at}`, publicId: at + 1, again: true },
      ...(at === 0 && { message: told, due }),
    };
  });
  const lines = () =>
    strapi.db.getConnection('calendar_webhook_messages').where({ document_id: 'many0' });
  await strapi.db.transaction(async ({ trx }) => {
    for (const now of [new Date(), new Date()]) {
      await writeMessages(changes, { trx, now });
      await writeSchedule(changes, { trx, now });
    }
    expect(await lines().transacting(trx)).toHaveLength(2);
    await lines().transacting(trx).delete();
  });
});

const DAY = 86_400_000;

/** More than two deletions take. */
const EXPIRED = 1200;

const linesOf = (name: string) => strapi.db.getConnection(name);

async function insertExpired(name: string, line: (at: number) => object) {
  const lines = Array.from({ length: EXPIRED }, (_, at) => line(at));
  for (const some of chunks(lines, 100)) await linesOf(name).insert(some);
}

it('deletes old messages in parts, so that no statement takes long', async () => {
  await insertExpired('calendar_webhook_messages', (at) => ({
    ...{ transaction_id: `old${at}`, uid: randomUUID(), type: 'tag', document_id: 'old' },
    ...{ public_id: 1, name: 'tag.updated', revision: 1, languages: '[]', changed: '[]' },
    ...{ created: 1, sent: true },
  }));
  const parts: number[] = [];
  while (parts.at(-1) !== 0) parts.push(await pruneMessages(new Date(2)));
  expect(parts).toEqual([500, 500, 200, 0]);
});

it('deletes expired replies and deleted records, although nobody sends a key or reads the changes', async () => {
  const ago = (days: number) => Date.now() - days * DAY;
  await insertExpired('calendar_idempotency_keys', (at) => ({
    ...{ caller: 'nobody', key: `old${at}`, request: '', reply: '{}' },
    created: ago(at === 0 ? 0.9 : 1.1),
  }));
  await insertExpired('calendar_revisions', (at) => ({
    ...{ type: 'tag', document_id: `old-${at}`, public_id: at, revision: 1, gone: true },
    ...{ position: 0, told: true, changed: ago(at === 0 ? 30 : 32) },
  }));
  const counters = isPostgres() ? linesOf(CHANGES) : undefined;
  const backend = (at: number) => -1 - at; // No process has such an id.
  if (counters) await insertExpired(CHANGES, (at) => ({ backend: backend(at), changes: 1000 }));
  const left = async () => [
    await linesOf('calendar_idempotency_keys').where({ caller: 'nobody' }).pluck('key'),
    await linesOf('calendar_revisions').whereLike('document_id', 'old-%').pluck('document_id'),
    counters ? await counters.clone().where('backend', '<', 0).pluck('backend') : [],
  ];
  startMaintenance();
  try {
    for (let tries = 0; (await left()).flat().length > 2 && tries < 200; tries += 1)
      await pause(50);
    expect(await left()).toEqual([['old0'], ['old-0'], []]);
    const merged = await counters?.clone().where({ backend: 0 }).pluck('changes');
    if (merged) expect(Number(merged[0])).toBeGreaterThanOrEqual(EXPIRED * 1000);
  } finally {
    await stopMaintenance();
    await linesOf('calendar_idempotency_keys').delete();
    await linesOf('calendar_revisions').whereLike('document_id', 'old-%').delete();
  }
});
