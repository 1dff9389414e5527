import { up } from '../../database/migrations/2026-11-22-calendar-form-fields';
import { RECORD_TYPES, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { firstOf } from '../support/extent';

const contentTypes = () => strapi.plugin('content-manager').service('content-types');

const OUT = ['utc_start_date', 'utc_end_date', 'custom_fields', 'public_id', 'trashed_at'];

type Layouts = { list: string[]; edit: { name: string; size: number }[][] };

const schemaOf = (type: (typeof RECORD_TYPES)[number]) =>
  strapi.contentType(uidOf(type)) as unknown as { config: { layouts: Layouts } };

describe.each(firstOf(2, RECORD_TYPES))('the form layout of type %s', (type) => {
  const schema = () => schemaOf(type);
  const layouts = async (): Promise<Layouts> =>
    (await contentTypes().findConfiguration(schema())).layouts;

  it('is unchanged after the next start', async () => {
    await contentTypes().syncConfigurations();
    expect(await layouts()).toMatchObject(schema().config.layouts);
  });

  it('contains no JSON field and none that only the calendar writes', async () => {
    const names = (await layouts()).edit.flat().map(({ name }) => name);
    expect(names.filter((name) => OUT.includes(name))).toEqual([]);
  });

  it('loses only those fields if a host has customized it', async () => {
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
