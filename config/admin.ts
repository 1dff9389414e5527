import type { Core } from '@strapi/strapi';
import { previewAddress } from '../src/plugins/calendar/server/src/records/previews';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Admin => ({
  auth: { secret: env('ADMIN_JWT_SECRET', '') },
  apiToken: { salt: env('API_TOKEN_SALT', '') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT', '') } },
  secrets: { encryptionKey: env('ENCRYPTION_KEY', '') },
  preview: { enabled: true, config: { handler: previewAddress } },
  flags: { nps: false, promoteEE: false },
});

export default config;
