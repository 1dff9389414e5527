import { randomUUID } from 'node:crypto';
import { tryLock } from '../../src/plugins/calendar/server/src/database/transaction';
import { WINDOW } from '../../src/plugins/calendar/server/src/resources/event/window';
import { apiToken, bearer } from '../support/callers';
import type { Schema } from '../support/document/document';
import { type Documented, OPERATIONS } from '../support/document/operations';
import { BUILD, fieldValues, named, plainValue, queryValues } from '../support/document/values';
import {
  addressed,
  afresh,
  anonymously,
  anyhow,
  bodyOf,
  type Scene,
  WAYS,
  withKey,
} from '../support/document/ways';
import { split } from '../support/extent';
import { holdDatabase } from '../support/held-database';
import { api, get, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { withoutLog } from '../support/quiet';
import { restoreRights } from '../support/rights';
import { withSettings } from '../support/settings';
import { fillDatabase } from '../support/without-room';

/** Errors that depend on the moment rather than the request. */
const IN_USE = '409 rest_idempotency_key_in_use';
const MOMENTARY = [
  '401 rest_forbidden',
  IN_USE,
  '429 rest_too_many_requests',
  '500 rest_internal_error',
  '503 rest_unavailable',
  '507 rest_insufficient_storage',
];

let scene: Scene;

beforeAll(async () => {
  scene = { full: bearer(await apiToken('full-access')), one: await named() };
});

const all: [string, Documented][] = OPERATIONS.map((operation) => [operation.name, operation]);
const each = split(all);

const shown = ({ status, body }: Awaited<ReturnType<typeof anyhow>>) => `${status} ${body.code}`;

const isBatch = ({ resource }: Documented) => resource === 'batch';

const isNew = ({ method, path, resource }: Documented) =>
  method === 'POST' && path === `/${resource}` && resource !== 'batch';

/** Operations other than batches, whose errors are in the answers of their operations. */
const alone = each.filter(([, operation]) => !isBatch(operation));

/** A value for each of the schemas. */
const filled = (schemas: Record<string, Schema>, known: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, known[name] ?? plainValue(schema)]),
  );

/** Without parameters that change a request's meaning or its answer's shape, which have tests of their own. */
const withoutShape = ({ _envelope, _method, ...query }: Documented['query']) => query;

/** D9.10: dates are ignored next to `include`, so it takes two queries to use all parameters of such a list. */
function queriesOf({ query }: Documented): Documented['query'][] {
  const { include, ...others } = withoutShape(query);
  if (!include || !others.start_date) return [withoutShape(query)];
  const dateless = Object.entries(others).filter(([name]) => !WINDOW.includes(name));
  return [others, { include, ...Object.fromEntries(dateless) }];
}

/** The record that a request names: a new one for each change. */
const subjectOf = ({ method, path, resource }: Documented) =>
  method !== 'GET' && path.includes('{') ? BUILD[resource]?.() : scene.one[resource as 'events'];

/** A current cursor for `/changes`. */
const since = async () => (await get(api('/changes'), scene.full)).body.cursor;

/** Sends a request with some of the operation's parameters and all of its fields. */
async function asking(operation: Documented, query: Documented['query']) {
  const { method, resource, fields } = operation;
  const record = await subjectOf(operation);
  const named = operation.path.includes('by-external-id') && {
    external_id: record?.external_id,
    source: '',
  };
  const known = {
    ...queryValues(scene.one, resource),
    ...(query.since && { since: await since() }),
    ...named,
  };
  const asked = filled(query, known);
  const search = new URLSearchParams(
    Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const address = `${addressed(operation, record)}?${search}`;
  const body = filled(fields, { ...fieldValues[resource]?.(scene.one), ...named });
  return (headers: Record<string, string>) =>
    send(method, address, method === 'GET' ? undefined : body, {
      ...{ ...scene.full, prefer: 'handling=strict' }, // Expects that no documented name is ignored.
      ...headers,
    });
}

function takesEmpty({ type, items, minLength, pattern, enum: words }: Schema): boolean {
  if (items) return takesEmpty(items as Schema);
  if (pattern) return new RegExp(String(pattern)).test('');
  return [type].flat().includes('string') && !minLength && !words;
}

describe.each(each.map(([name, one], at) => [name, one, at] as const))('%s', (_, operation, at) => {
  it('accepts every documented parameter and field', async () => {
    for (const query of queriesOf(operation)) {
      const ask = await asking(operation, query);
      if (operation.method === 'GET') {
        expect((await ask({ 'if-none-match': '"another"' })).status).toBe(200);
        expect((await ask({ 'if-none-match': '*' })).status).toBe(304);
      } else if (isNew(operation)) {
        expect((await ask({ 'idempotency-key': randomUUID() })).status).toBe(201);
      } else if (isBatch(operation)) {
        expect((await ask({})).status).toBe(200);
      } else {
        const version = { 'if-match': '*', 'if-none-match': '"another"' };
        const headers = { ...version, 'idempotency-key': randomUUID() };
        expect((await ask(headers)).status).toBe(200);
      }
    }
  });

  it('rejects an empty parameter exactly where its schema does', async () => {
    const address = addressed(operation, await subjectOf(operation));
    const named = operation.method === 'GET' ? Object.entries(withoutShape(operation.query)) : [];
    for (const [name, schema] of split(named, at)) {
      const { status } = await get(`${address}?${name}=`, scene.full);
      expect([name, status]).toEqual([name, takesEmpty(schema) ? 200 : 400]);
    }
  });

  it('supports _envelope and _method as documented', async () => {
    const ask = async (method: string, query: string) => {
      const address = addressed(operation, await subjectOf(operation));
      const body = method === 'GET' ? undefined : bodyOf(operation, scene.one);
      return send(method, `${address}?${query}`, body, scene.full);
    };
    const status = isNew(operation) ? 201 : 200;
    if (operation.query._envelope) {
      const enveloped = await ask(operation.method, '_envelope');
      expect([enveloped.status, enveloped.body.status]).toEqual([200, status]);
    }
    const meant = operation.query._method ? await ask('POST', '_method=POST') : undefined;
    expect(meant?.status).toBe(operation.method === 'POST' ? status : undefined);
  });

  it('returns every documented error that a request can cause', async () => {
    const said = operation.refusals.filter((refusal) => !MOMENTARY.includes(refusal));
    expect(said.filter((refusal) => !(refusal in WAYS))).toEqual([]);
    for (const refusal of said) {
      const answer = await WAYS[refusal]?.(operation, scene);
      expect(answer && shown(answer)).toBe(refusal);
    }
  });
});

it('documents exactly the known errors that depend on the moment', () => {
  const said = new Set(OPERATIONS.flatMap(({ refusals }) => refusals));
  expect([...said].filter((one) => !(one in WAYS)).sort()).toEqual(MOMENTARY);
});

describe('when no role has any permission', () => {
  beforeAll(() =>
    strapi.db.query('plugin::users-permissions.permission').deleteMany({ where: {} }),
  );
  afterAll(() => restoreRights(strapi, firstRights));

  it.each(alone)('%s returns 401', async (_, operation) => {
    expect(shown(await anonymously(operation, scene))).toBe('401 rest_forbidden');
  });
});

describe('when the rate limit is exceeded', () => {
  withSettings({ rateLimit: { requests: 1, window: 3607, databaseTime: 0 } });

  it.each(each)('%s returns 429', async (_, operation) => {
    await anonymously(operation, scene);
    expect(shown(await anonymously(operation, scene))).toBe('429 rest_too_many_requests');
  });
});

describe('when the database does not respond', () => {
  withoutLog();
  const { pool } = strapi.db.connection.client;
  const patience = pool.acquireTimeoutMillis;
  let release: () => Promise<void>;

  beforeAll(async () => {
    release = await holdDatabase();
    pool.acquireTimeoutMillis = 20;
  });
  afterAll(async () => {
    pool.acquireTimeoutMillis = patience;
    await release?.();
  });

  it.each(alone)('%s returns 503', async (_, operation) => {
    expect(shown(await anyhow(operation, scene))).toBe('503 rest_unavailable');
  });
});

describe('when the database is full', () => {
  withoutLog();
  let empty: () => Promise<unknown>;

  beforeAll(async () => {
    empty = await fillDatabase();
  });
  afterAll(() => empty());

  const writing = alone.filter(([, { refusals }]) =>
    refusals.includes('507 rest_insufficient_storage'),
  );

  it.each(writing)('%s returns 507', async (_, operation) => {
    expect(shown(await anyhow(operation, scene))).toBe('507 rest_insufficient_storage');
  });
});

/** The tables of resources that are not record types. */
const TABLES: Record<string, string> = {
  feeds: 'calendar_feeds',
  changes: 'calendar_revisions',
  webhooks: 'calendar_webhooks',
};
const ofOwnTable = ([, { resource }]: [string, Documented]) => resource in TABLES;

describe('when a setting of the calendar is broken', () => {
  withSettings({ timezone: 'Nowhere/Nowhere', urls: undefined });
  withoutLog();

  it.each(alone.filter((one) => !ofOwnTable(one)))('%s returns 500', async (_, operation) => {
    expect(shown(await afresh(operation, scene))).toBe('500 rest_internal_error');
  });
});

describe('when its tables are missing', () => {
  withoutLog();
  const rename = (from: string, to: string) =>
    strapi.db.getSchemaConnection().renameTable(from, to);
  beforeAll(async () => {
    for (const name of Object.values(TABLES)) await rename(name, `${name}_away`);
  });
  afterAll(async () => {
    for (const name of Object.values(TABLES)) await rename(`${name}_away`, name);
  });

  it.each(each.filter(ofOwnTable))('%s returns 500', async (_, operation) => {
    expect(shown(await anyhow(operation, scene))).toBe('500 rest_internal_error');
  });
});

/** SQLite has one writer at a time, so no key is ever in use there. */
(onPostgres ? describe : describe.skip)('when another write holds the same idempotency key', () => {
  const key = randomUUID();
  let release = () => {};
  let holding: Promise<unknown>;

  beforeAll(async () => {
    const { id } = await strapi.db
      .query('admin::api-token')
      .findOne({ where: { type: 'full-access' }, orderBy: { id: 'desc' } });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await new Promise<void>((held) => {
      holding = strapi.db.transaction(async ({ trx }) => {
        expect(await tryLock(`idempotency:content-api-token:${id}:${key}`, trx as never)).toBe(
          true,
        );
        held();
        await released;
      });
    });
  });
  afterAll(async () => {
    release();
    await holding;
  });

  it.each(all.filter(([, { refusals }]) => refusals.includes(IN_USE)))(
    '%s returns 409',
    async (_, operation) => {
      expect(shown(await withKey(key)(operation, scene))).toBe(IN_USE);
    },
  );
});
