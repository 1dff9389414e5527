const { createCalendar } = require('../../../scripts/boot.cjs');
const { answerWhileStarting, startInPlaceOf } = require('../../../scripts/starting.cjs');
const { endWhileStarting } = require('../../../scripts/stopping.cjs');

/** What scripts/start.cjs does, without building the admin. */
async function main() {
  const leaveEnd = endWhileStarting();
  const starting = await answerWhileStarting(); // Before Strapi's modules are loaded.
  const strapi = createCalendar();
  await strapi.load();
  await startInPlaceOf(starting, strapi, leaveEnd);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
