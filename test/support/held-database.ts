import { tellingsEnded } from './tellings';

/** Takes every connection of the pool, so that the database is silent; gives what returns them. */
export async function holdDatabase(): Promise<() => Promise<void>> {
  const { pool } = strapi.db.connection.client;
  const held: { rollback(): Promise<unknown> }[] = [];
  await tellingsEnded(strapi);
  while (held.length < pool.max) held.push(await strapi.db.connection.transaction());
  return async () => {
    for (const transaction of held) await transaction.rollback();
  };
}

/** Does the work while the database is silent. */
export async function withoutDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = await holdDatabase();
  return work().finally(release);
}
