const { createCalendar } = require('../../../scripts/boot.cjs');

/** Boots a calendar of its own on the database of the environment, and answers with one JSON line. */
async function main([task, ...words]) {
  const strapi = createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  const events = strapi.documents('plugin::calendar.event');
  const tasks = {
    create: (count, title) =>
      Promise.all(
        Array.from({ length: Number(count) }, () =>
          events.create({ data: { title }, locale: 'en' }),
        ),
      ),
    read: () => events.findMany({ locale: '*', sort: 'id' }),
  };
  const found = await tasks[task](...words);
  const users = await strapi.db.query('plugin::users-permissions.user').findMany();
  const told = found.map(({ documentId, public_id, slug, locale, author }) => ({
    documentId,
    public_id,
    slug,
    locale,
    author: users.find(({ id }) => id === author)?.username,
  }));
  const links = await strapi.db.connection('calendar_links').count('* as count').first();
  console.log(`ANSWER ${JSON.stringify({ events: told, links: Number(links.count) })}`);
  process.exit(0);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
