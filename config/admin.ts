import type { Core } from '@strapi/strapi';
import { previewAddress } from '../src/plugins/calendar/server/src/records/previews';
import { pathOf, readEnvironment } from '../src/plugins/calendar/server/src/settings/environment';

/**
 * The path of the admin in the browser, including the path of PUBLIC_URL: browsers send the
 * log-in's cookie only below this path.
 */
const adminPath = () => `${pathOf(readEnvironment(process.env).PUBLIC_URL)}/admin`;

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Admin => ({
  auth: { secret: env('ADMIN_JWT_SECRET', ''), cookie: { path: adminPath() } },
  apiToken: { salt: env('API_TOKEN_SALT', '') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT', '') } },
  secrets: { encryptionKey: env('ENCRYPTION_KEY', '') },
  preview: { enabled: true, config: { handler: previewAddress } },
  flags: { nps: false, promoteEE: false },
});

export default config;
