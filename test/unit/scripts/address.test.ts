import net, { type AddressInfo } from 'node:net';
import { faultOfAddress } from '../../../scripts/boot.cjs';

const host = '127.0.0.1';

it('says in one sentence that the port is taken, and says nothing once it is free', async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  expect(await faultOfAddress({ host, port })).toBe(
    `Port ${port} of ${host} is taken: end the program that holds it, or choose another with PORT=1338.`,
  );
  await new Promise((resolve) => server.close(resolve));
  expect(await faultOfAddress({ host, port })).toBeUndefined();
});

it('says that an address is not of this machine', async () => {
  expect(await faultOfAddress({ host: '192.0.2.1', port: 1337 })).toMatch(
    /^The calendar cannot listen on port 1337 of 192\.0\.2\.1: .*EADDRNOTAVAIL.*\.$/,
  );
});
