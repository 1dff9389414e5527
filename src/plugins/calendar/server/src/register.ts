import type { Core } from '@strapi/strapi';
import { obeyRules } from './rules/obey';
import { readSettings } from './settings/settings';

/** Before Strapi's schema sync: custom fields, and the rules that every save obeys. */
export function register({ strapi }: { strapi: Core.Strapi }) {
  const given = strapi.config.get('plugin::calendar');
  strapi.config.set('plugin::calendar', readSettings(given)); // Strapi checks them, but keeps them as given.
  strapi.customFields.register([
    { name: 'wall-time', plugin: 'calendar', type: 'string' },
    { name: 'timezone', plugin: 'calendar', type: 'string' },
    { name: 'references', plugin: 'calendar', type: 'json' },
    { name: 'reference', plugin: 'calendar', type: 'integer' },
  ]);
  obeyRules(); // Here, so that they stand outside i18n's own middleware, which bootstraps later.
}
