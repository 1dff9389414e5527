import type { Knex } from 'knex';

/** Creates the counters of public ids. Not a content type, so that imports do not overwrite them. */
export async function up(knex: Knex) {
  if (await knex.schema.hasTable('calendar_sequences')) return;
  await knex.schema.createTable('calendar_sequences', (sequence) => {
    sequence.string('name', 32).primary();
    sequence.integer('value').notNullable();
  });
}

export async function down() {}
