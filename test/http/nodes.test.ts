import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from '../../scripts/postgres.cjs';
import { inFull, isExhaustive } from '../support/extent';
import { onPostgres } from '../support/in-turn';
import { Load, NEXT_YEAR } from '../support/load';
import { hasNginx, startNginx } from '../support/nginx';
import { freePort, Node } from '../support/process';
import { waitedFor } from '../support/waiting';

type Server = Awaited<ReturnType<typeof startPostgres>>;

const EVENTS = '/calendar/events/v1/events';
/** Few enough that on a busy machine no request waits too long. */
const CLIENTS = 3;

/** Requests before and after each incident. */
const SOME = isExhaustive ? 120 : 40;

/** nginx's fail_timeout in seconds, as in docs/hosting.md. */
const FORGOTTEN = 5;

/** Milliseconds within which everything must work again, not counting pauses of this process. */
const SOON = 15_000;

/** Milliseconds for which a node may serve stale data. */
const STALE = 1000;

let server: Server;
let nodes: [Node, Node];
let token: string;
const loads: Load[] = [];

function begin(origins: string[]): Load {
  const load = new Load(origins, token, CLIENTS);
  loads.push(load);
  return load;
}

async function post(where: string, body: unknown, jwt?: string) {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (jwt) headers.authorization = `Bearer ${jwt}`;
  const options = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(`${nodes[0].origin}${where}`, options)).json()) as {
    data: Record<string, string>;
  };
}

/** Registers the first administrator and creates a token over HTTP, without starting another process. */
async function makeToken(): Promise<string> {
  const person = { firstname: 'A', lastname: 'B', email: 'a@example.org' };
  const first = await post('/admin/register-admin', { ...person, password: 'Aa1-secret-word' });
  const asked = { name: 'load', description: '', type: 'full-access', lifespan: null };
  const { data } = await post('/admin/api-tokens', asked, first.data.token);
  return data.accessKey!;
}

async function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  return client
    .query<Row>(text, values)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Expects each acknowledged write to be stored exactly once, and others at most once. */
async function expectStored({ written, acknowledged }: Load) {
  const rows = await sql<{ title: string; id: number; cost: string; records: number }>(
    `SELECT title, max(public_id) AS id, max(cost) AS cost, count(DISTINCT document_id)::int AS records
     FROM calendar_events WHERE title = ANY($1) AND published_at IS NOT NULL GROUP BY title`,
    [written.map(({ title }) => title)],
  );
  const stored = new Map(rows.map((row) => [row.title, row]));
  expect(rows.filter(({ records }) => records !== 1)).toEqual([]);
  const wrong = acknowledged.filter(({ title, id, cost, unsure }) => {
    const row = stored.get(title);
    return row?.id !== id || ![cost, unsure].includes(row?.cost);
  });
  expect(acknowledged.length).toBeGreaterThan(SOME / 10);
  expect(wrong).toEqual([]);
}

/** Expects a node to serve each event by id, and the right number of them in a list. */
async function expectServed(node: Node, { acknowledged, written }: Load) {
  await pause(STALE);
  const of = async (where: string) => {
    const answer = await fetch(`${node.origin}${where}`);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  for (const { id, title } of acknowledged.slice(-20)) {
    const { status, body } = await of(`${EVENTS}/${id}`);
    expect([status, body.title]).toEqual([200, title]);
  }
  const [stored] = await sql<{ count: number }>(
    'SELECT count(*)::int FROM calendar_events WHERE published_at IS NOT NULL AND trashed_at IS NULL',
  );
  expect((await of(`${EVENTS}?per_page=1`)).body.total).toBe(stored?.count);
  expect(written.length).toBeGreaterThanOrEqual(acknowledged.length);
}

/** Milliseconds until a write and a read succeed at the node. */
async function wellAgain(node: Node): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const write = () => {
    const body = JSON.stringify({ title: `Again ${randomUUID()}`, ...NEXT_YEAR });
    return fetch(`${node.origin}${EVENTS}`, { method: 'POST', headers, body }).then(
      (answer) => answer.status,
      () => 0,
    );
  };
  const { waited } = await waitedFor(async () => {
    while ((await write()) !== 201) await pause(50);
  });
  return waited;
}

/** Expects a node under load to recover after the database was interrupted. */
async function expectOutlived(node: Node, happens: () => Promise<unknown>) {
  const load = begin([node.origin]);
  await load.pass(SOME);
  await happens();
  expect(await wellAgain(node)).toBeLessThan(SOON);
  await load.pass(SOME);
  await load.stop();
  expect(load.failed.filter(({ status }) => status !== 503)).toEqual([]);
  await expectStored(load);
  await expectServed(node, load);
}

const origins = () => nodes.map(({ origin }) => origin);

if (!onPostgres) {
  it.todo('requires PostgreSQL, since SQLite has a single node (D2.3)');
} else {
  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    const env = {
      DATABASE_CLIENT: 'postgres',
      DATABASE_URL: server.url,
      DATABASE_SCHEMA: 'public',
      DATABASE_CONNECTION_TIMEOUT: '5000',
      ANSWER_WHILE_STARTING: 'false',
      SHUTDOWN_DELAY: '1',
      CALENDAR_LIMIT_ANSWER: '60',
      CALENDAR_LIMIT_STATEMENT: '60',
      TRUST_PROXY: 'true',
    };
    nodes = [new Node(await freePort(), env), new Node(await freePort(), env)];
    await Promise.all(nodes.map((node) => node.begin().ready()));
    token = await makeToken();
  });

  afterAll(async () => {
    await Promise.all([
      ...loads.map((load) => load.stop()),
      ...nodes.map((node) => node.end('SIGKILL')),
    ]);
    await server.stop();
  });

  it('two nodes that start together on an empty database start without errors or warnings', () => {
    expect(nodes.map(({ said }) => said).join('')).toContain('is starting: waiting for it');
    expect(nodes.map(({ said }) => said).join('')).not.toMatch(/\berror\b|is different from/i);
  });

  (hasNginx ? it : it.skip)(
    'behind a caching nginx, an answer for one caller is 304 for its ETag',
    async () => {
      const ports = nodes.map((node) => node.port);
      const proxy = await startNginx(await freePort(), ports, { cached: true });
      const of = async (headers: Record<string, string>) =>
        fetch(`${proxy.origin}${EVENTS}`, {
          headers: { authorization: `Bearer ${token}`, ...headers },
        });
      const etag = (await of({})).headers.get('etag') ?? '';
      const again = [
        await of({ 'if-none-match': etag }),
        await of({ 'if-none-match': '"another"' }),
      ];
      await proxy.stop();
      expect(again.map(({ status }) => status)).toEqual([304, 200]);
    },
  );

  (hasNginx ? it : it.skip)(
    'stopping a node behind nginx with SIGTERM loses no request',
    async () => {
      const proxy = await startNginx(await freePort(), [nodes[0].port, nodes[1].port]);
      const load = begin([proxy.origin]);
      await load.pass(SOME);
      for (const node of isExhaustive ? nodes : nodes.slice(0, 1)) {
        expect(await node.end('SIGTERM')).toBe(0);
        await load.pass(SOME);
        if (!isExhaustive) continue;
        await node.begin().ready();
        await pause((FORGOTTEN + 1) * 1000);
        await load.pass(SOME);
      }
      await load.stop();
      await proxy.stop();
      expect(load.failed).toEqual([]);
      expect(load.answers.length).toBeGreaterThan(2 * SOME);
      await expectStored(load);
    },
  );

  inFull(
    'after PostgreSQL was killed under load, acknowledged writes are stored and the node works',
    async () => {
      await expectOutlived(nodes[1], async () => {
        await server.leave('SIGKILL');
        await pause(500);
        await server.come();
      });
    },
  );

  // PostgreSQL then terminates all other backends and recovers: a shorter crash of the same kind.
  (isExhaustive ? it : it.skip)(
    'after a backend was killed under load, acknowledged writes are stored and the node works',
    async () => {
      await expectOutlived(nodes[1], async () => {
        const [{ pid } = { pid: 0 }] = await sql<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'
           AND state LIKE '%transaction%' AND pid <> pg_backend_pid() LIMIT 1`,
        );
        if (pid) process.kill(pid, 'SIGKILL');
      });
    },
  );

  inFull('killing a node under load loses no acknowledged write', async () => {
    const [first, second] = nodes;
    if (first.ended && isExhaustive) await first.begin().ready();
    const load = begin(isExhaustive ? origins() : [second.origin]);
    await load.pass(SOME);
    expect(await second.end('SIGKILL')).toBe('SIGKILL');
    if (isExhaustive) {
      expect(await wellAgain(first)).toBeLessThan(SOON);
      await second.begin().ready();
      expect(await wellAgain(second)).toBeLessThan(SOON);
      await load.pass(SOME);
    }
    await load.stop();
    expect(load.failed.filter(({ status }) => status !== 0)).toEqual([]);
    await expectStored(load);
    if (isExhaustive) for (const node of nodes) await expectServed(node, load);
  });
}
