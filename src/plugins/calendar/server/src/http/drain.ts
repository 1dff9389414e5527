import type { Server } from 'node:http';
import net from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { settleAfterCommit } from '../database/commits';
import { type Connections, maxResponseTime } from './queues';

/** Milliseconds for which a connection that nobody uses stays open behind the last new one: a request may be on its way. */
const UNUSED = 1000;

/** Milliseconds between two looks at who is still there. */
const LOOK = 50;

/** Milliseconds that a turn of the event loop lasts in which nobody waits to be accepted. */
const SHORT = 0.3;

/** Milliseconds that the rest may take once all is answered; a database that is silent would hold it for good. */
const REST = 5000;

/** The signal that has asked for the end, if one has. */
let endSignal: NodeJS.Signals | undefined;

let draining = false;

/** Whether the process has been told to end: it serves still, and wants no more to do. */
export const isDraining = () => draining;

/**
 * When the listening socket closes, the OS resets connections not yet accepted, with their requests. So it
 * closes after an event-loop turn that has accepted them all.
 */
async function untilQuiet() {
  for (let tries = 0; tries < 1000; tries += 1) {
    const began = performance.now();
    await turn();
    if (performance.now() - began < SHORT) return;
  }
}

/** RFC 9112 9.6: whoever asks again shall do so on another connection, and so reach another node. */
function closeBehindAnswers(server: Server, connections: Connections) {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  for (const { open } of connections.values()) {
    for (const response of open) response.shouldKeepAlive = false;
  }
}

/** Node takes connections on which nothing was ever said for busy ones. */
function closeUnused(server: Server, connections: Connections) {
  server.closeIdleConnections();
  for (const [socket, { packet, open }] of connections) {
    if (!packet && open.length === 0) socket.destroy();
  }
}

/** Until every connection has ended; those that are left after the milliseconds are cut. */
async function untilClosed(closed: Promise<void>, close: () => void, cut: () => void, ms: number) {
  const looks = setInterval(close, LOOK);
  const late = setTimeout(cut, ms);
  await closed;
  clearInterval(looks);
  clearTimeout(late);
}

/** Everything goes on meanwhile, but `/health` is 503, for balancers to see. */
async function waitForBalancers() {
  if (endSignal !== 'SIGTERM') return;
  await pause(strapi.config.get('server.shutdown.delay', 0) * 1000);
  await untilQuiet();
}

/** No new connection is taken, and every open one ends behind its answer, or in the time of one. */
async function drain(server: Server, connections: Connections) {
  if (!server.listening) return;
  draining = true;
  await waitForBalancers();
  // `http.Server.close` would also cut, at once, connections on which a request may be on its way.
  const closed = new Promise<void>((resolve) => {
    net.Server.prototype.close.call(server, () => resolve());
  });
  closeBehindAnswers(server, connections);
  const unused = performance.now() + (endSignal === 'SIGTERM' ? UNUSED : 0);
  const close = () => performance.now() >= unused && closeUnused(server, connections);
  await untilClosed(closed, close, () => server.closeAllConnections(), maxResponseTime());
}

/**
 * D9.8: what has been asked is answered before Strapi ends, whatever ends it. Who sends SIGTERM
 * (Docker, systemd, Kubernetes) may have others to take over; a person's Ctrl-C waits for nobody.
 */
export function shutDownGracefully(connections: Connections) {
  const destroy = strapi.destroy.bind(strapi);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.prependOnceListener(signal, () => {
      endSignal ??= signal;
    });
  }
  strapi.destroy = async () => {
    await drain(strapi.server.httpServer, connections);
    if (endSignal) setTimeout(() => process.exit(1), REST).unref();
    // Events and Strapi's webhooks of the last writes: nobody waited for them, and they ask the database.
    await Promise.race([settleAfterCommit(), pause(REST, undefined, { ref: false })]);
    await destroy();
  };
}
