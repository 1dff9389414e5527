import type { Knex } from 'knex';
import { isPostgres } from './table';

/** A transaction whose statements may read every row, however many there are, in whatever time that takes. */
export async function unhurried<Result>(
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  return await strapi.db.transaction(async ({ trx }) => {
    if (isPostgres()) await trx.raw('SET LOCAL statement_timeout = 0');
    return await work(trx as Knex.Transaction);
  });
}
