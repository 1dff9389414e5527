import net from 'node:net';
import { Client } from 'pg';
import { startPostgres } from '../../scripts/postgres.cjs';
import { SESSION } from '../../src/plugins/calendar/server/src/settings/environment';
import { firstOf } from '../support/extent';
import { onPostgres } from '../support/in-turn';
import { NEXT_YEAR } from '../support/load';
import { Served, type Timed } from '../support/served';

const API = '/calendar/events/v1';

let server: Awaited<ReturnType<typeof startPostgres>>;
let calendar: Served;
let full: Record<string, string>;
let event: number;
let wire: Awaited<ReturnType<typeof startWire>>;
let asked = 0;

const urlOf = (role: string, database: string) =>
  server.url.replace('calendar@', `${role}@`).replace(/postgres$/, database);

/** Executes statements as PostgreSQL's administrator, each in its own transaction. */
async function host(statements: string[], database = 'postgres') {
  const client = new Client({ connectionString: urlOf('calendar', database) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const hostOfTables = (...statements: string[]) => host(statements, 'app');

/** Terminates the calendar's connections, and waits until they are gone. */
const BREAK = `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'app'`;
const ALL = 'ON ALL TABLES IN SCHEMA public';

interface Case {
  name: string;
  does: () => Promise<unknown>;
  undoes: () => Promise<unknown>;
  /** Whether reads succeed meanwhile. */
  reads: boolean;
}

const CASES: Case[] = [
  {
    name: 'makes it read-only for new connections',
    does: () => host(['ALTER DATABASE app SET default_transaction_read_only = on', BREAK]),
    undoes: () => host(['ALTER DATABASE app RESET default_transaction_read_only']),
    reads: true,
  },
  {
    name: 'takes the right to write away',
    does: () => hostOfTables(`REVOKE INSERT, UPDATE, DELETE ${ALL} FROM app`),
    undoes: () => hostOfTables(`GRANT ALL ${ALL} TO app`),
    reads: true,
  },
  {
    name: 'takes all rights away',
    does: () => hostOfTables(`REVOKE ALL ${ALL} FROM app`),
    undoes: () => hostOfTables(`GRANT ALL ${ALL} TO app`),
    reads: false,
  },
  {
    name: 'lets the calendar in no more',
    does: () => host(['ALTER ROLE app NOLOGIN', BREAK]),
    undoes: () => host(['ALTER ROLE app LOGIN']),
    reads: false,
  },
  {
    name: 'calls the database something else',
    does: () =>
      host([
        'ALTER DATABASE app ALLOW_CONNECTIONS false',
        BREAK,
        'ALTER DATABASE app RENAME TO other',
      ]),
    undoes: () =>
      host(['ALTER DATABASE other RENAME TO app', 'ALTER DATABASE app ALLOW_CONNECTIONS true']),
    reads: false,
  },
];

const create = () =>
  calendar.ask('POST', `${API}/events`, { title: `Fair ${++asked}`, ...NEXT_YEAR }, full);

/** Reads with unique parameters, which the cache cannot answer. */
const reads = (): Promise<Timed>[] => [
  calendar.ask('GET', `${API}/events?page=1&n=${++asked}`),
  calendar.ask('GET', `${API}/events/${event}?n=${++asked}`),
  calendar.ask('GET', `/en/calendar/event/fair-1?n=${++asked}`),
  calendar.ask('GET', `${API}/events?n=${++asked}`, undefined, full),
];

const writes = (): Promise<Timed>[] => [
  create(),
  calendar.ask('PATCH', `${API}/events/${event}`, { cost: `${++asked}` }, full),
  calendar.ask('POST', `${API}/tags`, { name: `Tag ${++asked}` }, full),
  calendar.ask('POST', '/admin/login', { email: 'a@example.org', password: `none ${++asked}` }),
];

/** Between the calendar and PostgreSQL: after `vanish`, open connections get no answer and are not closed either. */
async function startWire(port: number) {
  const open = new Set<net.Socket>();
  const wire = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  return {
    port: (wire.address() as net.AddressInfo).port,
    vanish: () => {
      for (const socket of open) socket.unpipe().pause();
      open.clear();
    },
    stop: () => wire.close(),
  };
}

const told = ({ status, headers }: Timed) => [status, headers['retry-after']];

/** Consecutive successes required, and failures allowed before. */
const [OFTEN, AT_MOST] = [5, 30];

async function failuresUntilWell(): Promise<number> {
  let failures = 0;
  for (let well = 0; well < OFTEN && failures < AT_MOST; well += 1) {
    const answers = [await create(), ...(await Promise.all(reads()))];
    if (answers.every(({ status }) => status < 300)) continue;
    well = -1;
    failures += 1;
  }
  return failures;
}

if (!onPostgres) {
  it.todo('requires PostgreSQL');
} else {
  beforeAll(async () => {
    server = await startPostgres();
    await host(['CREATE ROLE app LOGIN', 'CREATE DATABASE app OWNER app']);
    await hostOfTables('CREATE TABLE copy_of_events AS SELECT 1 AS one'); // Of another owner: refuses no start.
    wire = await startWire(Number(new URL(server.url).port));
    calendar = await Served.start({
      DATABASE_CLIENT: 'postgres',
      DATABASE_URL: urlOf('app', 'app').replace(/:\d+\//, `:${wire.port}/`),
      CALENDAR_LIMIT_ANSWER: '8',
      DATABASE_SCHEMA: 'public',
      CALENDAR_RATE_LIMIT: '0',
    });
    full = { authorization: `Bearer ${await calendar.tell('token')}` };
    event = JSON.parse((await create()).text).id;
  });

  afterAll(async () => {
    await calendar?.stop();
    wire?.stop();
    await server?.stop();
  });

  it('when the machine of PostgreSQL vanishes, goes on with the one that answers in its place', async () => {
    const busy = Array.from({ length: 4 }, () => [...reads(), ...writes()]).flat();
    wire.vanish();
    await Promise.all(busy);
    expect(await failuresUntilWell()).toBeLessThan(AT_MOST);
  });

  it('has PostgreSQL end the sessions of machines that vanished, whose locks others wait for', async () => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query(SESSION);
    const { rows } = await client.query(
      "SELECT setting FROM pg_settings WHERE name LIKE 'tcp_keepalives%' ORDER BY name",
    );
    await client.end();
    const settings = rows.map(({ setting }) => Number(setting));
    expect(settings).toEqual([4, 10, 5]); // Probes, seconds until the first, seconds between them.
  });

  it.each(firstOf(2, CASES))(
    'when the PostgreSQL host $name, affected requests get 503 until it is undone',
    async (one) => {
      await one.does();
      const [read, written] = [await Promise.all(reads()), await Promise.all(writes())];
      await one.undoes();
      const unavailable = [503, '10'];
      expect(written.slice(0, 3).map(told)).toEqual([unavailable, unavailable, unavailable]);
      expect(read.map(told)).toEqual(read.map(() => (one.reads ? [200, undefined] : unavailable)));
      expect(await failuresUntilWell()).toBeLessThan(AT_MOST);
    },
  );
}
