import type { Core } from '@strapi/strapi';

/** Long filter lists travel in the request line, so headers may be larger than Node's 16 kB. */
const LARGEST_HEADER = 64 * 1024;

/**
 * Milliseconds for which an idle connection stays open. Proxies keep theirs for 60 seconds: were it
 * closed here first, as after Node's 5, a request already on its way would be lost (502 to clients).
 */
const KEPT_ALIVE = 65_000;

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => ({
  host: env('HOST', '0.0.0.0'),
  port: env.int('PORT', 1337),
  url: env('PUBLIC_URL', ''),
  proxy: { koa: env.bool('TRUST_PROXY', false) },
  app: { keys: env.array('APP_KEYS', []) },
  http: { serverOptions: { maxHeaderSize: LARGEST_HEADER, keepAliveTimeout: KEPT_ALIVE } },
  logger: { updates: { enabled: false }, startup: { enabled: false } },
});

export default config;
