const { setTimeout: pause } = require('node:timers/promises');
const { createCalendar } = require('../../../scripts/boot.cjs');

/** Ends a calendar, as scripts do, while a callback after a transaction still has to query the database. */
async function main() {
  const strapi = createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  await strapi.db.transaction(({ onCommit }) => {
    onCommit(async () => {
      await pause(300);
      const events = await strapi.db.query('plugin::calendar.event').count();
      console.log(`ANSWER ${events}`);
    });
  });
  await strapi.destroy();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
