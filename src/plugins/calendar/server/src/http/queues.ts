import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Semaphore, withTimeout } from 'async-mutex';
import type { Context, Next } from 'koa';
import { settings } from '../database/site';
import { readPicture, SentFile } from '../kinds/picture';
import { unavailable } from '../messages/errors';
import { CHANGE_ROUTES } from '../resources/changes';
import { isList } from '../resources/routes';
import { batchOf, ipKeyOf, sentToken, waitingClientOf } from './caller';
import { assertAvailable } from './rate-limit';
import { isBatch, SAFE_METHODS } from './request';

/** Runs work when the client's turn comes. Throws CalendarError 503 when that takes too long. */
export type FairQueue = <Result>(client: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * A queue with `slots` concurrent requests. Clients with fewer requests in it go first, so that one who sends a
 * thousand does not delay others. `maxWait`: milliseconds.
 */
export function fairQueue(slots: number, maxWait: () => number): FairQueue {
  const semaphore = new Semaphore(slots);
  const timeoutError = unavailable();
  const requestsByClient = new Map<string, number>();
  const count = (client: string, change: 1 | -1) => {
    const now = (requestsByClient.get(client) ?? 0) + change;
    if (now === 0) requestsByClient.delete(client);
    else requestsByClient.set(client, now);
  };
  return async (client, work) => {
    const priority = -(requestsByClient.get(client) ?? 0);
    count(client, 1);
    try {
      return await withTimeout(semaphore, maxWait(), timeoutError).runExclusive(work, 1, priority);
    } finally {
      count(client, -1);
    }
  };
}

/** D10.8: milliseconds that a request may wait: two thirds of the response time; the rest is for its work. */
const maxWait = () => Math.round((settings().limits.answer * 1000 * 2) / 3);

/**
 * Shares of the pool's connections; the rest is for single records, authentication and work after saves. A write with
 * a picture, which takes long to store, holds a slot of `writes` too: from seven connections on, one of these stays
 * free for other writes.
 */
const SHARES = { writes: 0.3, pictures: 0.2, saves: 0.2, lists: 0.3 };

type QueueKind = keyof typeof SHARES;

/** Paths under which the admin saves records. */
const SAVES = /^\/(?:content-manager|calendar\/admin)\//i;

const [CHANGES] = CHANGE_ROUTES.map(({ path }) => path);

/** Whether a body contains a picture to be fetched or stored: of its record, or of one within it. */
export function sendsPicture(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || body instanceof SentFile) return false;
  return Object.entries(body).some(([name, value]) => {
    if (name !== 'image') return sendsPicture(value);
    const picture = readPicture(value);
    return picture !== undefined && ('url' in picture || 'file' in picture);
  });
}

/**
 * The queue of a request: for writes of the interface, saves of editors, or lists for callers
 * without a token. Undefined for all others, which do not wait.
 */
function queueKindOf(ctx: Context): QueueKind | undefined {
  const address = ctx.state.calendar;
  if (isBatch(address)) return undefined; // Its operations are queued, each as a request of its own.
  if (!SAFE_METHODS.includes(ctx.method)) {
    if (address) return sendsPicture(ctx.request.body) ? 'pictures' : 'writes';
    return SAVES.test(ctx.path) ? 'saves' : undefined;
  }
  const isLong =
    address && (isList(address.rest) || address.rest === CHANGES || address.format !== 'json');
  return isLong && !sentToken(ctx) ? 'lists' : undefined;
}

/** Drops a waiting request whose client has disconnected, timed out, or exceeded its rate limit meanwhile. */
async function requireStillWaiting(ctx: Context, kind: QueueKind) {
  if (ctx.req.socket.destroyed || ctx.state.timeout?.aborted) throw unavailable();
  if (kind === 'lists') await assertAvailable(ipKeyOf(ctx), 1); // This request was already counted.
}

/**
 * D10.8: limits concurrent requests of each kind, so that the pool is never exhausted. Runs after the body has been
 * read, so that slow uploads hold no slot, and before any transaction.
 */
export const queues = () => {
  const connections: number = strapi.config.get('database.connection.pool.max', 10);
  const queueOf = (kind: QueueKind): FairQueue =>
    fairQueue(Math.max(1, Math.floor(connections * SHARES[kind])), maxWait);
  const [writes, pictures] = [queueOf('writes'), queueOf('pictures')];
  const all: Record<QueueKind, FairQueue> = {
    writes,
    pictures: (client, work) => pictures(client, () => writes(client, work)),
    saves: queueOf('saves'),
    lists: queueOf('lists'),
  };
  return async (ctx: Context, next: Next) => {
    const kind = queueKindOf(ctx);
    if (!kind) return next();
    return all[kind](waitingClientOf(ctx), async () => {
      await requireStillWaiting(ctx, kind);
      await next();
    });
  };
};

/**
 * Milliseconds within which a request must be answered, in a batch at most the batch's deadline. Writes that may
 * download a picture get the time for one in addition.
 */
export function responseTimeout(ctx: Context): number {
  const { limits, imageImport } = settings();
  const fetches = ctx.state.calendar && sendsPicture(ctx.request.body);
  const timeLimit = (limits.answer + (fetches ? imageImport.timeout : 0)) * 1000;
  const { until } = batchOf(ctx.req) ?? {};
  return until === undefined ? timeLimit : Math.min(timeLimit, until - Date.now());
}

/** Additional milliseconds for a write that is committing: a 503 would claim that nothing was stored. */
const COMMIT_GRACE = 3000;

/** Admin requests with a deadline: single records, lists and the agenda, but not bulk actions. */
const OF_EDITORS =
  /^\/(?:content-manager\/collection-types\/plugin::calendar\.(?!.*\/bulk)|calendar\/admin\/(?!bulk|trash))/i;

/** Whether the deadline applies; not to batches, whose operations have their own. */
function hasDeadline(ctx: Context): boolean {
  const address = ctx.state.calendar;
  return address ? !isBatch(address) : OF_EDITORS.test(ctx.path);
}

/**
 * D9.7: responds in time even if the database does not. A write still in progress is aborted by
 * `ctx.state.timeout` and not committed; one that has set `ctx.state.commits`, past the point of no return, is
 * awaited.
 */
export const deadline = () => async (ctx: Context, next: Next) => {
  if (!hasDeadline(ctx)) return next();
  const controller = new AbortController();
  ctx.state.timeout = controller.signal;
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort(unavailable());
      const refuse = () => reject(controller.signal.reason);
      if (ctx.state.commits) timer = setTimeout(refuse, COMMIT_GRACE);
      else refuse();
    }, responseTimeout(ctx));
  });
  try {
    await Promise.race([next(), timedOut]);
  } finally {
    clearTimeout(timer);
  }
};

/** The state of a client's connection. */
export interface Connection {
  /** The packet in which the latest request began. */
  packet?: Buffer;
  /** Responses in progress, oldest first. */
  open: ServerResponse[];
  /** The last request that was answered before its body was complete. */
  unread?: IncomingMessage;
  /** Whether Node's parser has refused its data. */
  refused?: boolean;
}

export type Connections = Map<Duplex, Connection>;

const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ (?:\/|https?:\/\/)/;

/** D9.7: the longest response time, in milliseconds. */
export function maxResponseTime() {
  const { limits, imageImport } = settings();
  return (limits.answer + imageImport.timeout) * 1000;
}

/** Limits the time to send what the operating system has not buffered. */
function limitSendTime(this: ServerResponse) {
  const { socket } = this.req;
  if (socket.writableLength > 0) socket.setTimeout(maxResponseTime());
}

/**
 * Limits pauses while a file is streamed: for a client that stops reading, the response would never
 * finish.
 */
function limitPauses(this: ServerResponse) {
  this.req.socket.setTimeout(maxResponseTime());
}

/**
 * The most open requests per connection. Node keeps reading a connection to which little is
 * written, so thousands of pipelined requests would be processed before those of other clients.
 * Browsers and proxies wait for each response.
 */
const MAX_OPEN = 100;

/**
 * Tracks connections. Disconnects clients that have more requests open, and clients that stop reading a finished
 * response after the longest response time, which would otherwise hold memory indefinitely.
 *
 * Remembers the packet with a request's address: for a request that Node cannot parse, it only provides the last packet,
 * which with oversized headers is another one. (The `data` listener makes Node parse in JavaScript what the stream
 * reads, which costs microseconds.)
 */
export function watchConnections(server: Server): Connections {
  const connections: Connections = new Map();
  function forget(this: ServerResponse) {
    const connection = connections.get(this.req.socket);
    if (!connection) return;
    const index = connection.open.indexOf(this);
    if (index >= 0) connection.open.splice(index, 1);
    if (!this.req.complete) connection.unread = this.req;
    // Unread parts of the body would block the connection's next request forever.
    this.req.unpipe().resume();
  }
  server.on('connection', (socket) => {
    const connection: Connection = { open: [] };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    socket.prependListener('data', (packet: Buffer) => {
      if (REQUEST_LINE.test(packet.subarray(0, 32).toString('latin1'))) connection.packet = packet;
    });
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket);
    if (connection && connection.open.push(response) > MAX_OPEN) socket.destroy();
    response.on('prefinish', limitSendTime);
    response.on('pipe', limitPauses);
    response.on('close', forget);
  });
  return connections;
}
