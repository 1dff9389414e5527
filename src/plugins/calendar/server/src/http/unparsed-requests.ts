import { IncomingMessage, METHODS, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CalendarError, refusalOfStatus } from '../messages/errors';
import { normalizePath, readTarget } from './address';
import { refuseRequest } from './errors';
import type { Connection } from './queues';
import { isCalendarPath } from './request';

/** The head of a request that Node's parser has refused, as far as it can be read. */
export interface RequestHead {
  method: string;
  /** The target, percent-encoded where it should have been. */
  url: string;
  headers: Record<string, string>;
  /** RFC 9112 3.2: whether the target was correctly encoded. */
  encoded: boolean;
}

/** Headers on which the response depends. */
const HEADERS = [
  ...['host', 'origin', 'accept', 'x-request-id', 'x-forwarded-proto', 'x-forwarded-host'],
];

/** RFC 9110 5.6.2: a method is any token. Both patterns take linear time, so that no packet blocks the event loop. */
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) (?:https?:\/\/[^/?\s]*)?(\/.*?)(?: HTTP\/\d.*)?$/s;
const HEADER = /^([\w-]+):([\t\x20-\x7e]*)$/;

const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();

const percentEncoded = (target: string) =>
  target.replace(/[^\x21-\x7e]/g, (byte) => `%${hex(byte).padStart(2, '0')}`);

/** The lines of a packet with their offsets. */
function linesOf(packet: Buffer) {
  let begin = 0;
  return packet
    .toString('latin1')
    .split('\n')
    .map((line) => {
      const at = begin;
      begin += line.length + 1;
      return { at, line: line.replace(/\r$/, '') };
    });
}

function headersOf(lines: string[]): Record<string, string> {
  const end = lines.indexOf('');
  const pairs = lines.slice(0, end < 0 ? undefined : end).flatMap((line): [string, string][] => {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    return HEADERS.includes(name.toLowerCase()) ? [[name.toLowerCase(), value.trim()]] : [];
  });
  return Object.fromEntries(pairs);
}

/**
 * The request that contains the byte at `failed`; undefined if none begins before it. A pipelined request is only
 * recognised after an empty line, because a header without a colon (`Referer /a`) looks like a request line.
 */
export function readHead(packet: Buffer, failed: number): RequestHead | undefined {
  const lines = linesOf(packet);
  const first = lines.findLastIndex(
    ({ at, line }, index) => at <= failed && !lines[index - 1]?.line && REQUEST_LINE.test(line),
  );
  const [, method = '', target] = REQUEST_LINE.exec(lines[first]?.line ?? '') ?? [];
  if (target === undefined) return undefined;
  const url = percentEncoded(target);
  const headers = headersOf(lines.slice(first + 1).map(({ line }) => line));
  return { method, url, headers, encoded: url === target };
}

/** Node's error for a request that it cannot parse. */
interface ParseError extends Error {
  code?: string;
  rawPacket?: Buffer;
  /** Number of parsed bytes of the packet. */
  bytesParsed?: number;
}

interface Failure {
  error: ParseError;
  socket: Socket;
  connection: Connection;
}

/** Statuses by error code, as in Node; 400 for others. */
const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Milliseconds for which the connection stays open while the client still sends, so that it receives the response. */
const LINGER_TIMEOUT = 2000;

const pathOf = (target: string) => normalizePath(target).replace(/[?#].*/, '');

const statusOf = ({ code = '' }: ParseError) => STATUS[code] ?? 400;

/** Node's default answer (`socketOnError` in its `_http_server`). */
function answerAsNode({ error, socket, connection }: Failure) {
  const status = statusOf(error);
  if (socket.writable && !connection.open[0]?.headersSent) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  }
  socket.destroy(error);
}

function close(socket: Socket) {
  socket.end();
  const late = setTimeout(() => socket.destroy(), LINGER_TIMEOUT);
  socket.once('close', () => clearTimeout(late));
}

function headOf({ error, connection: { packet } }: Failure): RequestHead | undefined {
  const { rawPacket, bytesParsed = 0 } = error;
  return packet && readHead(packet, packet === rawPacket ? bytesParsed : packet.length);
}

function refusalFor(error: ParseError, { encoded }: RequestHead): CalendarError {
  const status = statusOf(error);
  if (status !== 400 || encoded) return refusalOfStatus(status);
  return new CalendarError({ status, code: 'rest_bad_request', text: 'not_percent_encoded' });
}

/**
 * Passes the request to the server as if it had been parsed, so that it is refused by the usual middlewares; an unknown
 * method (`patch`) like any that its address does not allow.
 */
function handOver(server: Server, socket: Socket, head: RequestHead, refusal: CalendarError) {
  const request = new IncomingMessage(socket);
  const { method, url, headers } = head;
  const version = { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 };
  const rawHeaders = Object.entries(headers).flat();
  Object.assign(request, { ...version, method, url, headers, rawHeaders, complete: true });
  request.push(null);
  if (METHODS.includes(method)) refuseRequest(request, refusal);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    response.emit('close');
    close(socket);
  });
  server.emit('request', request, response);
}

/** Refuses the request whose body was being read, through its pending response; then closes the connection. */
function refuseBody({ socket }: Failure, response: ServerResponse, refusal: CalendarError) {
  response.shouldKeepAlive = false;
  response.once('close', () => close(socket));
  refuseRequest(response.req, refusal);
}

/** Whether the failed data is the rest of a request that was already answered. */
const isAnswered = ({ open, unread }: Connection) =>
  open.length === 0 && unread !== undefined && !unread.complete;

/** Answers a refused request after earlier responses of the connection. */
function answer(server: Server, failure: Failure) {
  const { error, socket, connection } = failure;
  if (isAnswered(connection)) return close(socket);
  const head = headOf(failure);
  if (!head || !isCalendarPath(pathOf(head.url))) return answerAsNode(failure);
  const refusal = refusalFor(error, head);
  const last = connection.open.at(-1);
  if (!last) handOver(server, socket, head, refusal);
  else if (!last.req.complete) refuseBody(failure, last, refusal);
  else last.once('close', () => socket.writable && handOver(server, socket, head, refusal));
}

/** D9.5: answers requests that Node's parser refuses at the calendar's addresses with its error body. */
export function answerUnparsed(server: Server, connections: Map<Duplex, Connection>): void {
  server.prependListener('request', readTarget);
  server.on('clientError', (error: ParseError, socket) => {
    const connection = connections.get(socket) ?? { open: [] };
    if (error.code === 'ECONNRESET') return socket.destroy(error);
    if (connection.refused) return; // Further data is read and ignored.
    connection.refused = true;
    if (!socket.writable) return socket.destroy(error);
    // HTTP always uses sockets.
    answer(server, { error, socket: socket as Socket, connection });
  });
  server.on('checkExpectation', (request, response) => {
    readTarget(request);
    if (!isCalendarPath(pathOf(String(request.url)))) return response.writeHead(417).end();
    refuseRequest(request, refusalOfStatus(417));
    server.emit('request', request, response);
  });
}
