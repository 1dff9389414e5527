import { RECORD_TYPES, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';

const contentTypes = () => strapi.plugin('content-manager').service('content-types');

it.each(RECORD_TYPES)('the form of type %s stays as it is at the next start', async (type) => {
  const schema = strapi.contentType(uidOf(type)) as unknown as { config: { layouts: object } };
  await contentTypes().syncConfigurations();
  const { layouts } = await contentTypes().findConfiguration(schema);
  expect(layouts).toMatchObject(schema.config.layouts);
});
