import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Semaphore, withTimeout } from 'async-mutex';
import type { Context, Next } from 'koa';
import { settings } from '../database/site';
import { unavailable } from '../messages/errors';
import { CHANGE_ROUTES } from '../resources/changes';
import { BATCH_ROUTE, isList } from '../resources/routes';
import { ipKeyOf, sentToken, waitingClientOf, wasBatched } from './caller';
import { type Edge, SAFE_METHODS } from './edge';
import { assertAvailable } from './rate-limit';

/** Does the work when the client's turn comes; throws CalendarError 503 when that takes too long. */
export type FairQueue = <Result>(client: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * So many at a time. Whoever has fewer requests here goes first: one who sends a thousand waits
 * behind those who send one. `maxWait`: milliseconds.
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

/** D10.8: milliseconds that a request waits for its turn, of those in which it is answered: the rest is for its work. */
const timeout = () => Math.round((settings().limits.answer * 1000 * 2) / 3);

/** Parts of the pool's connections; the rest is for single records, credentials and what follows a save. */
const SHARES = { writes: 0.3, saves: 0.2, lists: 0.3 };

type Kind = keyof typeof SHARES;

/** Where the admin saves records. */
const SAVES = /^\/(?:content-manager|calendar\/admin)\//;

const [CHANGES] = CHANGE_ROUTES.map(({ path }) => path);

/** D8.16: whose operations are requests of their own, each with its turn and its time. */
const isBatch = (edge: Edge) => edge.rest === BATCH_ROUTE.path;

/** Writes of the interface, saves of editors, and lists for those who send no token. */
function kindOf(ctx: Context): Kind | undefined {
  const edge = ctx.state.calendar as Edge | undefined;
  if (edge && isBatch(edge)) return undefined;
  if (!SAFE_METHODS.includes(ctx.method)) {
    if (edge) return 'writes';
    return SAVES.test(ctx.path) ? 'saves' : undefined;
  }
  const isLong = edge && (isList(edge.rest) || edge.rest === CHANGES || edge.format !== 'json');
  return isLong && !sentToken(ctx) ? 'lists' : undefined;
}

/** Whoever has gone, was answered by the deadline, or has used up what they had while they waited, costs nothing more. */
async function requireStillWanted(ctx: Context, kind: Kind) {
  if (ctx.req.socket.destroyed || ctx.state.over?.aborted) throw unavailable();
  if (kind === 'lists') await assertAvailable(ipKeyOf(ctx), 1); // This request has been counted.
}

/**
 * D10.8: at most so many of a kind at a time, so that the pool never runs dry. At the edge, when the
 * body has been read: nobody waits inside a transaction, and nobody's slow upload holds a place.
 */
export const queues = () => {
  const connections: number = strapi.config.get('database.connection.pool.max', 10);
  const queueOf = (kind: Kind): FairQueue =>
    fairQueue(Math.max(1, Math.floor(connections * SHARES[kind])), timeout);
  const all = { writes: queueOf('writes'), saves: queueOf('saves'), lists: queueOf('lists') };
  return async (ctx: Context, next: Next) => {
    const kind = kindOf(ctx);
    if (!kind) return next();
    return all[kind](waitingClientOf(ctx), async () => {
      await requireStillWanted(ctx, kind);
      await next();
    });
  };
};

/**
 * Milliseconds until a request must be answered; in a batch no longer than that. A write through the interface
 * that may have pictures fetched from addresses has the time for one besides.
 */
export function responseTimeout(ctx: Context): number {
  const { limits, imageImport } = settings();
  const { body } = ctx.request as { body?: unknown };
  const fetches = ctx.state.calendar && body && JSON.stringify(body).includes('"image"');
  const timeLimit = (limits.answer + (fetches ? imageImport.timeout : 0)) * 1000;
  const { until } = wasBatched(ctx.req) ?? {};
  return until === undefined ? timeLimit : Math.min(timeLimit, until - Date.now());
}

/** Milliseconds more for a write that is being committed: a 503 would say that nothing is stored. */
const COMMIT_GRACE = 3000;

/** What the admin asks of one record, of a list or of the agenda; many records at once take as long as they are many. */
const OF_EDITORS =
  /^\/(?:content-manager\/collection-types\/plugin::calendar\.(?!.*\/bulk)|calendar\/admin\/(?!bulk|trash))/;

/** A batch's operations are requests of their own, each with its time. */
function isInTime(ctx: Context): boolean {
  const edge = ctx.state.calendar as Edge | undefined;
  return edge ? !isBatch(edge) : OF_EDITORS.test(ctx.path);
}

/**
 * D9.7: responds in time even if the database does not. A write still in progress is aborted by
 * `ctx.state.over` and not committed; one that has set `ctx.state.commits`, past the point of no return, is
 * awaited.
 */
export const deadline = () => async (ctx: Context, next: Next) => {
  if (!isInTime(ctx)) return next();
  const controller = new AbortController();
  ctx.state.over = controller.signal;
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

/** Bytes that all answers hold together which are made of others, until they are sent; as values they take several times as much. */
const MAX_BUFFERED = 32 * 1024 * 1024;

let bufferedBytes = 0;

/** Counts bytes that the answer holds, until it is sent or nobody waits for it; tells whether it may hold no more. */
export function countBuffered({ res }: Context, most: number): (bytes: number) => boolean {
  let [total, isClosed] = [0, res.closed];
  res.once('close', () => {
    isClosed = true;
    bufferedBytes -= total;
  });
  return (bytes) => {
    total += bytes;
    if (!isClosed) bufferedBytes += bytes;
    return total > most || bufferedBytes > MAX_BUFFERED;
  };
}

/** What a client has said on its connection, and what it is still owed. */
export interface Connection {
  /** The packet in which the newest request began. */
  packet?: Buffer;
  /** Answers that are not complete, oldest first. */
  open: ServerResponse[];
  /** The request that was last answered before all of it had come. */
  unread?: IncomingMessage;
  /** Whether Node's parser has given up on it. */
  refused?: boolean;
}

export type Connections = Map<Duplex, Connection>;

const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ (?:\/|https?:\/\/)/;

const beginsRequest = (packet: Buffer) =>
  REQUEST_LINE.test(packet.subarray(0, 32).toString('latin1'));

/** The longest that an answer may take (D9.7), in milliseconds. */
export function maxResponseTime() {
  const { limits, imageImport } = settings();
  return (limits.answer + imageImport.timeout) * 1000;
}

/** The system takes most answers at once; what is left waits for the client. */
function limitSendTime(this: ServerResponse) {
  const { socket } = this.req;
  if (socket.writableLength > 0) socket.setTimeout(maxResponseTime());
}

/**
 * A client that stops reading a finished response is cut off after the longest response time: else it would
 * hold memory indefinitely.
 *
 * Node shows of a request that it cannot parse the packet that was in its hands: where headers are too long,
 * one without the address. So the one with the address is remembered. (A listener for `data` has Node parse
 * what the stream reads, in place of the socket itself: microseconds.)
 */
export function watchConnections(server: Server): Connections {
  const connections: Connections = new Map();
  function forget(this: ServerResponse) {
    const connection = connections.get(this.req.socket);
    if (!connection) return;
    const index = connection.open.indexOf(this);
    if (index >= 0) connection.open.splice(index, 1);
    if (!this.req.complete) connection.unread = this.req;
    // What a parser has left of the body stands before the connection's next request, which would wait for good.
    this.req.unpipe().resume();
  }
  server.on('connection', (socket) => {
    const connection: Connection = { open: [] };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    socket.prependListener('data', (packet: Buffer) => {
      if (beginsRequest(packet)) connection.packet = packet;
    });
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    connections.get(socket)?.open.push(response);
    response.on('prefinish', limitSendTime);
    response.on('close', forget);
  });
  return connections;
}
