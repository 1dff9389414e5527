const MADE_BY_TESTS = [
  'plugin::calendar.event',
  'plugin::calendar.venue',
  'plugin::calendar.organizer',
  'plugin::calendar.category',
  'plugin::calendar.tag',
  'plugin::users-permissions.user',
  'admin::api-token',
] as const;

async function removeFiles() {
  const upload = strapi.plugin('upload').service('upload');
  const files = await strapi.db.query('plugin::upload.file').findMany();
  for (const file of files) await upload.remove(file);
}

/** Removes all that tests made; the sequences of ids go on. */
export async function emptyCalendar() {
  for (const uid of MADE_BY_TESTS) await strapi.db.query(uid).deleteMany({});
  await strapi.db.getConnection('calendar_listing').delete(); // These records went past the rules.
  await removeFiles();
}
