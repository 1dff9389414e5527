import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.cjs';
import { bearer } from '../support/callers';
import { inFull, isExhaustive } from '../support/extent';
import { api } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { quantile, Served, type Timed } from '../support/served';
import { waitedFor } from '../support/waiting';

/**
 * The calendar's limits in milliseconds: 15 seconds for an answer, two for the health check, unless
 * other processes use the cores.
 */
const ANSWER = 15_000;
const HEALTH = isExhaustive ? 2000 : 6000;

const EVENTS = isExhaustive ? 20_000 : 1500;
/** More requests than points per minute; the full cross product uses the default points. */
const HOSTILE = isExhaustive ? 1300 : 200;
const POINTS = isExhaustive ? '' : '150';
/** One core refuses some hundreds of requests a second; with more connections everybody waits for Node itself. */
const CONNECTIONS = 20;
const WRITES = isExhaustive ? 200 : 30;
/**
 * The factor by which answers may be slower than without the flood; next to other runs, ten quiet
 * answers say little.
 */
const LONGER = isExhaustive ? 10 : 30;
const MINUTES = 10 * 60 * 1000;

type Server = Awaited<ReturnType<typeof startPostgres>>;
type Headers = Record<string, string>;

const CONTENT = '/content-manager/collection-types/plugin::calendar.event';
const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };

let server: Server | undefined;
let served: Served;
let full: Headers;
let editor: Headers;
let event: { id: number; documentId: string };

/** Sets the client's address, as a proxy does, since each address is counted. */
const from = (address: string): Headers => ({ 'x-forwarded-for': address });

let readers = 0;

/** Another address for each request, as repeated reads exhaust an address's points. */
const reader = () => from(`198.51.100.${(readers++ % 250) + 1}`);

const read = () => served.ask('GET', api(`/events/${event.id}`), undefined, reader());

const save = (title: string) =>
  served.ask('PUT', `${CONTENT}/${event.documentId}?locale=en`, { title, ...times }, editor);

const health = () => served.ask('GET', api('/health'));

beforeAll(async () => {
  server = onPostgres ? await startPostgres() : undefined;
  served = await Served.start({
    DATABASE_CLIENT: onPostgres ? 'postgres' : 'sqlite',
    DATABASE_URL: server?.url ?? '',
    DATABASE_SCHEMA: 'public',
    TRUST_PROXY: 'true',
    CALENDAR_RATE_LIMIT: POINTS,
    CALENDAR_LIMIT_ANSWER: '', // The default, 15, on which queue timeouts depend.
    CALENDAR_LIMIT_STATEMENT: '',
    DATABASE_CONNECTION_TIMEOUT: '',
    CALENDAR_CACHE_SIZE: '0', // The flood repeats the same requests.
  });
  full = bearer(await served.tell('token'));
  const person = { firstname: 'A', lastname: 'B', email: 'a@example.org' };
  const password = `Aa1${randomBytes(12).toString('hex')}`;
  const made = await served.ask('POST', '/admin/register-admin', { ...person, password });
  editor = bearer(JSON.parse(made.text).data.accessToken);
  const draft = await served.ask(
    'POST',
    `${CONTENT}?locale=en`,
    { title: 'Fair', ...times },
    editor,
  );
  const { documentId, public_id: id } = JSON.parse(draft.text).data;
  event = { id, documentId };
  await served.ask('POST', `${CONTENT}/${documentId}/actions/publish?locale=en`, {}, editor);
  await served.tell('fill', EVENTS);
  const found = '/events?start_date=2000-01-01&end_date=2090-01-01&search=a';
  const { text } = await served.ask('GET', api(found));
  expect(JSON.parse(text).total).toBe(EVENTS + 1);
  await health();
}, MINUTES);

afterAll(async () => {
  await served?.stop();
  await server?.stop();
}, MINUTES);

/** Repeats a request while the work lasts; adds each answer as it arrives. */
async function meanwhile(
  work: Promise<unknown>,
  ask: () => Promise<Timed>,
  answers: Timed[] = [],
): Promise<Timed[]> {
  let over = false;
  const watched = work.then(() => {
    over = true;
  });
  while (!over) {
    answers.push(await ask());
    await pause(20);
  }
  await watched;
  return answers;
}

/** Runs work `count` times, with limited concurrency. */
async function together(count: number, work: (at: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

const counted = (answers: Timed[]) => {
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
};

const slowest = (answers: Timed[]) => Math.max(0, ...answers.map(({ took }) => took));
const times95 = (answers: Timed[]) =>
  quantile(
    answers.map(({ took }) => took),
    0.95,
  );
const usual = (answers: Timed[]) =>
  quantile(
    answers.map(({ took }) => took),
    0.5,
  );

const tell = (about: string, figures: object) => {
  if (process.env.TEST_FIGURES) console.log(about, JSON.stringify(figures));
};

/** Expects only allowed statuses, with `Retry-After` in refusals. */
function judge(answers: Timed[], allowed: number[]) {
  expect(answers.filter(({ status }) => !allowed.includes(status)).map(({ text }) => text)).toEqual(
    [],
  );
  const silent = answers.filter(({ status, headers }) => status >= 429 && !headers['retry-after']);
  expect(silent).toEqual([]);
  expect(slowest(answers)).toBeLessThan(ANSWER);
}

const EXCLUDED = Array.from({ length: 50 }, (_, at) => `-q${String.fromCharCode(97 + (at % 26))}`);
const HOSTILE_QUERIES = [
  `/events?start_date=2000-01-01&end_date=2090-01-01&search=${EXCLUDED.join('+').slice(0, 200)}`,
  '/events?start_date=2000-01-01&end_date=2090-01-01&search=a+e+i+o+u+r+-qq+-zz+-xx',
  '/events?start_date=2000-01-01&end_date=2090-01-01&page=40',
  '/tags?hide_empty=1&orderby=count&search=a',
];

describe('a flood of costly requests from one address', () => {
  it(
    'does not fail or greatly delay the reads and saves of others',
    async () => {
      const quiet: Record<'reads' | 'saves', Timed[]> = { reads: [], saves: [] };
      for (let round = 0; round < 10; round += 1) {
        quiet.reads.push(await read());
        quiet.saves.push(await save(`Quiet ${round}`));
      }
      for (const path of HOSTILE_QUERIES) await served.ask('GET', api(path, 'ar'));
      const before = await served.tell('usage');
      const flood: Timed[] = [];
      const refusedAt: number[] = [];
      const began = Date.now();
      const flooding = together(HOSTILE, async (at) => {
        const path = api(HOSTILE_QUERIES[at % HOSTILE_QUERIES.length] ?? '', 'ar');
        const answer = await served.ask('GET', path, undefined, from('203.0.113.9'));
        if (answer.status === 429) refusedAt.push(Date.now() - began);
        flood.push(answer);
      });
      let turn = 0;
      const [reads, saves, healths] = await Promise.all([
        meanwhile(flooding, read),
        meanwhile(flooding, () => save(`Flood ${turn++}`)),
        meanwhile(flooding, health),
      ]);
      const after = await served.tell('usage');
      const lasting = Date.now() - began;
      // On SQLite a query blocks the event loop, so limits hold only once the flooding client is
      // refused.
      const later: Record<'reads' | 'saves', Timed[]> = { reads: [], saves: [] };
      const still = Promise.all(
        Array.from({ length: 50 }, () =>
          served.ask('GET', api(HOSTILE_QUERIES[0] ?? ''), undefined, from('203.0.113.9')),
        ),
      );
      for (let round = 0; round < 20; round += 1) {
        later.reads.push(await read());
        later.saves.push(await save(`Later ${round}`));
      }
      const refused = await still;
      tell('flood', {
        statuses: counted(flood),
        lasting,
        cpu: (after.user + after.system - before.user - before.system) / 1e6,
        firstRefusal: Math.min(...refusedAt),
        quiet: { read: usual(quiet.reads), save: usual(quiet.saves) },
        reads: { n: reads.length, usual: usual(reads), p95: times95(reads), of: counted(reads) },
        saves: { n: saves.length, usual: usual(saves), p95: times95(saves), of: counted(saves) },
        health: { n: healths.length, p95: times95(healths), slowest: slowest(healths) },
        later: { read: times95(later.reads), save: times95(later.saves) },
      });
      judge(flood, [200, 404, 429, 503]);
      expect(counted(refused)).toEqual({ 429: 50 });
      expect([counted(reads), counted(saves)]).toEqual([
        { 200: reads.length },
        { 200: saves.length },
      ]);
      const [calmRead, calmSave] = [usual(quiet.reads), usual(quiet.saves)];
      const late = isExhaustive ? times95 : usual; // The p95 of ten values would be the slowest.
      expect(late(later.reads)).toBeLessThan(LONGER * calmRead);
      expect(late(later.saves)).toBeLessThan(LONGER * calmSave);
      expect(slowest(healths)).toBeLessThan(HEALTH);
      if (!onPostgres) return;
      expect(late(reads)).toBeLessThan(LONGER * calmRead);
      expect(late(saves)).toBeLessThan(LONGER * calmSave);
    },
    MINUTES,
  );
});

describe('many concurrent writes', () => {
  inFull(
    'are answered in time, as are reads and saves beside them',
    async () => {
      const answers: Timed[] = [];
      const writing = Promise.all(
        Array.from({ length: WRITES }, async (_, at) => {
          const nested = { venue: { venue: `Hall ${at}` }, organizer: { organizer: `Ana ${at}` } };
          const body = { title: `Write ${at}`, ...times, ...nested, tags: [`tag ${at}`, 'all'] };
          answers.push(await served.ask('POST', api('/events'), body, full));
        }),
      );
      const [reads, saves, healths] = await Promise.all([
        meanwhile(writing, read),
        meanwhile(writing, () => save('Beside writers')),
        meanwhile(writing, health),
      ]);
      tell('writes', {
        answers: counted(answers),
        slowest: slowest(answers),
        reads: { of: counted(reads), p95: times95(reads) },
        saves: { of: counted(saves), p95: times95(saves) },
        health: slowest(healths),
        output: served.output.slice(-1500),
      });
      judge(answers, [201, 503]);
      judge(reads, [200]);
      judge(saves, [200]);
      expect(slowest(healths)).toBeLessThan(HEALTH);
      const made = await served.ask('GET', api('/venues?per_page=50&search=hall'), undefined, full);
      expect(JSON.parse(made.text).total).toBe(counted(answers)[201] ?? 0);
      expect(served.ended).toBe(false);
    },
    MINUTES,
  );
});

describe('many concurrent saves in the admin', () => {
  inFull(
    'are answered in time, as are reads, lists and writes beside them',
    async () => {
      const answers: Timed[] = [];
      const saving = Promise.all(
        Array.from({ length: WRITES }, async (_, at) => {
          const body = { title: `Save ${at}`, ...times };
          answers.push(await served.ask('POST', `${CONTENT}?locale=en`, body, editor));
        }),
      );
      const [reads, lists, writes, healths] = await Promise.all([
        meanwhile(saving, read),
        meanwhile(saving, () => served.ask('GET', api('/venues'), undefined, reader())),
        meanwhile(saving, () =>
          served.ask('PATCH', api(`/events/${event.id}`), { cost: '7' }, full),
        ),
        meanwhile(saving, health),
      ]);
      tell('saves', {
        answers: counted(answers),
        slowest: [answers, reads, lists, writes, healths].map(slowest),
      });
      judge(answers, [201, 503]);
      for (const beside of [reads, lists, writes]) judge(beside, [200]);
      expect(slowest(healths)).toBeLessThan(HEALTH);
      expect(served.ended).toBe(false);
    },
    MINUTES,
  );
});

/** Waits for a condition for at most half a minute. */
async function until(isSo: () => boolean) {
  for (let tries = 0; tries < 600 && !isSo(); tries += 1) await pause(50);
}

/** Stops the database for a while during reads, writes and health checks, each of which must notice. */
async function whileAway(signal: string, away: number) {
  const reads: Timed[] = [];
  const lists: Timed[] = [];
  const writes: Timed[] = [];
  const saves: Timed[] = [];
  const healths: Timed[] = [];
  const all = [reads, writes, saves, healths];
  const have = (status: number) => () =>
    all.every((answers) => answers.some((answer) => answer.status === status));
  let back = Number.POSITIVE_INFINITY;
  const stopping = (async () => {
    await pause(500);
    await until(have(200));
    await server?.leave(signal);
    await pause(away);
    await until(have(503));
    await server?.come();
    const before = reads.length;
    const isBack = () => reads.slice(before).some(({ status }) => status === 200);
    back = (await waitedFor(() => until(isBack))).waited;
    await pause(1500);
  })();
  let turn = 0;
  await Promise.all([
    meanwhile(stopping, read, reads),
    meanwhile(stopping, () => served.ask('GET', api('/venues'), undefined, reader()), lists),
    meanwhile(
      stopping,
      () => served.ask('PATCH', api(`/events/${event.id}`), { cost: String(turn++) }, full),
      writes,
    ),
    meanwhile(stopping, () => save('While away'), saves),
    meanwhile(stopping, health, healths),
  ]);
  return { reads, lists, writes, saves, healths, back };
}

/**
 * Milliseconds until reads succeed again, not counting pauses of this process; a read that waits
 * for the pool's next try takes ten seconds.
 */
const BACK = 8000;

if (onPostgres) {
  describe('a database that stops and comes back', () => {
    it.each(
      isExhaustive
        ? [
            ['SIGINT', 10_000],
            ['SIGQUIT', 10_000],
          ]
        : [['SIGQUIT', 1500]],
    )(
      'causes 503 responses until it is back, and does not end the process (%s)',
      async (signal, away) => {
        const { reads, lists, writes, saves, healths, back } = await whileAway(
          String(signal),
          Number(away),
        );
        tell(`stop ${signal}`, {
          reads: counted(reads),
          lists: counted(lists),
          writes: counted(writes),
          saves: counted(saves),
          healths: counted(healths),
          odd: [...reads, ...lists, ...writes, ...saves]
            .filter(({ status }) => status !== 200 && status !== 503)
            .slice(0, 4)
            .map(({ text }) => text),
          output: served.output.slice(0, 3000),
          slowest: [reads, lists, writes, saves, healths].map(slowest),
          back,
        });
        expect(served.ended).toBe(false);
        for (const answers of [reads, lists, writes, saves]) judge(answers, [200, 503]);
        judge(healths, [200, 503]);
        expect(slowest(healths)).toBeLessThan(HEALTH);
        for (const answers of [reads, writes, saves, healths]) {
          expect(counted(answers)).toMatchObject({
            200: expect.any(Number),
            503: expect.any(Number),
          });
        }
        expect(back).toBeLessThan(BACK);
        expect(served.output).not.toMatch(/unhandled/i);
      },
      MINUTES,
    );
  });
}
