import type { Knex } from 'knex';
import { settle } from './before-commit';
import { isPostgres } from './table';

/** Must be the transaction's first statement. */
const ONE_SNAPSHOT = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * D8.1: all that the work reads is of one moment. Publishing replaces a row by another one: what a
 * statement has chosen, the next one would no longer find. Inside a write's transaction the work joins
 * it, and sees what was written. Statements follow each other, on the one connection.
 */
export async function inSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (strapi.db.inTransaction()) {
    await strapi.db.transaction(({ trx }) => settle(trx as Knex.Transaction));
    return work();
  }
  return (await strapi.db.transaction(async ({ trx }) => {
    if (isPostgres()) await trx.raw(ONE_SNAPSHOT);
    return work();
  })) as Result;
}
