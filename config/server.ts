import type { Core } from '@strapi/strapi';

/** Long filter lists travel in the request line, so headers may be larger than Node's 16 kB. */
const LARGEST_HEADER = 64 * 1024;

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => ({
  host: env('HOST', '0.0.0.0'),
  port: env.int('PORT', 1337),
  url: env('PUBLIC_URL', ''),
  proxy: { koa: env.bool('TRUST_PROXY', false) },
  app: { keys: env.array('APP_KEYS', []) },
  http: { serverOptions: { maxHeaderSize: LARGEST_HEADER } },
  logger: { updates: { enabled: false }, startup: { enabled: false } },
});

export default config;
