/** The permission to see and change webhooks. */
export const PERMISSIONS = [{ action: 'plugin::calendar.webhooks', subject: null }];
