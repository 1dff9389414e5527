import type { StrapiApp } from '@strapi/strapi/admin';
import { CUSTOM_FIELDS } from './custom-fields';
import { messagesOf } from './messages';
import { translateHints } from './translate-hints';

export default {
  register(app: StrapiApp) {
    // Strapi types an input as if it were given no properties.
    app.customFields.register(CUSTOM_FIELDS as Parameters<typeof app.customFields.register>[0]);
    app.registerPlugin({ id: 'calendar', name: 'calendar' });
  },
  bootstrap(app: StrapiApp) {
    app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', translateHints);
  },
  registerTrads: ({ locales }: { locales: string[] }) =>
    Promise.all(locales.map(async (locale) => ({ locale, data: await messagesOf(locale) }))),
};
