import type { Core } from '@strapi/strapi';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Admin => ({
  auth: { secret: env('ADMIN_JWT_SECRET', '') },
  apiToken: { salt: env('API_TOKEN_SALT', '') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT', '') } },
  secrets: { encryptionKey: env('ENCRYPTION_KEY', '') },
  // Strapi would lead every editor to its documentation: there are no public pages to show.
  preview: { enabled: false, config: { handler: async () => undefined } },
  flags: { nps: false, promoteEE: false },
});

export default config;
