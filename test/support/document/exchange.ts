import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, Server } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** One request as it came, and what it was answered. */
export interface Exchange {
  method: string;
  /** As it was sent: `/fr/calendar/events/v1/events?page=2`. */
  address: string;
  sent: { headers: IncomingHttpHeaders; body: string };
  answer: { status: number; headers: OutgoingHttpHeaders; body: string };
}

const BODY = 2_000_000;

/** The text of a body, as far as anybody looks at it. */
const textOf = (chunks: Buffer[]) => Buffer.concat(chunks).subarray(0, BODY).toString();

/** Those of which Node makes a head without keeping them: names and values in turn. */
const headersIn = (given: unknown): OutgoingHttpHeaders =>
  Array.isArray(given)
    ? Object.fromEntries(
        given.flatMap((name, at) => (at % 2 ? [] : [[name.toLowerCase(), given[at + 1]]])),
      )
    : {};

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };

/** An answer as it was before it was packed. */
function unpacked(chunks: Buffer[], encoding: unknown): string {
  const bytes = Buffer.concat(chunks);
  const unpack = bytes.length > 0 ? UNPACK[encoding as keyof typeof UNPACK] : undefined;
  return (unpack ? unpack(bytes) : bytes).toString();
}

/** Gathers what a request brings, without taking it from those who read it. */
function gathered(request: IncomingMessage): Buffer[] {
  const chunks: Buffer[] = [];
  const emit = request.emit.bind(request);
  request.emit = (event: string, ...values: unknown[]) => {
    if (event === 'data') chunks.push(Buffer.from(values[0] as Buffer));
    return emit(event, ...values);
  };
  return chunks;
}

/** Tells of every exchange of a server, whoever asked, when its answer is complete and before it is sent. */
export function watch(server: Server, tell: (exchange: Exchange) => void) {
  server.prependListener('request', (request, response) => {
    const { method = '', url = '' } = request;
    const headers = { ...request.headers };
    const sent = gathered(request);
    const answered: Buffer[] = [];
    const keep = (chunk: unknown) => {
      if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) answered.push(Buffer.from(chunk));
    };
    const { write, end, writeHead } = response;
    let sentAtOnce: OutgoingHttpHeaders = {};
    response.writeHead = ((status: number, ...more: unknown[]) => {
      sentAtOnce = headersIn(more.at(-1));
      return writeHead.apply(response, [status, ...more] as Parameters<typeof writeHead>);
    }) as typeof writeHead;
    response.write = (chunk: unknown, ...more: unknown[]) => {
      keep(chunk);
      return write.apply(response, [chunk, ...more] as Parameters<typeof write>);
    };
    response.end = (chunk?: unknown, ...more: unknown[]) => {
      keep(chunk);
      const told = { ...response.getHeaders(), ...sentAtOnce };
      const body = unpacked(answered, told['content-encoding']);
      tell({
        method,
        address: url,
        sent: { headers, body: textOf(sent) },
        answer: { status: response.statusCode, headers: told, body },
      });
      return end.apply(response, [chunk, ...more] as Parameters<typeof end>);
    };
  });
}
