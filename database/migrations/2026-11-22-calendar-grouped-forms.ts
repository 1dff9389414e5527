import type { Knex } from 'knex';

const TABLE = 'strapi_core_store_settings';

type Field = { name: string; size: number };
type Configuration = { layouts?: { edit?: Field[][] } };

/** Rows of fields with their widths, of twelve columns. */
const EVENT =
  'title:12|description:12|categories:6 tags:6|image:6|start_date:12|venue:8 attendance_mode:4|' +
  'virtual_url:6 show_map:3 show_map_link:3|organizer:12|cost:6 ticket_url:6|post_status:6 date:6|' +
  'event_status:6 password:6|hide_from_listings:4 featured:4 sticky:4|slug:6 website:6|excerpt:12|' +
  'currency_symbol:4 currency_code:4 currency_position:4|post_parent:6 author:6';

const VENUE =
  'venue:8 slug:4|address:12|zip:3 city:5 stateprovince:4|country:6 phone:6|' +
  'geo_lat:3 geo_lng:3 show_map:3 show_map_link:3|description:12|excerpt:12|website:6 image:6|' +
  'post_status:4 date:4 author:4';

/** Each form as it is from now on, and as it was while nobody had changed it. */
const FORMS: Record<string, { now: string; before: string[] }> = {
  event: {
    now: EVENT,
    before: [
      'title:8 slug:4|start_date:6 end_date:6|timezone:6 all_day:3 featured:3|venue:6 organizer:6|' +
        'categories:6 tags:6|description:12|excerpt:12|image:6 cost:6|' +
        'currency_symbol:4 currency_code:4 currency_position:4|website:4 ticket_url:4 virtual_url:4|' +
        'event_status:4 attendance_mode:4 post_status:4|' +
        'show_map:3 show_map_link:3 sticky:3 hide_from_listings:3|post_parent:6 password:6|' +
        'date:4 author:4',
      'title:8 slug:4|start_date:6 end_date:6|timezone:6 all_day:3 featured:3|description:12|' +
        'excerpt:12|venue:6 organizer:6|categories:6 tags:6|image:6 website:6|cost:6 ticket_url:6|' +
        'currency_symbol:4 currency_code:4 currency_position:4|' +
        'event_status:4 attendance_mode:4 virtual_url:4|' +
        'show_map:3 show_map_link:3 sticky:3 hide_from_listings:3|post_status:4 date:4|' +
        'author:4 password:4 post_parent:4',
    ],
  },
  venue: {
    now: VENUE,
    before: [
      'venue:8 slug:4|address:12|city:8 zip:4|state:4 province:4 stateprovince:4|country:6 phone:6|' +
        'geo_lat:3 geo_lng:3 show_map:3 show_map_link:3|description:12|excerpt:12|' +
        'website:6 image:6|post_status:4 date:4 author:4',
      'venue:8 slug:4|description:12|excerpt:12|address:12|city:6 zip:6|' +
        'state:4 province:4 stateprovince:4|country:6 phone:6|' +
        'geo_lat:3 geo_lng:3 show_map:3 show_map_link:3|website:6 image:6|post_status:4 date:4|author:6',
    ],
  },
};

const written = (rows: Field[][]) =>
  rows.map((row) => row.map(({ name, size }) => `${name}:${size}`).join(' ')).join('|');

const fieldOf = (text: string): Field => {
  const [name = '', size] = text.split(':');
  return { name, size: Number(size) };
};

const rowsOf = (text: string) => text.split('|').map((row) => row.split(' ').map(fieldOf));

/**
 * Forms are kept in the database from their first start on, so that a schema changes none of them. One
 * that nobody has changed gets the new one, once; a host's own stays.
 */
export async function up(knex: Knex) {
  if (!(await knex.schema.hasTable(TABLE))) return;
  for (const [type, { now, before }] of Object.entries(FORMS)) {
    const key = `plugin_content_manager_configuration_content_types::plugin::calendar.${type}`;
    const stored: { id: number; value: string } | undefined = await knex(TABLE)
      .select('id', 'value')
      .where({ key })
      .first();
    if (!stored) continue;
    const configuration: Configuration = JSON.parse(stored.value);
    if (!before.includes(written(configuration.layouts?.edit ?? []))) continue;
    const layouts = { ...configuration.layouts, edit: rowsOf(now) };
    const value = JSON.stringify({ ...configuration, layouts });
    await knex(TABLE).where({ id: stored.id }).update({ value });
  }
}

export async function down() {}
