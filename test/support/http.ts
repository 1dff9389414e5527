import http from 'node:http';

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The parsed JSON; undefined if the answer is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they expect it.
  body: any;
  text: string;
}

type Headers = Record<string, string>;
interface Content {
  bytes?: Buffer;
  headers: Headers;
}

/** The path of a route of the interface, with a language prefix if one is given. */
export const api = (path: string, language?: string) =>
  `${language ? `/${language}` : ''}/calendar/events/v1${path}`;

export const get = (path: string, headers: Headers = {}) => send('GET', path, undefined, headers);

/**
 * Sends a request. `path` is not normalised. Bodies are sent as JSON; strings, bytes,
 * `URLSearchParams` and `FormData` as they are.
 */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Headers = {},
): Promise<Answer> {
  const content = await encoded(body);
  return request(method, path, { ...content, headers: { ...content.headers, ...headers } });
}

async function encoded(body: unknown): Promise<Content> {
  if (body === undefined) return { headers: {} };
  const sentAsItIs =
    typeof body === 'string' ||
    Buffer.isBuffer(body) ||
    body instanceof URLSearchParams ||
    body instanceof FormData;
  if (!sentAsItIs) {
    return {
      bytes: Buffer.from(JSON.stringify(body)),
      headers: { 'content-type': 'application/json' },
    };
  }
  const given = new Response(body as string);
  const type = given.headers.get('content-type');
  const bytes = Buffer.from(await given.arrayBuffer());
  return { bytes, headers: type ? { 'content-type': type } : {} };
}

function request(method: string, path: string, { bytes, headers }: Content): Promise<Answer> {
  const { hostname, port } = new URL(baseURL);
  const length: Headers = bytes ? { 'content-length': String(bytes.length) } : {};
  return new Promise((resolve, reject) => {
    http
      .request({ method, hostname, port, path, headers: { ...length, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve(answerOf(response, Buffer.concat(chunks).toString())));
      })
      .on('error', reject)
      .end(bytes);
  });
}

function answerOf({ statusCode = 0, headers }: http.IncomingMessage, text: string): Answer {
  const json = text !== '' && /json/.test(headers['content-type'] ?? '');
  return { status: statusCode, headers, body: json ? JSON.parse(text) : undefined, text };
}
