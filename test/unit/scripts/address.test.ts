import type { AddressInfo } from 'node:net';
import { listenWhileStarting } from '../../../scripts/starting.cjs';
import { listening } from '../../support/process';

const host = '127.0.0.1';

/** Nobody asks these, so what would answer needs no answers. */
const listen = (address: { host: string; port: number }): Promise<{ end(): Promise<void> }> =>
  listenWhileStarting({ address, options: {}, answers: 'node:path', site: {} });

it('reports a port in use, and listens again once it is free', async () => {
  const server = await listening();
  const { port } = server.address() as AddressInfo;
  await expect(listen({ host, port })).rejects.toThrow(
    `Port ${port} of ${host} is already in use: stop the program that uses it, or choose another port, such as PORT=1338.`,
  );
  await new Promise((resolve) => server.close(resolve));
  for (const time of ['once', 'again']) {
    const { end } = await listen({ host, port });
    await expect(listen({ host, port })).rejects.toThrow('is already in use');
    expect([time, await end()]).toEqual([time, expect.anything()]);
  }
});

it('reports an address that does not belong to this machine', async () => {
  await expect(listen({ host: 'fe80::1', port: 1337 })).rejects.toThrow(
    /^The calendar cannot listen on port 1337 of fe80::1: .*(EINVAL|EADDRNOTAVAIL|EAFNOSUPPORT).*\.$/,
  );
});
