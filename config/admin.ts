import type { Core } from '@strapi/strapi';
import { previewAddress } from '../src/plugins/calendar/server/src/records/previews';
import { pathOf, readEnvironment } from '../src/plugins/calendar/server/src/settings/environment';

/** Where browsers find the admin, a path of the host's before it: elsewhere they would not send the log-in along. */
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
