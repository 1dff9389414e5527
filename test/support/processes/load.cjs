const { createCalendar } = require('../../../scripts/boot.cjs');

/** Loads a calendar of its own on the database of the environment, and says how it ended. */
async function main() {
  const strapi = createCalendar();
  strapi.log.level = 'info';
  await strapi.load();
  console.log('ANSWER "loaded"');
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
