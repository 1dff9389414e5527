import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, Server } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A request as received and its answer as sent. */
export interface Exchange {
  method: string;
  /** The path and query as sent: `/fr/calendar/events/v1/events?page=2`. */
  address: string;
  sent: { headers: IncomingHttpHeaders; body: string };
  answer: { status: number; headers: OutgoingHttpHeaders; body: string };
}

const BODY = 2_000_000;

/** The text of a body, truncated. */
const textOf = (chunks: Buffer[]) => Buffer.concat(chunks).subarray(0, BODY).toString();

/** Parses headers from the response head, since `writeHead` does not store them. */
const headersIn = ({ _header: head }: { _header?: string | null }): OutgoingHttpHeaders =>
  Object.fromEntries(
    [...(head ?? '').matchAll(/^([\w-]+): (.*)\r$/gm)].map(([, name = '', value]) => [
      name.toLowerCase(),
      value,
    ]),
  );

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };

/** The decompressed body of an answer. */
function unpacked(chunks: Buffer[], encoding: unknown): string {
  const bytes = Buffer.concat(chunks);
  const unpack = bytes.length > 0 ? UNPACK[encoding as keyof typeof UNPACK] : undefined;
  return (unpack ? unpack(bytes) : bytes).toString();
}

/** Collects a request's body without consuming it. */
function gathered(request: IncomingMessage): Buffer[] {
  const chunks: Buffer[] = [];
  const emit = request.emit.bind(request);
  request.emit = (event: string, ...values: unknown[]) => {
    if (event === 'data') chunks.push(Buffer.from(values[0] as Buffer));
    return emit(event, ...values);
  };
  return chunks;
}

/** Reports every exchange of a server when its answer is complete, before it is sent. */
export function watch(server: Server, tell: (exchange: Exchange) => void) {
  server.prependListener('request', (request, response) => {
    const { method = '', url = '' } = request;
    const headers = { ...request.headers };
    const sent = gathered(request);
    const answered: Buffer[] = [];
    const keep = (chunk: unknown, encoding: unknown) => {
      if (typeof chunk === 'string')
        answered.push(Buffer.from(chunk, encoding === 'latin1' ? encoding : 'utf8'));
      else if (Buffer.isBuffer(chunk)) answered.push(chunk);
    };
    const { write, end } = response;
    response.write = (chunk: unknown, ...more: unknown[]) => {
      keep(chunk, more[0]);
      return write.apply(response, [chunk, ...more] as Parameters<typeof write>);
    };
    response.end = (chunk?: unknown, ...more: unknown[]) => {
      keep(chunk, more[0]);
      const told = { ...headersIn(response as object), ...response.getHeaders() };
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
