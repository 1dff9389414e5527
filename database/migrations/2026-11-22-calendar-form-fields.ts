import type { Knex } from 'knex';

const TABLE = 'strapi_core_store_settings';
const TYPES = ['event', 'venue', 'organizer', 'category', 'tag'];

/**
 * Fields to remove from forms: UTC times, which the form would show in the browser's zone, JSON,
 * whose editor traps the Tab key, and fields that only the calendar writes.
 */
const TAKEN_OUT = ['utc_start_date', 'utc_end_date', 'custom_fields', 'public_id', 'trashed_at'];

type Field = { name: string; size: number };
type Configuration = { layouts?: { edit?: Field[][] } };

const without = (rows: Field[][]) =>
  rows
    .map((row) => row.filter(({ name }) => !TAKEN_OUT.includes(name)))
    .filter((row) => row.length > 0);

/** The stored form configuration without those fields; undefined if it has none of them. */
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
 * Removes the fields from stored forms: Strapi stores forms at the first start, and schema changes
 * do not affect them. A migration runs once, so a host may add the fields again.
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
