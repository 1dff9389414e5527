import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { Duplex } from 'node:stream';
import { bearer } from '../support/callers';
import { allDoors } from '../support/doors';
import { api, get } from '../support/http';
import { buildVenue } from '../support/records';

/** A program that copies the calendar to another place, and has not begun yet. */
async function transferring(direction: 'pull' | 'push'): Promise<Duplex> {
  const { accessKey } = await strapi.service('admin::transfer').token.create({
    ...{ name: randomBytes(8).toString('hex'), description: '', lifespan: null },
    permissions: [direction],
  });
  const { hostname, port } = new URL(baseURL);
  const asked = http.get({
    ...{ hostname, port, path: `/admin/transfer/runner/${direction}`, agent: false },
    headers: {
      ...bearer(accessKey),
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  });
  const [, socket] = await once(asked, 'upgrade');
  return socket.on('error', () => undefined);
}

describe.each(['pull', 'push'] as const)('while a program is connected to %s', (direction) => {
  let transfer: Duplex;

  beforeAll(async () => {
    transfer = await transferring(direction);
  });

  afterAll(async () => {
    const closed = once(transfer, 'close');
    transfer.destroy();
    await closed;
  });

  it.each(allDoors)(
    'what is saved by %s is found by what it names, and has its moments',
    async (_, door) => {
      const venue = await buildVenue();
      const saved = await door.create('event', {
        ...{ title: 'Jazz', venue: [venue.public_id], timezone: 'UTC' },
        ...{ start_date: '2027-01-31 20:00:00', end_date: '2027-01-31 22:00:00' },
      });
      await door.publish('event', saved.documentId);
      const { body } = await get(api(`/events?venue=${venue.public_id}&start_date=2027-01-01`));
      expect(body.events).toMatchObject([
        { id: saved.public_id, modified: expect.stringMatching(/^20/) },
      ]);
    },
  );
});
