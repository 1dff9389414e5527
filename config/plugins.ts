import type { Core } from '@strapi/strapi';
import {
  LARGEST_UPLOAD,
  UPLOAD_TYPES,
} from '../src/plugins/calendar/server/src/settings/environment';

/** Variables that Kubernetes and Docker set in the processes next to a service named `calendar`. */
const OF_A_SERVICE = /^CALENDAR_(SERVICE|PORT)(_|$)/;

/** Variables that were already reported: Strapi calls this file several times per start. */
const named = new Set<string>();

/**
 * Warns of variables that no setting reads: a misspelt name would silently leave its setting at the
 * default.
 */
function warnOfUnread(read: Set<string>) {
  const isUnread = (name: string) =>
    name.startsWith('CALENDAR_') && !read.has(name) && !OF_A_SERVICE.test(name);
  for (const name of Object.keys(process.env).filter(isUnread)) {
    if (named.has(name)) continue;
    named.add(name);
    console.warn(`${name} is not a setting of the calendar: docs/hosting.md lists all of them.`);
  }
}

type Env = Core.Config.Shared.ConfigParams['env'];

const pluginsBy = (env: Env): Core.Config.Plugin => ({
  // First, because its roles must exist when the calendar grants them the right to read.
  'users-permissions': {
    config: {
      jwtManagement: 'legacy-support',
      jwtSecret: env('JWT_SECRET'),
      register: { allowedFields: [] },
    },
  },
  // The calendar's own checks examine the bytes of a file and are stricter.
  upload: { config: { sizeLimit: LARGEST_UPLOAD, security: { allowedTypes: UPLOAD_TYPES } } },
  calendar: {
    enabled: true,
    resolve: './src/plugins/calendar',
    config: {
      timezone: env('CALENDAR_TIMEZONE'),
      defaultLanguage: env('CALENDAR_DEFAULT_LANGUAGE'),
      fallback: env('CALENDAR_FALLBACK'),
      maxPerPage: env('CALENDAR_MAX_PER_PAGE'),
      urls: {
        event: env('CALENDAR_URL_EVENT'),
        venue: env('CALENDAR_URL_VENUE'),
        organizer: env('CALENDAR_URL_ORGANIZER'),
        category: env('CALENDAR_URL_CATEGORY'),
        tag: env('CALENDAR_URL_TAG'),
      },
      publicContacts: env('CALENDAR_PUBLIC_CONTACTS'),
      currency: {
        symbol: env('CALENDAR_CURRENCY_SYMBOL'),
        code: env('CALENDAR_CURRENCY_CODE'),
        position: env('CALENDAR_CURRENCY_POSITION'),
      },
      limits: {
        ids: env('CALENDAR_LIMIT_IDS'),
        search: env('CALENDAR_LIMIT_SEARCH'),
        body: env('CALENDAR_LIMIT_BODY'),
        description: env('CALENDAR_LIMIT_DESCRIPTION'),
        newRecords: env('CALENDAR_LIMIT_NEW_RECORDS'),
        statement: env('CALENDAR_LIMIT_STATEMENT'),
        answer: env('CALENDAR_LIMIT_ANSWER'),
      },
      aliases: env('CALENDAR_ALIASES'),
      geoloc: {
        radius: env('CALENDAR_GEOLOC_RADIUS'),
        unit: env('CALENDAR_GEOLOC_UNIT'),
      },
      rateLimit: {
        requests: env('CALENDAR_RATE_LIMIT'),
        window: env('CALENDAR_RATE_LIMIT_WINDOW'),
        databaseTime: env('CALENDAR_RATE_LIMIT_DATABASE_TIME'),
      },
      cache: {
        size: env('CALENDAR_CACHE_SIZE'),
        sharedAge: env('CALENDAR_CACHE_SHARED_AGE'),
      },
      imageImport: {
        enabled: env('CALENDAR_IMAGE_IMPORT'),
        maxBytes: env('CALENDAR_IMAGE_IMPORT_MAX_BYTES'),
        timeout: env('CALENDAR_IMAGE_IMPORT_TIMEOUT'),
      },
      deleteFields: env('CALENDAR_DELETE_FIELDS'),
      webhooks: { privateHosts: env('CALENDAR_WEBHOOK_PRIVATE_HOSTS') },
    },
  },
});

function config({ env: variable }: Core.Config.Shared.ConfigParams): Core.Config.Plugin {
  const read = new Set<string>();
  const noted = <Standard>(name: string, standard?: Standard) => {
    read.add(name);
    return variable(name, standard);
  };
  const plugins = pluginsBy(Object.assign(noted, variable) as Env);
  warnOfUnread(read);
  return plugins;
}

export default config;
