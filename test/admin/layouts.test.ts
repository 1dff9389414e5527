import { up } from '../../database/migrations/2026-11-22-calendar-form-fields';
import { up as group } from '../../database/migrations/2026-11-22-calendar-grouped-forms';
import { RECORD_TYPES, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';

const contentTypes = () => strapi.plugin('content-manager').service('content-types');

const OUT = ['utc_start_date', 'utc_end_date', 'custom_fields', 'public_id', 'trashed_at'];

type Layouts = { list: string[]; edit: { name: string; size: number }[][] };

const schemaOf = (type: (typeof RECORD_TYPES)[number]) =>
  strapi.contentType(uidOf(type)) as unknown as { config: { layouts: Layouts } };

describe.each(RECORD_TYPES)('the form of type %s', (type) => {
  const schema = () => schemaOf(type);
  const layouts = async (): Promise<Layouts> =>
    (await contentTypes().findConfiguration(schema())).layouts;

  it('stays as it is at the next start', async () => {
    await contentTypes().syncConfigurations();
    expect(await layouts()).toMatchObject(schema().config.layouts);
  });

  it('shows nothing that only the calendar writes, and no JSON', async () => {
    const names = (await layouts()).edit.flat().map(({ name }) => name);
    expect(names.filter((name) => OUT.includes(name))).toEqual([]);
  });

  it('loses those fields where a host has laid it out, and nothing else', async () => {
    const before = await contentTypes().findConfiguration(schema());
    const name = { name: schema().config.layouts.list[1] ?? '', size: 12 };
    const slug = { name: 'slug', size: 6 };
    const id = { name: 'public_id', size: 6 };
    const edit = [[id, slug], [{ ...id, size: 4 }], [name]];
    await contentTypes().updateConfiguration(schema(), {
      ...before,
      layouts: { list: ['slug'], edit },
    });
    await up(strapi.db.connection);
    await contentTypes().syncConfigurations();
    expect(await layouts()).toMatchObject({ list: ['slug'], edit: [[slug], [name]] });
    const { metadatas, settings } = await contentTypes().findConfiguration(schema());
    expect({ metadatas, settings }).toEqual({
      metadatas: before.metadatas,
      settings: before.settings,
    });
    await contentTypes().updateConfiguration(schema(), before);
  });
});

/** As a start of those days stored it. */
const FORMER: Record<'event' | 'venue', string> = {
  event:
    'title:8 slug:4|start_date:6 end_date:6|timezone:6 all_day:3 featured:3|venue:6 organizer:6|' +
    'categories:6 tags:6|description:12|excerpt:12|image:6 cost:6|' +
    'currency_symbol:4 currency_code:4 currency_position:4|website:4 ticket_url:4 virtual_url:4|' +
    'event_status:4 attendance_mode:4 post_status:4|' +
    'show_map:3 show_map_link:3 sticky:3 hide_from_listings:3|post_parent:6 password:6|' +
    'date:4 trashed_at:4 author:4|custom_fields:12|public_id:4 utc_start_date:4 utc_end_date:4',
  venue:
    'venue:8 slug:4|description:12|excerpt:12|address:12|city:6 zip:6|' +
    'state:4 province:4 stateprovince:4|country:6 phone:6|' +
    'geo_lat:3 geo_lng:3 show_map:3 show_map_link:3|website:6 image:6|' +
    'post_status:4 date:4 trashed_at:4|author:6 public_id:6',
};

const rowsOf = (text: string) =>
  text.split('|').map((row) =>
    row.split(' ').map((field) => {
      const [name = '', size] = field.split(':');
      return { name, size: Number(size) };
    }),
  );

describe.each(['event', 'venue'] as const)('the form of type %s as people think', (type) => {
  const schema = schemaOf(type);
  const edit = async () => (await contentTypes().findConfiguration(schema)).layouts.edit;

  const upgraded = async (stored: { name: string; size: number }[][]) => {
    const before = await contentTypes().findConfiguration(schema);
    const layouts = { ...before.layouts, edit: stored };
    await contentTypes().updateConfiguration(schema, { ...before, layouts });
    await up(strapi.db.connection);
    await group(strapi.db.connection);
    await contentTypes().syncConfigurations();
    const after = await edit();
    await contentTypes().updateConfiguration(schema, before);
    return after;
  };

  it('is there where nobody had changed the one before', async () => {
    expect(await upgraded(rowsOf(FORMER[type]))).toEqual(schema.config.layouts.edit);
  });

  it('leaves alone what a host has changed', async () => {
    const [first = [], second = [], ...others] = rowsOf(FORMER[type]);
    const [top] = await upgraded([second, first, ...others]);
    expect(top).toEqual(second);
  });
});
