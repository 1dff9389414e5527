import { tellingsEnded } from './tellings';

/** Holds every connection of the pool, so that the database does not answer; returns a function that releases them. */
export async function holdDatabase(): Promise<() => Promise<void>> {
  const { pool } = strapi.db.connection.client;
  const held: { rollback(): Promise<unknown> }[] = [];
  await tellingsEnded(strapi);
  while (held.length < pool.max) held.push(await strapi.db.connection.transaction());
  return async () => {
    for (const transaction of held) await transaction.rollback();
  };
}

/** Runs work while no connection of the pool is available. */
export async function withoutDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = await holdDatabase();
  return work().finally(release);
}
