import type { Knex } from 'knex';
import { isPostgres } from './table';

/**
 * Holds a name until the transaction ends; others who want it wait.
 * SQLite has one connection per process and needs no lock (D2.3: one process).
 */
export async function lock(name: string, trx: Knex.Transaction): Promise<void> {
  if (!isPostgres()) return;
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`calendar:${name}`]);
}
