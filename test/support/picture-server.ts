import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Network } from '../../src/plugins/calendar/server/src/records/fetch-bytes';

export type Answering = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A server on loopback with one handler per path; records its requests. */
export async function startPictureServer(paths: Record<string, Answering>) {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
    const answer = paths[request.url ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    port,
    /** A URL on this server by a host name that only `network` resolves. */
    url: (path: string, host = 'pictures.test') => `http://${host}:${port}${path}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const SERVER = { address: '127.0.0.1', family: 4 };

/** A network that resolves `pictures.test` to the loopback server, and allows no other loopback address. */
export const testNetwork = (others: Network): Network => ({
  addressesOf: async (host) => (host === 'pictures.test' ? [SERVER] : others.addressesOf(host)),
  allows: (address) => address === SERVER || others.allows(address),
});

export const sends =
  (bytes: Buffer | string, type = 'image/png'): Answering =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(bytes);

export const redirects =
  (to: string, status = 302): Answering =>
  (_, response) =>
    response.writeHead(status, { location: to }).end();
