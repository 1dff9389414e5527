import { randomInt } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';
import { faultOfAddress } from '../../../scripts/boot.cjs';

const host = '127.0.0.1';

/** A server on a port that no program is given when it asks for any, so that nobody else takes it. */
async function listening(): Promise<net.Server> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(20_000, 30_000);
    const server = net.createServer();
    const taken = await new Promise((resolve) => {
      server.once('error', resolve);
      server.listen(port, host, () => resolve(undefined));
    });
    if (!taken) return server;
  }
  throw new Error('All ports are taken.');
}

it('says in one sentence that the port is taken, and says nothing once it is free', async () => {
  const server = await listening();
  const { port } = server.address() as AddressInfo;
  expect(await faultOfAddress({ host, port })).toBe(
    `Port ${port} of ${host} is taken: end the program that holds it, or choose another with PORT=1338.`,
  );
  await new Promise((resolve) => server.close(resolve));
  expect(await faultOfAddress({ host, port })).toBeUndefined();
  expect(await faultOfAddress({ host, port })).toBeUndefined();
});

it('says that an address cannot be one of this machine', async () => {
  expect(await faultOfAddress({ host: 'fe80::1', port: 1337 })).toMatch(
    /^The calendar cannot listen on port 1337 of fe80::1: .*(EINVAL|EADDRNOTAVAIL|EAFNOSUPPORT).*\.$/,
  );
});
