import type { Knex } from 'knex';

/** What a request has done at the beginning and at the end of its write's transaction (`ctx.state.once`). */
export interface Once {
  begin(trx: Knex.Transaction): Promise<void>;
  end(result: unknown, trx: Knex.Transaction): Promise<void>;
}

/** What PostgreSQL says to the transaction that it gives up for another's sake. */
const GIVEN_UP = ['40P01', '40001'];

const ATTEMPTS = 3;

const isGivenUp = (error: unknown) => GIVEN_UP.includes((error as { code?: string })?.code ?? '');

/** Whoever was told 503 meanwhile must not find later that it was done (`ctx.state.over`). */
async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = await work();
  const over: AbortSignal | undefined = strapi.requestContext.get()?.state.over;
  over?.throwIfAborted();
  return result;
}

/** D8.15: a write that may be repeated. */
async function once<Result>(work: () => Promise<Result>, trx: Knex.Transaction): Promise<Result> {
  const repeatable: Once | undefined = strapi.requestContext.get()?.state.once;
  await repeatable?.begin(trx);
  const result = await work();
  await repeatable?.end(result, trx);
  return result;
}

/**
 * D8.4: all of the work or none of it. Our own writers take names in one order (decision 6); beside
 * those who do not, the work may be given up. Nothing of it is left then, and it begins again.
 */
export async function whole<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await strapi.db.transaction(({ trx }) =>
        inTime(() => once(work, trx as Knex.Transaction)),
      )) as Result;
    } catch (error) {
      const within = strapi.db.inTransaction(); // Whoever began it may begin it again.
      if (within || attempt === ATTEMPTS || !isGivenUp(error)) throw error;
    }
  }
}
