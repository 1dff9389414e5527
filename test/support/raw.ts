import net from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they expect it.
  body: any;
}

/**
 * Ticks of `TICK` milliseconds for which a server may keep a connection open after its answer. A
 * pause of this process counts as a single tick.
 */
const TICK = 50;
const PATIENCE = 160;

/** Milliseconds between parts, so that each arrives separately. */
const PAUSE = 60;

/** Half-closes the connection and waits for the answer. */
export const HALF_CLOSED = Symbol('half-closed');

/** Sends `parts` one by one on a connection. Returns all that the server sends until it closes it. */
export function sayRaw(...parts: (string | Buffer | typeof HALF_CLOSED)[]): Promise<string> {
  const { hostname, port } = new URL(baseURL);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    let ticks = 0;
    const late = setInterval(() => {
      ticks += 1;
      if (ticks === PATIENCE) socket.destroy(new Error('still open'));
    }, TICK);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearInterval(late);
      resolve(text);
    });
    void (async () => {
      for (const part of parts) {
        if (part === HALF_CLOSED) socket.end();
        else socket.write(part);
        await new Promise((next) => setTimeout(next, PAUSE));
      }
    })();
  });
}

/** Parses consecutive HTTP responses. */
export function answersIn(said: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = Buffer.from(said); rest.length > 0; ) {
    const head = rest.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
    const [first = '', ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const begin = Buffer.byteLength(head, 'latin1') + 4;
    const end = begin + Number(headers['content-length'] ?? rest.length);
    const text = rest.subarray(begin, end).toString();
    const json = text !== '' && /json/.test(headers['content-type'] ?? '');
    const body = json ? JSON.parse(text) : undefined;
    answers.push({ status: Number(first.split(' ')[1]), headers, text, body });
    rest = rest.subarray(end);
  }
  return answers;
}

/** The only answer to a request that is sent byte for byte. */
export async function raw(...parts: Parameters<typeof sayRaw>): Promise<RawAnswer> {
  const [answer, ...more] = answersIn(await sayRaw(...parts));
  if (!answer || more.length > 0) throw new Error(`${more.length} answers more than one`);
  return answer;
}
