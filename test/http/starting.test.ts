import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inFull } from '../support/extent';
import { freePort } from '../support/process';

const Database = require('better-sqlite3');

const ROOT = path.resolve(__dirname, '../..');
const REJECT_ON_SIGNAL = path.join(ROOT, 'test/support/processes/reject-on-signal.cjs');
const HEALTH = '/calendar/events/v1/health';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-starting-'));
const temporary = path.join(folder, 'temporary');
const children: ChildProcess[] = [];
let port: number;
let origin: string;

/** Starts a production server without the admin panel; the tests do not depend on the database. */
function serve(variables = {}) {
  const child = spawn(process.execPath, ['test/support/processes/serve.cjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_CLIENT: 'sqlite',
      DATABASE_URL: '',
      DATABASE_FILENAME: path.join(folder, 'data.db'),
      CALENDAR_ALIASES: '/wp-json/tribe/events/v1',
      HOST: '127.0.0.1',
      PORT: String(port),
      TMPDIR: temporary,
      NODE_OPTIONS: `--require ${REJECT_ON_SIGNAL}`,
      ...variables,
    },
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  }
  return { child, said: () => said };
}

/** The milliseconds for which this process has run; a pause counts as a single tick. */
const TICK = 50;
let there = 0;
const ticking = setInterval(() => {
  there += TICK;
}, TICK);

interface Heard {
  at: number;
  status: number;
  headers?: Headers;
  text?: string;
  body?: { code?: string };
}

const NOBODY = 0;

/** Sends a request; status 0 if nobody listens. */
async function hear(address = HEALTH, options: RequestInit = {}): Promise<Heard> {
  try {
    const answer = await fetch(`${origin}${address}`, options);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    const body = isJson && text ? JSON.parse(text) : undefined;
    return { at: there, status: answer.status, headers: answer.headers, text, body };
  } catch {
    return { at: there, status: NOBODY };
  }
}

/** Repeats a request until it has the status; returns all answers. */
async function hearUntil(status: number, child: ChildProcess): Promise<Heard[]> {
  const heard: Heard[] = [];
  do {
    expect(child.exitCode).toBeNull();
    await pause(10);
    heard.push(await hear());
  } while (heard.at(-1)?.status !== status);
  return heard;
}

beforeAll(async () => {
  fs.mkdirSync(temporary);
  port = await freePort();
  origin = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  clearInterval(ticking);
  for (const child of children) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

it('answers HTTP before Strapi is loaded, apart from how it reads the environment', async () => {
  const script = `require('./scripts/starting.cjs').answerWhileStarting().then(({ end }) => {
    console.log(Object.keys(require.cache).filter((file) => file.includes('/@strapi/')).join());
    return end();
  });`;
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port) };
  const child = spawn(process.execPath, ['-e', script], { cwd: ROOT, env });
  const [loaded] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(String(loaded).trim()).toBe(require.resolve('@strapi/utils/dist/env-helper'));
});

it('exits with one line if PostgreSQL is unreachable', async () => {
  const nobody = { DATABASE_HOST: '127.0.0.1', DATABASE_PORT: String(await freePort()) };
  const { child, said } = serve({ DATABASE_CLIENT: 'postgres', ...nobody });
  const [code] = await once(child, 'close');
  const told = said().trim().split('\n');
  expect([code, told.length]).toEqual([1, 1]);
  expect(told[0]).toMatch(/^The database cannot be used \(connect ECONNREFUSED 127.0.0.1:\d+\): /);
});

it.each([
  ['PORT', 'abc', 'PORT'],
  ['DATABASE_POOL_MIN', '50', 'DATABASE_POOL_MIN'],
  ['CALENDAR_FALLBACK', 'maybe', 'calendar.fallback'],
])('exits with a line that names an invalid setting, without a stack: %s=%s', async (...given) => {
  const [variable, value, name] = given;
  const { child, said } = serve({ [variable]: value });
  const [code] = await once(child, 'close');
  const told = said().trim().split('\n');
  expect([code, told]).toEqual([
    1,
    [expect.stringMatching(/ are invalid:$/), expect.stringMatching(new RegExp(`^  ${name}: `))],
  ]);
});

it('exits with one line if another process serves the SQLite file', async () => {
  const file = path.join(folder, 'served.db');
  const other = new Database(`${file}-serving`).exec('BEGIN EXCLUSIVE');
  try {
    const { child, said } = serve({ DATABASE_FILENAME: file });
    const [code] = await once(child, 'close');
    expect([code, said().trim()]).toEqual([
      1,
      expect.stringMatching(
        /^The database .*served\.db is already served by another process, .*\.$/,
      ),
    ]);
  } finally {
    other.close();
  }
});

it('exits if nothing can listen at its address, of which it learns at the end of its start', async () => {
  const away = { ANSWER_WHILE_STARTING: 'false', HOST: '192.0.2.1' };
  const { child, said } = serve({ ...away, DATABASE_FILENAME: path.join(folder, 'away.db') });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(said()).toMatch(
    /^The calendar cannot listen on port \d+ of 192\.0\.2\.1: .*EADDRNOTAVAIL/m,
  );
});

inFull(
  'strapi develop exits before it empties dist if another process serves the SQLite file',
  async () => {
    const file = path.join(folder, 'developed.db');
    fs.writeFileSync(file, 'SQLite format 3\0'); // Otherwise the start would fail here, before it builds.
    const other = new Database(`${file}-serving`).exec('BEGIN EXCLUSIVE');
    const env = { ...process.env, DATABASE_CLIENT: 'sqlite', DATABASE_URL: '' };
    try {
      for (const asWorker of [{}, { NODE_UNIQUE_ID: '1' }]) {
        const child = fork('scripts/strapi.cjs', ['develop'], {
          ...{ cwd: ROOT, silent: true, env: { ...env, DATABASE_FILENAME: file, ...asWorker } },
        });
        children.push(child);
        let said = '';
        child.stderr?.on('data', (chunk) => {
          said += chunk;
        });
        const [code] = await once(child, 'close');
        expect([code, said]).toEqual([
          1,
          expect.stringContaining('is already served by another process'),
        ]);
        expect(fs.existsSync(path.join(ROOT, 'dist/config/database.js'))).toBe(true);
      }
    } finally {
      other.close();
    }
  },
);

inFull(
  'a Strapi command before the first start creates the SQLite file with mode 0600',
  async () => {
    const file = path.join(folder, 'command', 'data.db');
    const env = { ...process.env, DATABASE_CLIENT: 'sqlite', DATABASE_URL: '' };
    const words = ['scripts/strapi.cjs', 'admin:list-users'];
    const child = spawn(process.execPath, words, {
      ...{ cwd: ROOT, env: { ...env, DATABASE_FILENAME: file }, stdio: 'ignore' },
    });
    children.push(child);
    while (!fs.existsSync(file) && child.exitCode === null) await pause(10);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    child.kill('SIGKILL');
    await once(child, 'exit');
  },
);

it('a Strapi command needs no home, as in a container whose files are read-only', async () => {
  const child = spawn(process.execPath, ['scripts/strapi.cjs', 'version'], {
    ...{ cwd: ROOT, env: { ...process.env, HOME: '/dev/null/home' } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  await once(child, 'close');
  expect(said).toMatch(/^5\.[\d.]+\n$/);
});

inFull('starts after a kill during startup, and answers 503 until it is ready', async () => {
  const killed = serve();
  await hearUntil(503, killed.child);
  while (!fs.existsSync(path.join(folder, 'data.db'))) await pause(10);
  await pause(200);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  expect(fs.readdirSync(temporary)).toHaveLength(1);

  const { child, said } = serve();
  await hearUntil(503, child);
  const ours = await hear(`/fr${HEALTH}`);
  expect(ours.body).toMatchObject({ code: 'rest_starting', data: { status: 503 } });
  expect(ours.headers?.get('content-language')).toBe('fr');
  expect(ours.headers?.get('retry-after')).toBe('10');
  const alias = await hear('/wp-json/tribe/events/v1/events', {
    method: 'POST',
    body: 'x'.repeat(1e6),
  });
  expect(alias.body).toMatchObject({ code: 'rest_starting' });
  const other = await hear('/admin');
  expect([other.status, other.headers?.get('retry-after')]).toEqual([503, '10']);
  expect((await hear(HEALTH, { method: 'HEAD' })).text).toBe('');

  const heard = await hearUntil(200, child);
  const last = heard.findLastIndex(({ status }) => status === 503);
  const silent = heard.slice(0, last).filter(({ status }) => status === NOBODY);
  expect(silent).toEqual([]); // The database blocks the main thread for seconds.
  expect(heard.filter(({ status }) => status === 503).length).toBeGreaterThan(5);
  expect(heard.filter(({ status }) => ![NOBODY, 503, 200].includes(status))).toEqual([]);
  // The other process may pause between closing one listener and opening the other.
  expect(heard.at(-1)!.at - heard[last]!.at).toBeLessThan(8000);
  expect(heard.at(-1)!.body).toEqual({ status: 'ok' });
  expect(fs.readdirSync(temporary)).toHaveLength(1); // Only its own folder is left; the other was cleaned up.

  const second = serve();
  const [code] = await once(second.child, 'close'); // Its output is complete by then.
  expect([code, second.said().trim()]).toEqual([
    1,
    expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 is already in use: .*\.$/m),
  ]);
  expect((await hear()).status).toBe(200);

  expect(said()).not.toMatch(/error/i);
  child.kill('SIGUSR2');
  while (!said().includes('planted failure')) await pause(20);
  expect((await hear()).status).toBe(200); // It survives an unhandled rejection.

  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(fs.readdirSync(temporary)).toEqual([]);

  // As a newer version leaves it: this one would drop the column.
  const database = new Database(path.join(folder, 'data.db'));
  const seats = () => database.prepare('SELECT sum(seats) AS seats FROM calendar_events').get();
  database.exec(`ALTER TABLE calendar_events ADD COLUMN seats integer;
    INSERT INTO calendar_events (title, seats) VALUES ('A concert', 300);
    UPDATE strapi_core_store_settings
      SET value = json_set(value, '$."plugin::calendar.event".attributes.seats', json('{"type":"integer"}'))
      WHERE key = 'strapi_content_types_schema'`);
  for (const [attempt, CALENDAR_DELETE_FIELDS] of ['', '', 'event.seats'].entries()) {
    const older = serve({ CALENDAR_DELETE_FIELDS });
    if (attempt < 2) {
      expect(await once(older.child, 'close')).toEqual([1, null]);
      expect(older.said()).toContain('does not know: event.seats.');
      expect(seats()).toEqual({ seats: 300 });
    } else await hearUntil(200, older.child);
  }
  database.close();
});
