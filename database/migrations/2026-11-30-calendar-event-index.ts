import type { Knex } from 'knex';

/**
 * Renames an index of events that Strapi no longer knows, on PostgreSQL, before Strapi drops it: that would wait for
 * all who read the table, such as a dump, and let all others wait meanwhile. Renaming an index waits for no reader. The
 * calendar drops it afterwards, if that takes no time (`createReadIndexes`).
 */
export async function up(knex: Knex) {
  if (knex.client.dialect !== 'postgresql') return;
  await knex.raw(
    'ALTER INDEX IF EXISTS calendar_events_public_id_index RENAME TO calendar_events_public_id_locale',
  );
}

export async function down() {}
