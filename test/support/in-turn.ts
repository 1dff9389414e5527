import { setTimeout as pause } from 'node:timers/promises';
import { lock } from '../../src/plugins/calendar/server/src/database/transaction';

export const onPostgres = process.env.DATABASE_CLIENT === 'postgres';

const WAITING = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Milliseconds to wait for writers to reach the lock. */
const PATIENCE = 30_000;

/** Waits until all writers in progress wait for a lock. */
export async function untilWaiting(underWay: Set<unknown>) {
  for (const last = Date.now() + PATIENCE; ; await pause(10)) {
    const { rows } = await strapi.db.connection.raw(WAITING);
    const [{ count }] = rows;
    if (count >= underWay.size) return;
    if (Date.now() > last) throw new Error(`${count} of ${underWay.size} writers wait for a lock.`);
  }
}

/**
 * Runs writers concurrently, all of which have read before the first one writes: they wait for a
 * lock (decision 6), and get it in this order. Returns their results. SQLite has no such locks;
 * there they run one after the other.
 */
export async function inTurn<Result>(
  name: string,
  writers: (() => Promise<Result>)[],
): Promise<Result[]> {
  const results: Result[] = [];
  if (!onPostgres) {
    for (const write of writers) results.push(await write());
    return results;
  }
  const underWay = new Set<Promise<Result>>();
  const begun: Promise<Result>[] = [];
  const trx = await strapi.db.connection.transaction();
  try {
    await lock(name, trx);
    for (const write of writers) {
      const writing = write().finally(() => underWay.delete(writing));
      underWay.add(writing);
      begun.push(writing);
      await untilWaiting(underWay);
    }
  } finally {
    await trx.rollback();
  }
  return Promise.all(begun);
}
