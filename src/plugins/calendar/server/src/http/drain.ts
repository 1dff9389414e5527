import type { Server } from 'node:http';
import net from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { settleAfterCommit } from '../database/commits';
import { type Connections, maxResponseTime } from './queues';

/** Milliseconds that unused connections stay open after the last accepted one, since a request may be in transit. */
const IDLE_GRACE = 1000;

/** Milliseconds between two checks of open connections. */
const CHECK_INTERVAL = 50;

/** Milliseconds of an event-loop turn in which no connection was accepted. */
const SHORT_TURN = 0.3;

/** Timeout in milliseconds for work after the last response, in case the database does not answer. */
const SETTLE_TIMEOUT = 5000;

/** The signal that requested the shutdown. */
let endSignal: NodeJS.Signals | undefined;

let draining = false;

/** Whether the process is shutting down: it still serves, but `/health` is 503. */
export const isDraining = () => draining;

/**
 * When the listening socket closes, the OS resets connections not yet accepted, with their requests. So it
 * closes after an event-loop turn that has accepted them all.
 */
async function untilQuiet() {
  for (let tries = 0; tries < 1000; tries += 1) {
    const began = performance.now();
    await turn();
    if (performance.now() - began < SHORT_TURN) return;
  }
}

/** RFC 9112 9.6: sets `Connection: close`, so that clients reconnect, possibly to another node. */
function closeBehindAnswers(server: Server, connections: Connections) {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  for (const { open } of connections.values()) {
    for (const response of open) response.shouldKeepAlive = false;
  }
}

/** Whether the connection speaks another protocol by now (WebSocket): Node has no parser for it then. */
const isUpgraded = (socket: object) => !(socket as { parser?: unknown }).parser;

/**
 * Closes idle connections; Node does not count those without any request as idle. `strapi develop` restarts without a
 * signal, while each page of the admin keeps a WebSocket for its changes.
 */
function closeUnused(server: Server, connections: Connections) {
  server.closeIdleConnections();
  for (const [socket, { packet, open }] of connections) {
    if (open.length > 0) continue;
    if (!packet || (!endSignal && isUpgraded(socket))) socket.destroy();
  }
}

/** Closes all connections, those too that Node gave away (WebSocket). */
function cutAll(connections: Connections) {
  for (const socket of connections.keys()) socket.destroy();
}

/** Waits until every connection has ended; cuts the remaining ones after the timeout. */
async function untilClosed(closed: Promise<void>, close: () => void, cut: () => void, ms: number) {
  const looks = setInterval(close, CHECK_INTERVAL);
  const late = setTimeout(cut, ms);
  await closed;
  clearInterval(looks);
  clearTimeout(late);
}

/** Keeps serving with `/health` at 503, until load balancers have noticed. */
async function waitForBalancers() {
  if (endSignal !== 'SIGTERM') return;
  await pause(strapi.config.get('server.shutdown.delay', 0) * 1000);
  await untilQuiet();
}

/** Stops accepting connections, and closes each after its response, or after the longest response time. */
async function drain(server: Server, connections: Connections) {
  if (!server.listening) return;
  draining = true;
  await waitForBalancers();
  // `http.Server.close` would also cut, at once, connections on which a request may be on its way.
  const closed = new Promise<void>((resolve) => {
    net.Server.prototype.close.call(server, () => resolve());
  });
  closeBehindAnswers(server, connections);
  const unused = performance.now() + (endSignal === 'SIGTERM' ? IDLE_GRACE : 0);
  const close = () => performance.now() >= unused && closeUnused(server, connections);
  await untilClosed(closed, close, () => cutAll(connections), maxResponseTime());
}

/**
 * D9.8: answers requests in flight before Strapi is destroyed. After SIGTERM (Docker, systemd, Kubernetes) waits for
 * load balancers to switch to other nodes; Ctrl-C does not wait for them.
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
    if (endSignal) setTimeout(() => process.exit(1), SETTLE_TIMEOUT).unref();
    // Events and Strapi webhooks of the last writes, which still query the database.
    await Promise.race([settleAfterCommit(), pause(SETTLE_TIMEOUT, undefined, { ref: false })]);
    await destroy();
  };
}
