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

/** Those of which Node has made a head without keeping them. */
const headersIn = ({ _header: head }: { _header?: string | null }): OutgoingHttpHeaders =>
  Object.fromEntries(
    [...(head ?? '').matchAll(/^([\w-]+): (.*)\r$/gm)].map(([, name = '', value]) => [
      name.toLowerCase(),
      value,
    ]),
  );

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
