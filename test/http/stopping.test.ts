import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inFull } from '../support/extent';
import { freePort, Node } from '../support/process';
import { waitedFor } from '../support/waiting';

const ROOT = '/calendar/events/v1';
/** A request that is fast even on a busy machine. */
const INDEX = `${ROOT}/`;
const BODY = JSON.stringify({ title: 'Jazz', start_date: '2027-01-31', end_date: '2027-01-31' });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-stopping-'));

/** Seconds: `SHUTDOWN_DELAY`, and the response timeout. */
const DELAY = 5;
const LONGEST = 3;

/** A delay in seconds that no test waits for. */
const LONG = 30;

let node: Node;

const nodeAt = (port: number, delay: number) =>
  new Node(port, {
    DATABASE_CLIENT: 'sqlite',
    DATABASE_URL: '',
    DATABASE_FILENAME: path.join(folder, 'data.db'),
    SHUTDOWN_DELAY: String(delay),
    CALENDAR_LIMIT_ANSWER: String(LONGEST - 1),
    CALENDAR_IMAGE_IMPORT_TIMEOUT: '1',
    NODE_OPTIONS: '--require ./test/support/processes/slow-listeners.cjs',
  });

beforeAll(async () => {
  node = nodeAt(await freePort(), DELAY);
  await node.begin().ready();
});

afterAll(async () => {
  await node.end('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

interface Told {
  status: number;
  connection?: string;
}

const OTHERS = { agent: new http.Agent({ keepAlive: true }) };
const ALONE = { agent: false } as const;

/** Sends a request, on a kept-alive connection or one of its own. */
const ask = (where: string, options: http.RequestOptions): Promise<Told> =>
  new Promise((resolve, reject) => {
    const asked = http.get({ ...options, host: '127.0.0.1', port: node.port, path: where });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      answer.resume();
      const { statusCode: status = 0, headers } = answer;
      answer.on('end', () => resolve({ status, connection: headers.connection }));
    });
  });

/** Begins a request without its body; returns a function that sends the rest, and a promise of the answer. */
async function begun() {
  const socket = net.connect(node.port, '127.0.0.1');
  let answered = '';
  socket.on('data', (chunk) => {
    answered += chunk;
  });
  const closed = new Promise<string>((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve(answered));
  });
  const length = Buffer.byteLength(BODY);
  socket.write(
    `POST ${ROOT}/events HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  await pause(50);
  return { finish: () => socket.write(BODY), closed };
}

/** The bytes of a number of answers that still arrive at a client that has not read for some time. */
async function leftOf(address: string, answers: number, milliseconds: number): Promise<number> {
  const socket = net.connect(node.port, '127.0.0.1').pause();
  socket.write(`GET ${address} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(answers));
  await pause(milliseconds);
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.resume();
  await new Promise((resolve) => {
    socket
      .on('error', resolve)
      .on('close', resolve)
      .setTimeout(1000, () => resolve(socket.destroy()));
  });
  return bytes;
}

/** Expects that some of the responses, `length` bytes in all, are dropped. Repeated if that process paused. */
async function expectDropped(address: string, answers: number, length: number) {
  let bytes = length;
  // Node checks twice, since some data was in transit at the first check.
  let wait = 2 * LONGEST * 1000 + 1500;
  for (; bytes >= length && wait < 20_000; wait *= 2) bytes = await leftOf(address, answers, wait);
  expect(bytes).toBeLessThan(length);
}

inFull('drops pending responses of a client that stops reading', async () => {
  const ADDRESS = `${ROOT}/doc`;
  const { length } = await (await fetch(`${node.origin}${ADDRESS}`))
    .arrayBuffer()
    .then(Buffer.from);
  const most = 100;
  await expectDropped(ADDRESS, most, most * length);
});

inFull('drops a file download of a client that stops reading', async () => {
  const name = `${randomUUID()}.png`;
  const file = path.join(__dirname, '../../public/uploads', name);
  const length = 32 * 1024 * 1024; // More than is in transit.
  fs.writeFileSync(file, '');
  fs.truncateSync(file, length);
  try {
    await expectDropped(`/uploads/${name}`, 1, length);
  } finally {
    fs.rmSync(file);
  }
});

it('on SIGTERM, reports 503 on /health, finishes pending requests and exits with 0', async () => {
  expect((await ask(INDEX, OTHERS)).connection).toBe('keep-alive');
  const [slow, silent] = [await begun(), await begun()];
  const mute = net.connect(node.port, '127.0.0.1').on('error', () => undefined);

  const ended = waitedFor(() => node.end('SIGTERM'));
  await pause(100);
  node.signal('SIGTERM');
  const health = async () => {
    const headers = { connection: 'close' };
    const answer = await fetch(`${node.origin}${ROOT}/health`, { headers });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  let told = await health();
  while (told[0] === 200) told = await health(); // Before the signal arrives.
  expect(told).toEqual([503, 'rest_unavailable']);
  expect((await ask(INDEX, ALONE)).status).toBe(200);
  expect(await ask(INDEX, OTHERS)).toEqual({ status: 200, connection: 'keep-alive' });

  await expect(
    (async () => {
      for (;;) {
        expect((await ask(INDEX, ALONE)).status).toBe(200);
        await pause(50);
      }
    })(),
  ).rejects.toThrow('ECONNREFUSED');
  // The last answer on an existing connection.
  expect(await ask(INDEX, OTHERS)).toEqual({ status: 200, connection: 'close' });
  await expect(ask(INDEX, OTHERS)).rejects.toThrow('ECONNREFUSED');

  await pause(300);
  slow.finish();
  expect(await slow.closed).toMatch(/^HTTP\/1\.1 401 .*\r\nConnection: close\r\n.*rest_forbidden/s);
  expect(await silent.closed).not.toMatch(/ 200 /);
  const { result: code, waited } = await ended;
  expect(code).toBe(0);
  expect(waited).toBeLessThan((DELAY + LONGEST + 10) * 1000);
  expect(node.said).not.toMatch(/error/i);
  mute.destroy();
});

inFull('on SIGINT exits without the shutdown delay, and on SIGTERM during its start', async () => {
  await node.end('SIGKILL');
  node = nodeAt(node.port, LONG);
  await node.begin().ready();
  const { result, waited } = await waitedFor(() => node.end('SIGINT'));
  expect(result).toBe(0);
  expect(waited).toBeLessThan((LONG * 1000) / 2);
  node.begin();
  while ((await ask(`${ROOT}/health`, ALONE).catch(() => undefined))?.status !== 503)
    await pause(10);
  expect(await node.end('SIGTERM')).toBe(143);
});
