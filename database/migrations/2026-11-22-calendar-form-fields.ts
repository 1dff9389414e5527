import type { Knex } from 'knex';

const TABLE = 'strapi_core_store_settings';
const TYPES = ['event', 'venue', 'organizer', 'category', 'tag'];

/**
 * Times in UTC that the form shows in the browser's zone, JSON whose editor no Tab leaves, and what
 * only the calendar writes.
 */
const TAKEN_OUT = ['utc_start_date', 'utc_end_date', 'custom_fields', 'public_id', 'trashed_at'];

type Field = { name: string; size: number };
type Configuration = { layouts?: { edit?: Field[][] } };

const without = (rows: Field[][]) =>
  rows
    .map((row) => row.filter(({ name }) => !TAKEN_OUT.includes(name)))
    .filter((row) => row.length > 0);

/** The form as a host has laid it out, without those fields; nothing when it has none of them. */
function changed(stored: string): string | undefined {
  const configuration: Configuration = JSON.parse(stored);
  const edit = configuration.layouts?.edit;
  if (!edit?.flat().some(({ name }) => TAKEN_OUT.includes(name))) return undefined;
  return JSON.stringify({
    ...configuration,
    layouts: { ...configuration.layouts, edit: without(edit) },
  });
}

/**
 * Forms are kept in the database from their first start on, so that a schema changes none of them.
 * Once: a host may put the fields back.
 */
export async function up(knex: Knex) {
  if (!(await knex.schema.hasTable(TABLE))) return;
  const keys = TYPES.map(
    (type) => `plugin_content_manager_configuration_content_types::plugin::calendar.${type}`,
  );
  const rows: { id: number; value: string }[] = await knex(TABLE)
    .select('id', 'value')
    .whereIn('key', keys);
  for (const { id, value } of rows) {
    const kept = changed(value);
    if (kept) await knex(TABLE).where({ id }).update({ value: kept });
  }
}

export async function down() {}
