import type { Knex } from 'knex';

const COUNTERS = 'calendar_sequences';

/**
 * PostgreSQL counts with sequences of its own, which go on from where the counters stood: a counter's
 * row stays locked until the transaction ends, and two writers could wait for each other. Strapi notes
 * behind the transaction that it is done: a start that is killed in between does it again.
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
