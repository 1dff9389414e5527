import { setTimeout as pause } from 'node:timers/promises';
import { lock } from '../../src/plugins/calendar/server/src/database/transaction';

export const onPostgres = process.env.DATABASE_CLIENT === 'postgres';

const WAITING = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Milliseconds after which a writer that has not come to wait for a lock never will. */
const PATIENCE = 30_000;

/** Until all that are still under way wait for a lock. */
export async function untilWaiting(underWay: Set<unknown>) {
  for (const last = Date.now() + PATIENCE; ; await pause(10)) {
    const { rows } = await strapi.db.connection.raw(WAITING);
    const [{ count }] = rows;
    if (count >= underWay.size) return;
    if (Date.now() > last) throw new Error(`${count} of ${underWay.size} writers wait for a lock.`);
  }
}

/**
 * What several writers are answered who have all read before the first of them writes: they meet at a
 * name (decision 6) and get past it in this order. SQLite has no names to meet at; there one begins
 * when the other is answered.
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
