import type { Core } from '@strapi/strapi';

/** Error bodies come from `calendar.errors`, so it stands inside CORS and security and around the rest. */
const config: Core.Config.Middlewares = [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::poweredBy',
  { name: 'strapi::query', config: { arrayLimit: 1000, parameterLimit: 10000 } },
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

export default config;
