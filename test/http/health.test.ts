import { once } from 'node:events';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { withoutDatabase } from '../support/held-database';
import { api, get, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { statementsFor } from '../support/statements';
import { waitedFor } from '../support/waiting';

it.each([undefined, 'ar', 'en', 'fr', 'es'])(
  'returns 200 at the address of language %s',
  async (language) => {
    const { status, body } = await get(api('/health', language));
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  },
);

it('accepts invalid credentials and sends no statement through the pool', async () => {
  const asked = () => get(api('/health'), { authorization: 'Bearer nonsense' });
  const { answer, statements } = await statementsFor(asked);
  expect([answer.status, statements.length]).toEqual([200, 0]);
});

it('rejects a POST with 405', async () => {
  const { status, headers } = await send('POST', api('/health'), {});
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

it('returns 200 while every connection of the pool is in use', async () => {
  const { result, waited } = await withoutDatabase(() => waitedFor(() => get(api('/health'))));
  expect(result.status).toBe(200);
  expect(waited).toBeLessThan(2000);
});

const nowhere = {
  connectionString: 'postgresql://calendar@127.0.0.1:1/postgres',
  filename: '/nowhere/data.db',
};

/** Ends the check's connection, as a server may; the next check opens another. */
async function endConnection() {
  const named = "application_name = 'calendar health'";
  const ended = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE ${named}`;
  await strapi.db.connection.raw(ended);
  await pause(100);
}

it('returns 503 while the database is unreachable and 200 once it is back', async () => {
  const { client } = strapi.db.connection;
  const settings = client.connectionSettings;
  if (onPostgres) await endConnection();
  client.connectionSettings = { ...settings, ...nowhere };
  const { status, body, headers } = await get(api('/health'));
  client.connectionSettings = settings;
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'rest_unavailable', '10']);
  expect((await get(api('/health'))).status).toBe(200);
});

(onPostgres ? it.skip : it)(
  'returns 503 when the database file is replaced by another file',
  async () => {
    const { filename } = strapi.db.connection.client.connectionSettings;
    const error = jest.spyOn(strapi.log, 'error').mockReturnThis();
    fs.renameSync(filename, `${filename}-aside`);
    fs.writeFileSync(filename, '');
    const statuses = [(await get(api('/health'))).status, (await get(api('/health'))).status];
    fs.renameSync(`${filename}-aside`, filename);
    const said = error.mock.calls.flat();
    error.mockRestore();
    expect(statuses).toEqual([503, 503]);
    expect((await get(api('/health'))).status).toBe(200);
    expect(said).toEqual([expect.stringContaining('was replaced by another file')]);
  },
);

/** A message of PostgreSQL's protocol. */
function message(type: string, content: string) {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
}

/** A server that accepts a log-in and immediately ends the connection, as by `pg_terminate_backend`. */
const ENDED_AT_ONCE = Buffer.concat([
  ...[message('R', '\0\0\0\0'), message('Z', 'I')],
  message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0'),
]);

(onPostgres ? it : it.skip)(
  'returns 503 when its connection is closed on opening, and recovers',
  async () => {
    const ending = net.createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(ENDED_AT_ONCE));
    });
    await once(ending.listen(0, '127.0.0.1'), 'listening');
    const { port } = ending.address() as AddressInfo;
    const { client } = strapi.db.connection;
    const settings = client.connectionSettings;
    await endConnection();
    client.connectionSettings = {
      ...settings,
      connectionString: `postgresql://a@127.0.0.1:${port}/a`,
    };
    const { status } = await get(api('/health'));
    client.connectionSettings = settings;
    ending.close();
    expect(status).toBe(503);
    expect((await get(api('/health'))).status).toBe(200);
  },
);

(onPostgres ? it : it.skip)(
  'leaves no connection behind when two checks waited for a server that stood still',
  async () => {
    const { client } = strapi.db.connection;
    const settings = client.connectionSettings;
    const { host, port, user, database } = new client.driver.Client(settings);
    const at = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
    const open = new Set<net.Socket>();
    let stands = true;
    const between = net.createServer((near) => {
      const far = net.connect(at);
      open.add(near.on('close', () => open.delete(near) && far.destroy()));
      far.on('close', () => near.destroy());
      for (const one of [near, far]) one.on('error', () => undefined);
      near.pipe(far);
      far.on('data', async (bytes) => {
        while (stands) await pause(10);
        near.write(bytes);
      });
    });
    await once(between.listen(0, '127.0.0.1'), 'listening');
    await endConnection();
    client.connectionSettings = {
      ...{ ...settings, password: settings.password, connectionString: undefined, user, database },
      ...{ host: '127.0.0.1', port: (between.address() as AddressInfo).port },
    };
    const first = await get(api('/health'));
    const second = get(api('/health'));
    await pause(200);
    stands = false;
    const statuses = [first.status, (await second).status];
    await pause(200);
    client.connectionSettings = settings;
    const left = open.size;
    await endConnection();
    between.close();
    expect([statuses, left]).toEqual([[503, 200], 1]);
  },
);
