const MADE_BY_TESTS = [
  'plugin::calendar.event',
  'plugin::calendar.venue',
  'plugin::calendar.organizer',
  'plugin::calendar.category',
  'plugin::calendar.tag',
  'plugin::users-permissions.user',
  'admin::api-token',
] as const;

/** These records go past the rules, which would have these rows follow. Webhooks are nobody's records. */
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

/** Removes all that tests made; the sequences of ids go on. */
export async function emptyCalendar() {
  for (const uid of MADE_BY_TESTS) await strapi.db.query(uid).deleteMany({});
  for (const name of OURS) await strapi.db.getConnection(name).delete();
  await removeFiles();
}
