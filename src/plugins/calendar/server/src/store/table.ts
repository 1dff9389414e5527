import type { Knex } from 'knex';

/** A table of the configured schema, inside the transaction when one is given. */
export function table(name: string, trx?: Knex.Transaction): Knex.QueryBuilder {
  const query = strapi.db.getConnection(name) as Knex.QueryBuilder;
  return trx ? query.transacting(trx) : query;
}

export const isPostgres = () => strapi.db.dialect.client === 'postgres';

/** A table's name as it stands in raw SQL, with its schema where there is one. */
export function qualified(name: string): string {
  const schema = strapi.db.getSchemaName();
  return schema ? `"${schema}"."${name}"` : `"${name}"`;
}
