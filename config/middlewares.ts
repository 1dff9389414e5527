import type { Core } from '@strapi/strapi';
import { originsOf } from '../src/plugins/calendar/server/src/http/request';
import {
  LARGEST_UPLOAD,
  readEnvironment,
} from '../src/plugins/calendar/server/src/settings/environment';

/** The response headers that pages of other origins may read. */
const SENT = [
  ...['X-TEC-Total', 'X-TEC-TotalPages', 'X-Request-Id', 'Allow', 'Location', 'ETag'],
  ...['X-TEC-API-VERSION', 'X-TEC-API-ROOT', 'X-TEC-API-ORIGIN', 'Link', 'Content-Language'],
  ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'],
  ...['RateLimit-Policy', 'RateLimit', 'Preference-Applied'],
];

/** The most bytes of a form's fields, not counting its files. */
const LARGEST_FIELDS = 1024 * 1024;

/**
 * Error bodies are written by `calendar.errors`. It therefore runs within CORS, security and those
 * of our middlewares that process the finished response, and around all others.
 */
const config = (): Core.Config.Middlewares => {
  const { CORS_ORIGINS, CORS_CREDENTIALS, PUBLIC_URL } = readEnvironment(process.env);
  return [
    'strapi::logger',
    'plugin::calendar.response-cache',
    'plugin::calendar.compression',
    'strapi::errors',
    {
      name: 'strapi::security',
      // RFC 6797 7.2: only over TLS; subdomains of the host may not be ours.
      config: { hsts: /^https:/.test(PUBLIC_URL) && { includeSubDomains: false } },
    },
    'plugin::calendar.cors',
    {
      name: 'strapi::cors',
      config: {
        origin: originsOf(CORS_ORIGINS),
        credentials: CORS_CREDENTIALS,
        maxAge: 24 * 60 * 60,
        headers: undefined, // Allows all headers that a page asks for, as clients send their own.
        expose: SENT,
      },
    },
    'plugin::calendar.stored-files',
    'plugin::calendar.request-id',
    'plugin::calendar.caching',
    'plugin::calendar.shape',
    'plugin::calendar.errors',
    'plugin::calendar.address',
    'plugin::calendar.basic',
    'plugin::calendar.rate-limit',
    'plugin::calendar.log-in',
    { name: 'strapi::query', config: { arrayLimit: 1000, parameterLimit: 10000 } },
    'plugin::calendar.body',
    'plugin::calendar.multipart',
    {
      name: 'strapi::body',
      config: { formidable: { maxFileSize: LARGEST_UPLOAD, maxFieldsSize: LARGEST_FIELDS } },
    },
    'plugin::calendar.sent-files',
    'plugin::calendar.deadline',
    'plugin::calendar.queues',
    'strapi::session',
    'strapi::favicon',
    'strapi::public',
  ];
};

export default config;
