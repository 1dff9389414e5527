import type { StrapiApp } from '@strapi/strapi/admin';
import { CUSTOM_FIELDS } from './custom-fields';
import { messagesOf } from './messages';

export default {
  register(app: StrapiApp) {
    // Strapi types an input as if it were given no properties.
    app.customFields.register(CUSTOM_FIELDS as Parameters<typeof app.customFields.register>[0]);
    app.registerPlugin({ id: 'calendar', name: 'calendar' });
  },
  bootstrap() {},
  registerTrads: ({ locales }: { locales: string[] }) =>
    Promise.all(locales.map(async (locale) => ({ locale, data: await messagesOf(locale) }))),
};
