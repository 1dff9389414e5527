/** The data about events that processes report to a test. */
async function toldOf(strapi, events) {
  const users = await strapi.db.query('plugin::users-permissions.user').findMany();
  const links = await strapi.db.connection('calendar_links').count('* as count').first();
  return {
    events: events.map(({ documentId, public_id, slug, locale, author }) => ({
      documentId,
      public_id,
      slug,
      locale,
      author: users.find(({ id }) => id === author)?.username,
    })),
    links: Number(links.count),
  };
}

/** The same for all events in all languages. */
async function allTold(strapi) {
  const events = strapi.documents('plugin::calendar.event');
  return toldOf(strapi, await events.findMany({ locale: '*', sort: 'id' }));
}

module.exports = { allTold, toldOf };
