import type { Core } from '@strapi/strapi';

/** Error bodies come from `calendar.errors`, so it stands inside CORS and security and around the rest. */
const config: Core.Config.Middlewares = [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  {
    name: 'strapi::cors',
    config: {
      origin: '*',
      credentials: false,
      expose: ['X-TEC-Total', 'X-TEC-TotalPages', 'X-Request-Id', 'Allow', 'Retry-After'],
    },
  },
  'strapi::poweredBy',
  'plugin::calendar.errors',
  'plugin::calendar.address',
  { name: 'strapi::query', config: { arrayLimit: 1000, parameterLimit: 10000 } },
  'plugin::calendar.body',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

export default config;
