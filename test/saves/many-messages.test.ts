import { randomUUID } from 'node:crypto';
import {
  type MessageData,
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
