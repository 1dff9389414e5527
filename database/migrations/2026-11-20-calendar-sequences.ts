import type { Knex } from 'knex';

/** The counters behind the public ids of records; not a content type, so that no import overwrites them. */
export async function up(knex: Knex) {
  if (await knex.schema.hasTable('calendar_sequences')) return;
  await knex.schema.createTable('calendar_sequences', (sequence) => {
    sequence.string('name', 32).primary();
    sequence.integer('value').notNullable();
  });
}

export async function down() {}
