import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, Node } from '../support/process';

const ROOT = '/calendar/events/v1';
const BODY = JSON.stringify({ title: 'Jazz', start_date: '2027-01-31', end_date: '2027-01-31' });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-stopping-'));

/** Seconds: of `SHUTDOWN_DELAY`, and the longest that an answer may take. */
const DELAY = 3;
const LONGEST = 3;

let node: Node;

beforeAll(async () => {
  node = new Node(await freePort(), {
    DATABASE_CLIENT: 'sqlite',
    DATABASE_URL: '',
    DATABASE_FILENAME: path.join(folder, 'data.db'),
    SHUTDOWN_DELAY: String(DELAY),
    CALENDAR_LIMIT_ANSWER: String(LONGEST - 1),
    CALENDAR_IMAGE_IMPORT_TIMEOUT: '1',
    NODE_OPTIONS: '--require ./test/support/processes/slow-listeners.cjs',
  });
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

/** One question; on a connection that is kept, or on one of its own. */
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

/** A request whose body has not come yet; gives what sends the rest, and what was answered. */
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

it('keeps no answer for somebody who does not read it', async () => {
  const ADDRESS = `${ROOT}/doc`;
  const { length } = await (await fetch(`${node.origin}${ADDRESS}`))
    .arrayBuffer()
    .then(Buffer.from);
  const socket = net.connect(node.port, '127.0.0.1').pause();
  const most = 100;
  socket.write(`GET ${ADDRESS} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(most));
  await pause(2 * LONGEST * 1000 + 1500); // Node looks twice: the first time, some of it was on its way.
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
  expect(bytes).toBeLessThan(most * length);
});

it('answers what has been asked, tells balancers, and ends by itself', async () => {
  expect((await ask(`${ROOT}/events`, OTHERS)).connection).toBe('keep-alive');
  const [slow, silent] = [await begun(), await begun()];
  const mute = net.connect(node.port, '127.0.0.1').on('error', () => undefined);

  const began = Date.now();
  const ended = node.end('SIGTERM').then((code) => ({ code, after: Date.now() - began }));
  await pause(100);
  node.signal('SIGTERM');
  const health = await fetch(`${node.origin}${ROOT}/health`, {
    headers: { connection: 'close' },
  });
  expect([health.status, ((await health.json()) as { code: string }).code]).toEqual([
    503,
    'rest_unavailable',
  ]);
  expect((await ask(`${ROOT}/events`, ALONE)).status).toBe(200);
  expect(await ask(`${ROOT}/events`, OTHERS)).toEqual({ status: 200, connection: 'keep-alive' });

  await pause(DELAY * 1000 + 200 - (Date.now() - began));
  await expect(ask(`${ROOT}/events`, ALONE)).rejects.toThrow('ECONNREFUSED');
  // On a connection that is there already, a last time.
  expect(await ask(`${ROOT}/events`, OTHERS)).toEqual({ status: 200, connection: 'close' });
  await expect(ask(`${ROOT}/events`, OTHERS)).rejects.toThrow('ECONNREFUSED');

  await pause(300);
  slow.finish();
  expect(await slow.closed).toMatch(/^HTTP\/1\.1 401 .*\r\nConnection: close\r\n.*rest_forbidden/s);
  expect(await silent.closed).not.toMatch(/ 200 /);
  const { code, after } = await ended;
  expect(code).toBe(0);
  expect(after).toBeLessThan((DELAY + LONGEST + 5) * 1000);
  expect(node.said).not.toMatch(/error/i);
  mute.destroy();
});

it('ends at once for somebody at the keyboard, and while it starts for anybody', async () => {
  await node.begin().ready();
  const began = Date.now();
  expect(await node.end('SIGINT')).toBe(0);
  expect(Date.now() - began).toBeLessThan(DELAY * 1000);
  node.begin();
  while ((await ask(`${ROOT}/health`, ALONE).catch(() => undefined))?.status !== 503)
    await pause(10);
  expect(await node.end('SIGTERM')).toBe(143);
});
