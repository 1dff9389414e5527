/** Does the work while every connection of the pool is in use, so that the database is silent. */
export async function withoutDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const { pool } = strapi.db.connection.client;
  const held: { rollback(): Promise<unknown> }[] = [];
  try {
    while (held.length < pool.max) held.push(await strapi.db.connection.transaction());
    return await work();
  } finally {
    for (const transaction of held) await transaction.rollback();
  }
}
