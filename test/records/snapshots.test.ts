import { setTimeout as pause } from 'node:timers/promises';
import {
  inTable,
  isPostgres,
  run,
  table,
} from '../../src/plugins/calendar/server/src/database/run';
import {
  dataVersion,
  inOptimisticSnapshot,
  inSnapshot,
} from '../../src/plugins/calendar/server/src/database/snapshot';
import { cachedUntilDue } from '../../src/plugins/calendar/server/src/listing/cache';
import { refuse } from '../../src/plugins/calendar/server/src/messages/errors';
import { sql } from '../../src/plugins/calendar/server/src/sql/sql';
import { otherConnection } from '../support/other-connection';
import { buildTag, type Stored } from '../support/records';
import { statementsOf } from '../support/statements';
import { waitedFor } from '../support/waiting';

let tag: Stored;

beforeAll(async () => {
  tag = await buildTag({ name: 'Before' });
});

const name = async () => {
  const rows = await run<{ name: string }>(
    sql`SELECT e.name FROM @calendar_tags e WHERE e.public_id = ${tag.public_id}`,
  );
  return rows[0]?.name;
};

const nobody = () => run(sql`SELECT e.name FROM @calendar_tags e WHERE e.public_id = 0`);

/** Renames the tag from another program. */
async function rename(to: string) {
  const schema = isPostgres() ? `"${strapi.db.getSchemaName()}".` : '';
  const other = await otherConnection();
  await other.run(
    `UPDATE ${schema}calendar_tags SET name = '${to}' WHERE public_id = ${tag.public_id}`,
  );
  await other.end();
}

/** The result of the work, and how many transactions it began, with the data version known before. */
async function read<Result>(work: () => Promise<Result>) {
  await dataVersion();
  const { result, statements } = await statementsOf(() => inOptimisticSnapshot(work));
  return { result, begun: statements.filter((sql) => /^BEGIN\b/.test(sql)).length };
}

/** The minimum over several runs, as a notification from PostgreSQL may arrive during one. */
const usually = async (work: () => Promise<unknown>) => {
  const tries: number[] = [];
  for (let at = 0; at < 5; at += 1) tries.push((await read(work)).begun);
  return Math.min(...tries);
};

it('an optimistic snapshot needs no transaction on PostgreSQL while nothing changes', async () => {
  const twice = async () => [await name(), await name()];
  expect((await read(twice)).result).toEqual(['Before', 'Before']);
  expect(await usually(twice)).toBe(isPostgres() ? 0 : 1);
});

it('an optimistic snapshot is consistent when another program writes between its reads', async () => {
  let count = 0;
  let begun = 0;
  // Repeated if a notification of an earlier commit arrived first, which makes the read use a
  // transaction at once.
  for (let tries = 0; tries < 5 && count !== (isPostgres() ? 2 : 1); tries += 1) {
    const [before, between] = [await name(), `Between ${tries}`];
    count = 0;
    const reading = await read(async () => {
      const first = await name();
      count += 1;
      if (isPostgres() && count === 1) await rename(between);
      return [first, await name()];
    });
    begun = reading.begun;
    const one = count === 2 ? between : before;
    expect(reading.result).toEqual([one, one]);
  }
  expect([count, begun]).toEqual(isPostgres() ? [2, 1] : [1, 1]);
});

it('an optimistic snapshot detects another write even if its work runs no query', async () => {
  let count = 0;
  for (let tries = 0; tries < 5 && count !== (isPostgres() ? 2 : 1); tries += 1) {
    count = 0;
    await read(async () => {
      count += 1;
      if (isPostgres() && count === 1) await rename(`Now ${tries}`);
      return 'kept';
    });
  }
  expect(count).toBe(isPostgres() ? 2 : 1);
});

it('an optimistic snapshot allows empty results, nested transactions and nested snapshots', async () => {
  expect((await read(nobody)).result).toEqual([]);
  const found = await read(async () => strapi.db.transaction(async () => name()));
  const joined = await read(() => inSnapshot(name));
  expect([found.begun, joined.result]).toEqual([1, found.result]);
});

it('an optimistic snapshot rethrows the error of its work', async () => {
  await expect(
    read(async () => {
      await name();
      throw refuse(404, 'rest_no_route');
    }),
  ).rejects.toMatchObject({ status: 404 });
});

it('a cached read that fails is repeated by the request that waited for it', async () => {
  const ask = (read: () => Promise<number[]>) =>
    cachedUntilDue(['planted', tag.public_id], { now: new Date() }, read);
  const fails = async () => {
    await nobody();
    throw new Error('planted');
  };
  const [one, other] = await inSnapshot(() =>
    Promise.allSettled([ask(fails), ask(async () => [3])]),
  );
  expect(one).toEqual({ status: 'rejected', reason: new Error('planted') });
  expect(other).toEqual({ status: 'fulfilled', value: [3] });
});

(isPostgres() ? it : it.skip)(
  'who holds a connection does not wait for a cached read that waits for one',
  async () => {
    const { pool } = strapi.db.connection.client;
    const ask = (read: () => Promise<unknown[]>) =>
      cachedUntilDue(['crowded', tag.public_id], { now: new Date() }, read);
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    await dataVersion();
    const holders = Array.from({ length: pool.max }, () =>
      inSnapshot(async () => {
        await begun;
        return ask(async () => [await name()]);
      }),
    );
    while (pool.numUsed() < pool.max) await pause(10);
    await dataVersion();
    const other = inOptimisticSnapshot(() => ask(async () => [await name()]));
    while (pool.numPendingAcquires() === 0) await pause(10);
    begin();
    const { result, waited } = await waitedFor(() => Promise.all([other, ...holders]));
    expect(new Set(result.flat()).size).toBe(1);
    expect(waited).toBeLessThan(pool.acquireTimeoutMillis / 2);
  },
);

it('a query outside of the open transaction throws instead of waiting for a second connection', async () => {
  const one = { public_id: tag.public_id };
  const found = await strapi.db.transaction(async ({ trx }) => {
    expect(() => table('calendar_tags')).toThrow(/^A transaction is open/);
    const inside = await inTable('calendar_tags', (query) => query.where(one).first('public_id'));
    return [inside, await table('calendar_tags', trx).where(one).first('public_id')];
  });
  expect(found).toEqual([one, one]);
  expect(await table('calendar_tags').where(one).first('public_id')).toEqual(one);
});
