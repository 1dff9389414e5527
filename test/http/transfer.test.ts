import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { bearer, member } from '../support/callers';
import { allDoors } from '../support/doors';
import { inFull } from '../support/extent';
import { whileCommitsFail } from '../support/failing-commit';
import { api, get } from '../support/http';
import { checkout, elsewhere, strapiCommand } from '../support/processes/run';
import { buildEvent, buildVenue } from '../support/records';

type Direction = 'pull' | 'push';

async function transferToken(direction: Direction): Promise<string> {
  const { accessKey } = await strapi.service('admin::transfer').token.create({
    ...{ name: randomBytes(8).toString('hex'), description: '', lifespan: null },
    permissions: [direction],
  });
  return accessKey;
}

/** Opens a connection for a data transfer that has not begun yet. */
async function transferring(direction: Direction): Promise<Duplex> {
  const accessKey = await transferToken(direction);
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

describe.each(['pull', 'push'] as const)(
  'with a client connected for a %s transfer',
  (direction) => {
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
      'a record saved through %s is indexed by its references and dates',
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
  },
);

it('a pull transfer stores authors who wrote since the start', async () => {
  const { id } = await member('author');
  await buildEvent({ author: id });
  const transfer = await transferring('pull');
  const closed = once(transfer, 'close');
  transfer.destroy();
  await closed;
  const kept = strapi.store({ type: 'plugin', name: 'calendar', key: 'authors' });
  expect(Object.keys((await kept.get({})) ?? {})).toContain(String(id));
});

describe('records pushed into a running calendar by a data transfer', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-transfer-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('are indexed and listed, and later records get higher ids', async () => {
    const env = {
      ...{ DATABASE_CLIENT: 'sqlite', DATABASE_URL: '' },
      DATABASE_FILENAME: path.join(folder, 'source.db'),
    };
    await elsewhere(['create', '60', 'Draft'], env);
    const { events } = await elsewhere(['publish', 'Pushed'], env);
    const own = path.join(folder, 'checkout');
    checkout(own);
    const key = await transferToken('push');
    const to = ['--to', `${baseURL}/admin`, '--to-token', key];
    await strapiCommand(own, ['transfer', ...to, '--force', '--exclude', 'files'], env);
    const [pushed] = events;
    const id = pushed!.public_id;
    const found = async () => {
      const where = `/events?venue=${id - 1}&search=pushed&start_date=2027-01-01`;
      return (await get(api(where))).body.events?.map((each: { id: number }) => each.id);
    };
    for (let tries = 0; tries < 200 && !(await found())?.length; tries += 1) await pause(50);
    expect(await found()).toEqual([id]);
    const { body } = await get(api('/events?start_date=2027-01-01')); // No draft may get the id of a public record.
    expect(body.events.map((each: { id: number }) => each.id)).toEqual([id]);
    const [, door] = allDoors[0]!;
    const next = await door.create('event', { title: 'Next' });
    expect(next.public_id).toBeGreaterThan(id);
  });

  inFull('whose COMMIT fails are reported as not stored', async () => {
    const env = {
      ...{ DATABASE_CLIENT: 'sqlite', DATABASE_URL: '' },
      DATABASE_FILENAME: path.join(folder, 'refused.db'),
    };
    await elsewhere(['publish', 'Refused'], env);
    const own = path.join(folder, 'refused');
    checkout(own);
    const here = () => strapi.db.query(uidOf('event')).count();
    const before = await here();
    const key = await transferToken('push');
    const to = ['--to', `${baseURL}/admin`, '--to-token', key];
    const transfer = whileCommitsFail(() =>
      strapiCommand(own, ['transfer', ...to, '--force', '--exclude', 'files'], env),
    );
    const told = expect.stringContaining('The import or transfer was not stored');
    await expect(transfer).rejects.toMatchObject({ code: 1, stdout: told });
    expect(await here()).toBe(before);
  });
});
