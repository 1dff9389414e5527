const MADE_BY_TESTS = [
  'plugin::calendar.event',
  'plugin::calendar.venue',
  'plugin::calendar.organizer',
  'plugin::calendar.category',
  'plugin::calendar.tag',
  'plugin::users-permissions.user',
  'admin::api-token',
] as const;

/**
 * Derived tables and webhooks, emptied separately since records are deleted here without the hooks
 * that maintain them.
 */
const OURS = [
  'calendar_listing',
  'calendar_search_text',
  'calendar_agenda',
  'calendar_webhooks',
  'calendar_webhook_messages',
];

async function removeFiles() {
  const upload = strapi.plugin('upload').service('upload');
  const files = await strapi.db.query('plugin::upload.file').findMany();
  for (const file of files) await upload.remove(file);
}

/** Deletes everything that tests created; sequences of ids continue. */
export async function emptyCalendar() {
  for (const uid of MADE_BY_TESTS) await strapi.db.query(uid).deleteMany({});
  for (const name of OURS) await strapi.db.getConnection(name).delete();
  await removeFiles();
}
