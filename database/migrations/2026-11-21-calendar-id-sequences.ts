import type { Knex } from 'knex';

const COUNTERS = 'calendar_sequences';

/**
 * Replaces the counters on PostgreSQL by sequences that continue from them: a counter's row stays
 * locked until the transaction ends, so that two writers could deadlock. Idempotent, because Strapi
 * records a migration after its transaction, and a killed start repeats it.
 */
export async function up(knex: Knex) {
  if (knex.client.dialect !== 'postgresql' || !(await knex.schema.hasTable(COUNTERS))) return;
  for (const name of ['post', 'term']) {
    const sequence = `calendar_${name}_ids`;
    await knex.raw(`CREATE SEQUENCE IF NOT EXISTS ${sequence} AS integer`);
    await knex.raw(`SELECT setval('${sequence}', value) FROM ${COUNTERS} WHERE name = ?`, [name]);
  }
  await knex.schema.dropTable(COUNTERS);
}

export async function down() {}
