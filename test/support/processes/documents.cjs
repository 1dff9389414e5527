const { createCalendar } = require('../../../scripts/boot.cjs');
const { allTold, toldOf } = require('./told.cjs');

async function create(strapi, count, title) {
  const events = strapi.documents('plugin::calendar.event');
  const one = () => events.create({ data: { title }, locale: 'en' });
  return toldOf(strapi, await Promise.all(Array.from({ length: Number(count) }, one)));
}

/** Creates and publishes a venue and an event at it. */
async function publish(strapi, title) {
  const made = async (type, data) => {
    const documents = strapi.documents(`plugin::calendar.${type}`);
    const { documentId, public_id } = await documents.create({ data, locale: 'en' });
    await documents.publish({ documentId, locale: 'en' });
    return { documentId, public_id };
  };
  const { public_id } = await made('venue', { venue: title });
  const times = { start_date: '2027-01-31 20:00:00', end_date: '2027-01-31 22:00:00' };
  const event = await made('event', { title, venue: [public_id], timezone: 'UTC', ...times });
  return toldOf(strapi, [event]);
}

/**
 * Boots a calendar on the database of the environment, and prints one JSON line: the task's result,
 * and the events that were there before.
 */
async function main([task, ...words]) {
  const strapi = createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  const before = await allTold(strapi);
  const tasks = { create, publish, read: () => before };
  const told = await tasks[task](strapi, ...words);
  console.log(`ANSWER ${JSON.stringify({ ...told, before })}`);
  process.exit(0);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
