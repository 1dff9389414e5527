import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer } from '../support/callers';
import { changesSince, cursorNow } from '../support/changes';
import { inFull, isExhaustive, isWholeLoad } from '../support/extent';
import { api, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { crawl, MIRRORED, Mirror } from '../support/mirror';
import { Served } from '../support/served';
import { PATIENT, withSettings } from '../support/settings';

// In the full cross product, where nothing else runs, a few writes may be refused as too busy;
// elsewhere the limit is lifted.
if (!isExhaustive) withSettings(PATIENT);

type Headers = Record<string, string>;
type Type = keyof typeof MIRRORED;

/** Seconds of writing; `TEST_MIRROR_SECONDS` sets it, for instance to an hour. */
const SECONDS = Number(process.env.TEST_MIRROR_SECONDS) || (isWholeLoad ? 60 : 5);
/** Maximum pause in milliseconds between writes: short runs are fast, long ones spread out. */
const REST = SECONDS > 600 ? 3000 : 20;
/** The test's timeout in milliseconds, both crawls included. */
const LONGEST = (SECONDS * 1.2 + 300) * 1000;
const WRITERS = 20;

const pick = (most: number) => Math.floor(Math.random() * most);
const one = <Value>(values: readonly Value[]): Value => values[pick(values.length)] as Value;

const TYPES = Object.keys(MIRRORED) as Type[];
const NAMES = {
  event: 'title',
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
};
const LANGUAGES = ['en', 'en', 'fr', 'ar'] as const;
const isPost = (type: Type) => type !== 'category' && type !== 'tag';

let written = 0;
const word = () => {
  written += 1;
  return `Word ${written} ${Math.random().toString(36).slice(2, 8)}`;
};

interface Known {
  type: Type;
  id: number;
  documentId: string;
}

/** Records created so far, some of which may be deleted. */
const known: Known[] = [];

const values = (type: Type) => ({
  [NAMES[type]]: word(),
  description: word(),
  ...(type === 'event' && {
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 11:00',
    timezone: 'UTC',
  }),
});

let full: Headers;
const refused: string[] = [];
/** Writes that timed out in a queue, or failed by a deadlock, and can be retried (D8.4, D9.8). */
const tooBusy: string[] = [];

/** A second process of the same calendar, on PostgreSQL. */
let other: Served | undefined;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  const answer = isExhaustive ? '' : String(PATIENT.limits.answer); // Empty for the default.
  const environment = { DATABASE_CLIENT: 'postgres', CALENDAR_LIMIT_ANSWER: answer };
  if (onPostgres) other = await Served.start(environment);
});

afterAll(() => other?.stop());

/** Sends a request to one of the processes. */
async function ask(method: string, path: string, body?: object, language?: string) {
  const place = api(path, language);
  const { status, text } =
    other && pick(2) === 0
      ? await other.ask(method, place, body, full)
      : await send(method, place, body, full);
  if (status >= 500) (status === 503 ? tooBusy : refused).push(`${method} ${path}: ${text}`);
  return { status, body: text === '' ? undefined : JSON.parse(text) };
}

// biome-ignore lint/suspicious/noExplicitAny: Strapi types documents per content type.
const documents = (type: Type) => strapi.documents(uidOf(type)) as any;

async function remember(type: Type, id: number) {
  const row = await strapi.db.query(uidOf(type)).findOne({ where: { public_id: id } });
  if (row) known.push({ type, id, documentId: row.documentId });
}

const soon = () => new Date(Date.now() + pick(1500)).toISOString();

/** Writes through the interface. */
const overHttp: (() => Promise<unknown>)[] = [
  async () => {
    const type = one(TYPES);
    const status = isPost(type) ? { status: one(['draft', 'publish', 'publish', 'private']) } : {};
    const { status: answered, body } = await ask('POST', `/${MIRRORED[type].path}`, {
      ...values(type),
      ...status,
    });
    if (answered === 201) await remember(type, body.id);
  },
  () => {
    const { type, id } = one(known);
    const rest = `/${MIRRORED[type].path}/${id}`;
    return ask('PATCH', rest, { description: word() }, one(LANGUAGES));
  },
  () => {
    const { type, id } = one(known);
    return ask('PATCH', `/${MIRRORED[type].path}/${id}`, { [NAMES[type]]: word() }, one(LANGUAGES));
  },
  () => {
    const { type, id } = one(known.filter((each) => isPost(each.type)));
    const status = one(['draft', 'publish', 'private', 'pending', 'publish']);
    return ask('PATCH', `/${MIRRORED[type].path}/${id}`, { status }, one(LANGUAGES));
  },
  () => {
    const { type, id } = one(known.filter((each) => isPost(each.type)));
    return ask('PATCH', `/${MIRRORED[type].path}/${id}`, { date_utc: soon(), status: 'publish' });
  },
  () => {
    const { type, id } = one(known);
    return pick(3) === 0 ? ask('DELETE', `/${MIRRORED[type].path}/${id}`) : undefined;
  },
] as (() => Promise<unknown>)[];

/** Writes through the Document Service; several may share a transaction, which may be rolled back. */
const byDocuments: (() => Promise<unknown>)[] = [
  async () => {
    const type = one(TYPES);
    const made = await documents(type).create({ data: values(type), locale: 'en' });
    known.push({ type, id: made.public_id, documentId: made.documentId });
  },
  () => {
    const { type, documentId } = one(known);
    return documents(type).update({
      documentId,
      locale: one(LANGUAGES),
      data: { description: word() },
    });
  },
  () => {
    const { type, documentId } = one(known.filter((each) => isPost(each.type)));
    const action = one(['publish', 'unpublish', 'publish', 'discardDraft']);
    return documents(type)[action]({ documentId, locale: one(LANGUAGES) });
  },
  () => {
    const { type, documentId } = one(known);
    return pick(4) === 0
      ? documents(type).delete({ documentId, locale: one(['*', 'fr']) })
      : undefined;
  },
  () => {
    const { type, documentId } = one(known.filter((each) => isPost(each.type)));
    return strapi.db.transaction(async () => {
      await documents(type).update({ documentId, locale: 'en', data: { [NAMES[type]]: word() } });
      await documents(type).publish({ documentId, locale: 'en' });
      if (pick(3) === 0) throw new Error('given up');
    });
  },
];

let until = 0;
let writes = 0;

async function writer(turn: number) {
  const works = turn % 2 === 0 ? overHttp : byDocuments;
  while (Date.now() < until) {
    try {
      const answer = (await one(works)()) as { status?: unknown } | undefined;
      if (answer && !(Number(answer.status) >= 300)) writes += 1;
    } catch {
      // Refused by a rule, or the record is gone.
    }
    await pause(pick(REST));
  }
}

async function mirrorsWhileWritten() {
  for (const type of TYPES) {
    for (let count = 0; count < 4; count += 1) {
      const { body } = await ask('POST', `/${MIRRORED[type].path}`, values(type));
      await remember(type, body.id);
    }
  }
  const mirrors = [new Mirror({}), new Mirror(full), new Mirror({}, other?.origin)];
  await Promise.all(mirrors.map((mirror) => mirror.begin()));
  until = Date.now() + SECONDS * 1000;
  const writers = Array.from({ length: WRITERS }, (_, turn) => writer(turn));
  const followers = mirrors.map(async (mirror) => {
    for (; Date.now() < until; await pause(pick(REST) / 4)) await mirror.follow();
  });
  const reader = async () => {
    for (let cursor = await cursorNow(); Date.now() < until; await pause(REST / 2)) {
      ({ cursor } = await changesSince(cursor)); // Another reader, which also assigns positions.
    }
  };
  await Promise.all([...writers, ...followers, reader(), reader()]);
  await pause(1600); // Until scheduled records are published.
  for (const mirror of mirrors) while ((await mirror.follow()) > 0);
  const lines = mirrors.map((mirror) => mirror.lines);
  expect(refused).toEqual([]);
  expect(tooBusy.length).toBeLessThanOrEqual(isExhaustive ? writes / 50 : 0);
  const revisions = new Map<string, number>(
    (await strapi.db.getConnection('calendar_revisions')).map(
      (row: { type: string; public_id: number; revision: string }) => [
        `${row.type} ${row.public_id}`,
        Number(row.revision),
      ],
    ),
  );
  for (const [at, mirror] of mirrors.entries()) {
    const lists = await crawl(at === 1 ? full : {});
    expect([...mirror.copies.keys()].sort()).toEqual([...lists.keys()].sort());
    expect(Object.fromEntries(mirror.copies)).toEqual(Object.fromEntries(lists));
    for (const [key, revision] of mirror.revisions) {
      if (lists.has(key)) expect([key, revision]).toEqual([key, revisions.get(key)]);
    }
    expect(mirror.revisions.size).toBeGreaterThan(isWholeLoad ? 100 : 8);
  }
  if (isExhaustive) {
    const held = mirrors.map(({ copies, rounds }) => `${copies.size} records in ${rounds} rounds`);
    console.log(
      `${SECONDS} s, ${writes} writes, ${tooBusy.length} were 503, ` +
        `lines ${lines.join(', ')}: ${held.join('; ')}`,
    );
  }
}

it(
  'a mirror equals all lists after random concurrent writes, on every node',
  mirrorsWhileWritten,
  LONGEST,
);

const REPEATS = isExhaustive ? 200 : 60;
const CONNECTIONS = 20;

/** Sends a request on a connection that may be cut before the answer. */
function attempt(origin: string, agent: http.Agent, headers: Headers, body: string) {
  return new Promise<{ status: number; text: string }>((resolve) => {
    const asking = http.request(`${origin}${api('/events')}`, { method: 'POST', agent, headers });
    asking.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('error', () => resolve({ status: 0, text: '' }));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asking.on('error', () => resolve({ status: 0, text: '' }));
    asking.end(body);
    if (pick(3) === 0) setTimeout(() => asking.destroy(), pick(60));
  });
}

/** Terminates a transaction of the other node. */
const endOne = () =>
  strapi.db.connection.raw(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE state = 'idle in transaction' AND pid <> pg_backend_pid() LIMIT 1`);

inFull(
  'creates one event for a write repeated with its key, whatever fails meanwhile',
  async () => {
    const title = word();
    const body = JSON.stringify({ ...values('event'), title });
    const headers = {
      ...full,
      'content-type': 'application/json',
      'idempotency-key': word().replaceAll(' ', '-'),
    };
    const origins = [baseURL, other?.origin ?? baseURL];
    const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS / origins.length });
    let left = REPEATS;
    const answers: { status: number; text: string }[] = [];
    const connection = async (at: number) => {
      while (left > 0) {
        left -= 1;
        answers.push(await attempt(origins[at % 2] as string, agent, headers, body));
        if (onPostgres && pick(20) === 0) await endOne().catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => connection(at)));
    // Until one succeeds, as these may be cut too.
    for (let tries = 0; tries < 100 && answers.every(({ status }) => status !== 201); tries += 1)
      answers.push(await attempt(origins[1] as string, agent, headers, body));
    agent.destroy();
    const made = answers.filter(({ status }) => status === 201);
    expect(answers.length).toBeGreaterThanOrEqual(REPEATS);
    expect(
      answers.map(({ status }) => status).filter((s) => ![0, 201, 409, 503].includes(s)),
    ).toEqual([]);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    const rows = await strapi.db.query(uidOf('event')).findMany({ where: { title } });
    expect(new Set(rows.map(({ documentId }) => documentId)).size).toBe(1);
    if (isExhaustive) console.log(answers.length, 'repeats', made.length, 'answered');
  },
);
