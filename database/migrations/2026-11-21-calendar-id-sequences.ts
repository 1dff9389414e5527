import type { Knex } from 'knex';

/**
 * PostgreSQL counts with sequences of its own, which go on from where the counters stood: a counter's
 * row stays locked until the transaction ends, and two writers could wait for each other.
 */
export async function up(knex: Knex) {
  if (knex.client.dialect !== 'postgresql') return;
  for (const name of ['post', 'term']) {
    const sequence = `calendar_${name}_ids`;
    await knex.raw(`CREATE SEQUENCE IF NOT EXISTS ${sequence} AS integer`);
    await knex.raw(`SELECT setval('${sequence}', value) FROM calendar_sequences WHERE name = ?`, [
      name,
    ]);
  }
  await knex.schema.dropTable('calendar_sequences');
}

export async function down() {}
