import { randomUUID } from 'node:crypto';
import { delivered, listenWith, Receiver } from '../support/receiver';
import { buildVenue } from '../support/records';
import { withSettings } from '../support/settings';

withSettings({ webhooks: { privateHosts: ['127.0.0.1'] } });

const receiver = new Receiver();
const MESSAGES = 170;

beforeAll(() => receiver.listen());
afterAll(() => receiver.close());

/** SQLite takes 500 rows in one statement. */
it('tells three webhooks of 170 messages that have waited', async () => {
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
