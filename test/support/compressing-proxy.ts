import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';

/** A proxy that compresses answers and changes their entity tags, like nginx (weak tags) or Apache (a suffix). */
export async function compressingProxy(retag: (etag: string) => string) {
  const server = http.createServer((request, response) => {
    const { hostname, port } = new URL(baseURL);
    const { method, url: path } = request;
    const headers = { ...request.headers, 'accept-encoding': 'identity' }; // The proxy compresses itself.
    const asked = http.request({ hostname, port, method, path, headers }, (answer) => {
      const { 'content-length': _, etag, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, {
        ...kept,
        ...(etag && { etag: retag(etag) }),
        'content-encoding': 'gzip',
      });
      pipeline(answer, createGzip(), response, () => undefined);
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, close: () => new Promise((closed) => server.close(closed)) };
}
