import type { Core } from '@strapi/strapi';
import { readEnvironment } from '../src/plugins/calendar/server/src/settings/environment';

/** Headers that pages of other sites may send, and those of ours that they may read. */
const RECEIVED = [
  ...['Accept', 'Accept-Language', 'Authorization', 'Content-Language', 'Content-Type'],
  ...['If-Match', 'If-None-Match', 'If-Modified-Since', 'Origin', 'X-HTTP-Method-Override'],
  'X-Request-Id',
];
const SENT = [
  ...['X-TEC-Total', 'X-TEC-TotalPages', 'X-Request-Id', 'Allow', 'Location', 'ETag'],
  ...['X-TEC-API-VERSION', 'X-TEC-API-ROOT', 'X-TEC-API-ORIGIN', 'Link', 'Content-Language'],
  ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'],
];

/** Error bodies come from `calendar.errors`, so it stands inside CORS and security and around the rest but those of ours that see the finished answer. */
const config = (): Core.Config.Middlewares => {
  const { CORS_ORIGINS, CORS_CREDENTIALS } = readEnvironment(process.env);
  return [
    'strapi::logger',
    'strapi::errors',
    'strapi::security',
    {
      name: 'strapi::cors',
      config: {
        origin: CORS_ORIGINS,
        credentials: CORS_CREDENTIALS,
        maxAge: 24 * 60 * 60,
        headers: RECEIVED,
        expose: SENT,
      },
    },
    'strapi::poweredBy',
    'plugin::calendar.request-id',
    'plugin::calendar.caching',
    'plugin::calendar.shape',
    'plugin::calendar.errors',
    'plugin::calendar.address',
    'plugin::calendar.basic',
    'plugin::calendar.rate-limit',
    { name: 'strapi::query', config: { arrayLimit: 1000, parameterLimit: 10000 } },
    'plugin::calendar.body',
    'strapi::body',
    'strapi::session',
    'strapi::favicon',
    'strapi::public',
  ];
};

export default config;
