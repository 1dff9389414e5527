const { createCalendar } = require('../../../scripts/boot.cjs');
const { allTold, toldOf } = require('./told.cjs');

async function create(strapi, count, title) {
  const events = strapi.documents('plugin::calendar.event');
  const one = () => events.create({ data: { title }, locale: 'en' });
  return toldOf(strapi, await Promise.all(Array.from({ length: Number(count) }, one)));
}

/** Boots a calendar of its own on the database of the environment, and answers with one JSON line: also what was there. */
async function main([task, ...words]) {
  const strapi = createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  const before = await allTold(strapi);
  const tasks = { create, read: () => before };
  const told = await tasks[task](strapi, ...words);
  console.log(`ANSWER ${JSON.stringify({ ...told, before })}`);
  process.exit(0);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
