import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What a client has said on its connection, and what it is still owed. */
export interface Connection {
  /** The packet in which the newest request began. */
  packet?: Buffer;
  /** Answers that are not complete, oldest first. */
  open: ServerResponse[];
  /** Whether Node's parser has given up on it. */
  refused?: boolean;
}

const REQUEST_LINE = /^[A-Z]+ (?:\/|https?:\/\/)/;

const begins = (packet: Buffer) => REQUEST_LINE.test(packet.subarray(0, 32).toString('latin1'));

/**
 * Node shows of a request that it cannot parse the packet that was in its hands: where headers are
 * too long, one without the address. So the one with the address is remembered. (A listener for
 * `data` has Node parse what the stream reads, in place of the socket itself: microseconds.)
 */
export function watchConnections(server: Server): Map<Duplex, Connection> {
  const connections = new Map<Duplex, Connection>();
  server.on('connection', (socket) => {
    const connection: Connection = { open: [] };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    socket.prependListener('data', (packet: Buffer) => {
      if (begins(packet)) connection.packet = packet;
    });
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const open = connections.get(socket)?.open ?? [];
    open.push(response);
    response.once('close', () => open.splice(open.indexOf(response), 1));
  });
  return connections;
}
